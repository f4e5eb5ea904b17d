import { join } from 'node:path';
import { appendRevisions, openDatabase } from '@droptrack/persistence';
import { type Standby, startStandby, startTestServer, type TestServer } from '@droptrack/persistence/testing';
import { checkReplica } from './check-replica';

const PATIENCE_MS = 20_000;

describe('checkReplica', () => {
  let server: TestServer;
  let standby: Standby;
  beforeAll(async () => {
    server = await startTestServer(join(__dirname, '../../../../prisma/migrations'));
    const db = openDatabase(server.templateUrl, { poolSize: 1, applicationName: 'test' });
    await appendRevisions(db, [{ entity: 'drop', id: 'linea', body: null, cause: 'catalogue' }]);
    await db.close();
    standby = await startStandby(server.templateUrl);
  });
  afterAll(async () => {
    await standby.stop();
    await server.stop();
  });

  it('reports the time in which the replica follows', async () => {
    expect(await checkReplica(server.templateUrl, standby.url, PATIENCE_MS)).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/ had a confirmation after \d+ ms$/),
    });
  });

  it('warns of a replica that does not follow', async () => {
    await standby.pause();
    expect(await checkReplica(server.templateUrl, standby.url, 50)).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(/ behind the primary$/),
    });
    await standby.resume();
  });

  it('warns of a database that accepts writes', async () => {
    expect(await checkReplica(server.templateUrl, server.templateUrl)).toMatchObject({ state: 'warn' });
  });

  it('fails if it follows another database', async () => {
    const other = await startTestServer(join(__dirname, '../../../../prisma/migrations'));
    expect(await checkReplica(other.templateUrl, standby.url)).toMatchObject({
      state: 'fail',
      message: expect.stringMatching(/ follows another database than DATABASE_URL/),
    });
    await other.stop();
  });

  it('fails without a response', async () => {
    await standby.halt();
    expect(await checkReplica(server.templateUrl, standby.url)).toMatchObject({ check: 'replica', state: 'fail' });
    await standby.start();
  });
});
