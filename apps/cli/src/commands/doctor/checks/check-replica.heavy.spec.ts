import { join } from 'node:path';
import { appendRevisions, openDatabase } from '@droptrack/persistence';
import { type Standby, startStandby, startTestServer, type TestServer } from '@droptrack/persistence/testing';
import { checkReplica } from './check-replica';

const MIGRATIONS = join(__dirname, '../../../../../../prisma/migrations');
const PATIENCE_MS = 20_000;

describe('checkReplica', () => {
  let server: TestServer;
  let standby: Standby;
  beforeAll(async () => {
    server = await startTestServer(MIGRATIONS);
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
    expect(await checkReplica(server.templateUrl, standby.url, MIGRATIONS, PATIENCE_MS)).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/ had a confirmation after \d+ ms$/),
    });
  });

  it('warns of a replica that does not follow', async () => {
    await standby.pause();
    expect(await checkReplica(server.templateUrl, standby.url, MIGRATIONS, 50)).toMatchObject({
      state: 'warn',
      message: expect.stringMatching(/ behind the primary$/),
    });
    await standby.resume();
  });

  it('warns of a database that accepts writes', async () => {
    expect(await checkReplica(server.templateUrl, server.templateUrl, MIGRATIONS)).toMatchObject({ state: 'warn' });
  });

  it('fails if it follows another database', async () => {
    const other = await startTestServer(MIGRATIONS);
    expect(await checkReplica(other.templateUrl, standby.url, MIGRATIONS)).toMatchObject({
      state: 'fail',
      message: expect.stringMatching(/ follows another database than DATABASE_URL/),
    });
    await other.stop();
  });

  it('fails if it is an empty database, without the advice to migrate it', async () => {
    const empty = new URL(server.templateUrl);
    empty.pathname = '/postgres';
    expect(await checkReplica(server.templateUrl, String(empty), MIGRATIONS)).toMatchObject({
      state: 'fail',
      message: expect.stringMatching(/: DATABASE_READ_URL leads to a database without tables, which is no replica /),
    });
  });

  it('fails without a response', async () => {
    await standby.halt();
    expect(await checkReplica(server.templateUrl, standby.url, MIGRATIONS)).toMatchObject({
      check: 'replica',
      state: 'fail',
    });
    await standby.start();
  });
});
