import { ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { connect, type Socket } from 'node:net';
import { ApiProgram } from './api-program';
import { builtProgram, until } from './service';

/** Connections of the attack, and the bytes that each sends: some 1 500 requests. */
const [CONNECTIONS, BYTES] = [80, 58_000];
/** Connections over `CONNECTIONS` leave room for those that are answered meanwhile. */
const CONNECTIONS_MAX = 100;
/** A twelfth of what `droptrack up` gives the API, as this is a fifth of the attack that exhausted any heap. */
const HEAP_MB = 80;

// Before, 64 KiB became 1 500 requests at once, each with its response: a few hundred such connections exhausted any heap.
describe('pipelined requests on connections that read nothing', () => {
  let [test, db, api]: [TestDatabase, Database, ApiProgram] = [null!, null!, null!];
  let key = '';
  const attackers: Socket[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
    key = (await new ApiKeyRepository(db).issue({ plan: 'free', label: 'test' })).secret;
    api = await ApiProgram.start(builtProgram('api'), {
      databaseUrl: test.url,
      env: {
        NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
        LOG_LEVEL: 'info',
        MAX_CONNECTIONS: String(CONNECTIONS_MAX),
      },
    });
  });
  afterAll(async () => {
    for (const socket of attackers) socket.destroy();
    await api?.stop();
    await db?.close();
    await test?.drop();
  });

  // A key whose look-up has to wait for too long gets 503 and is looked up again.
  const answersOthers = (): Promise<void> =>
    until(async () => {
      const [alive, list] = await Promise.all([api.ask('/healthz', { key }), api.ask('/v1/drops', { key })]);
      expect(alive.status).toBe(200);
      return list.status === 200;
    });

  it.each([
    ['without a key', 'GET /v1/drops HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['for the largest file there is', 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('do not end the process, nor keep it from answering others: %s', async (_, request) => {
    const bytes = Buffer.from(request.repeat(Math.ceil(BYTES / request.length)));
    const { hostname, port } = new URL(api.url);
    let sent = 0;
    for (let n = 0; n < CONNECTIONS; n += 1) {
      const socket = connect({ host: hostname, port: Number(port) }).pause();
      socket.on('error', () => undefined);
      socket.write(bytes, () => (sent += 1));
      attackers.push(socket);
    }
    await until(() => sent === CONNECTIONS || api.hasEnded);
    expect([api.hasEnded, api.said().slice(-2_000)]).toEqual([false, expect.any(String)]);
    for (let n = 0; n < 5; n += 1) await answersOthers();
    expect(api.memoryMb()).toBeLessThan(HEAP_MB * 5);
    for (const socket of attackers.splice(0)) socket.destroy();
    await answersOthers();
  });

  it('are more connections than MAX_CONNECTIONS: those over it are closed, and counted', async () => {
    const { hostname, port } = new URL(api.url);
    for (let n = 0; n < CONNECTIONS_MAX + 50; n += 1) {
      attackers.push(connect({ host: hostname, port: Number(port) }).on('error', () => undefined));
    }
    const refused = async () =>
      /droptrack_http_connections_closed_total\{reason="limit"\} (\d+)/.exec(await api.figures());
    await until(async () => Number((await refused())?.[1] ?? 0) >= 50);
  });
});
