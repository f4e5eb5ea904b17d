import { ApiKeyRepository, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { connect, type Socket } from 'node:net';
import { ApiProgram } from './api-program';
import { builtProgram } from '@droptrack/program/testing';
import { until } from './service';

/** Bytes of each connection: about 1 500 requests. */
const BYTES = 58_000;
/** Free connections for other clients. */
const ROOM = 20;

interface Attack {
  readonly name: string;
  readonly request: string;
  readonly connections: number;
  /** Heap of the API, small enough that the requests exhaust it when all of them are in flight. */
  readonly heapMb: number;
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'without a key',
    request: 'GET /v1/drops HTTP/1.1\r\nHost: a\r\n\r\n',
    connections: 80,
    heapMb: 80,
  },
  {
    name: 'for the largest file there is',
    request: 'GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n',
    connections: 400,
    heapMb: 256,
  },
];

// Before, 64 KiB became 1 500 requests at once, each with its response: a few hundred such connections exhausted any heap.
describe.each(ATTACKS)(
  'pipelined requests on connections that read nothing: $name',
  ({ request, connections, heapMb }) => {
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
          NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
          LOG_LEVEL: 'info',
          MAX_CONNECTIONS: String(connections + ROOM),
        },
      });
    });
    afterAll(async () => {
      for (const socket of attackers) socket.destroy();
      await api?.stop();
      await db?.close();
      await test?.drop();
    });

    // A key whose look-up times out receives 503 and is looked up again.
    const answersOthers = (): Promise<void> =>
      until(async () => {
        const [alive, list] = await Promise.all([api.ask('/healthz', { key }), api.ask('/v1/drops', { key })]);
        expect(alive.status).toBe(200);
        return list.status === 200;
      });

    it('do not end the process, and other clients are served', async () => {
      const bytes = Buffer.from(request.repeat(Math.ceil(BYTES / request.length)));
      const { hostname, port } = new URL(api.url);
      let sent = 0;
      for (let n = 0; n < connections; n += 1) {
        const socket = connect({ host: hostname, port: Number(port) }).pause();
        socket.on('error', () => undefined);
        socket.write(bytes, () => (sent += 1));
        attackers.push(socket);
      }
      await until(() => sent === connections || api.hasEnded);
      expect([api.hasEnded, api.said().slice(-2_000)]).toEqual([false, expect.any(String)]);
      for (let n = 0; n < 5; n += 1) await answersOthers();
      expect(api.memoryMb()).toBeLessThan(heapMb * 5);
      for (const socket of attackers.splice(0)) socket.destroy();
      await answersOthers();
    });

    it('beyond MAX_CONNECTIONS are closed and counted', async () => {
      const { hostname, port } = new URL(api.url);
      for (let n = 0; n < connections + ROOM + 50; n += 1) {
        attackers.push(connect({ host: hostname, port: Number(port) }).on('error', () => undefined));
      }
      const closedByLimit = async () =>
        /droptrack_http_connections_closed_total\{reason="limit"\} (\d+)/.exec(await api.figures());
      await until(async () => Number((await closedByLimit())?.[1] ?? 0) >= 50);
    });
  },
);
