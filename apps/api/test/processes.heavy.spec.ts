import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiKeyRepository, applyDefinitions, openDatabase, type Database } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, freePort, startProgram } from '@droptrack/program/testing';
import { ApiProcess } from './api-process';
import { dropDefinition } from './definitions';
import { exchange } from './exchange';
import { RequestLoad } from './request-load';
import { until } from './until';

const PER_SECOND = 50;
const REQUESTS = [
  { method: 'GET', path: '/v1/drops' },
  { method: 'GET', path: '/v1/drops/linea/hype' },
] as const;

describe('API_PROCESSES=2', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let key: string;
  let metricsPort: number;
  let api: ApiProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    await applyDefinitions(db, { origin: 'test', definitions: [dropDefinition('linea')], nowMs: Date.now() });
    const terms = { plan: 'scale', label: 'test', requestsPerMinute: 1_000_000 } as const;
    key = (await new ApiKeyRepository(db).issue(terms)).secret;
    metricsPort = await freePort();
    api = new ApiProcess(await freePort(), group({ METRICS_PORT: String(metricsPort) }));
    await api.start();
    await untilListening(api);
  });
  afterAll(async () => {
    await api.stop('SIGKILL');
    await db.close();
    await database.drop();
  });

  const group = (env: Readonly<Record<string, string>>) => ({
    DATABASE_URL: database.url,
    API_PROCESSES: '2',
    LOG_LEVEL: 'info',
    ...env,
  });
  /** Lines of the log with this message. */
  const lines = (message: string, { output } = api) =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg?: string; level?: string; pid?: number })
      .filter(({ msg }) => msg?.includes(message));
  /** Waits for the lines of both processes and of the primary one, and of those that replaced some: they can be later than the replacement. */
  const untilListening = (group: ApiProcess, replacements = 0) =>
    until(() => Promise.resolve(lines('listening', group).length === 3 + replacements));
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const metric = async (pattern: RegExp) => Number(pattern.exec(await metrics())?.[1]);
  const answers = () => metric(/^droptrack_http_answers_total\{route="\/v1\/drops",status="200"\} (\d+)$/m);
  const processes = () => metric(/^droptrack_processes (\d+)$/m);
  /** With connections that are kept, a GET that meets the end of an idle one is sent again, as HTTP expects of clients. */
  const load = (keepAlive: boolean) =>
    new RequestLoad({
      origin: `http://127.0.0.1:${api.port}`,
      headers: { authorization: `Bearer ${key}` },
      perSecond: PER_SECOND,
      requests: REQUESTS,
      keepAlive,
      repeatsOnReused: true,
    });
  /** Numbers of the processes that have served requests, as their lines say. Connections and routes both take turns. */
  const serving = () =>
    new Set(
      api.output.match(/"process":\d+,"requestId"[^\n]*"route":"\/v1\/drops/g)?.map((line) => line.split(',', 1)[0]),
    );

  it('serves from both, and sums what they count', async () => {
    const before = (await answers()) || 0;
    const requests = load(false);
    await requests.more(100);
    expect(await requests.end()).toEqual({ '200': requests.sent });
    expect((await answers()) - before).toBe(Math.ceil(requests.sent / 2));
    await until(() => Promise.resolve(serving().size === 2));
    // Not the sum of both.
    expect(await metric(/^droptrack_log_seq (\d+)$/m)).toBe(
      Number((await db.query<{ seq: string }>('SELECT seq FROM log_head'))[0]?.seq),
    );
  });

  it('replaces both at SIGHUP without losing a request, and keeps what they have counted', async () => {
    const before = await answers();
    const [kept, fresh] = [load(true), load(false)];
    await Promise.all([kept.more(20), fresh.more(20)]);
    api.signal('SIGHUP');
    while (!api.output.includes('rolling restart done')) await pause(50);
    await untilListening(api, 2);
    await Promise.all([kept.more(20), fresh.more(20)]);
    for (const requests of [kept, fresh]) {
      // 503 is an answer, too: on a busy machine, the database can be too slow for the series of a drop.
      const { 200: served = 0, 503: tooSlow = 0, ...lost } = await requests.end();
      expect([lost, served + tooSlow]).toEqual([{}, requests.sent]);
      expect(tooSlow).toBeLessThan(requests.sent / 100);
    }
    expect(lines('process replaced')).toHaveLength(2);
    expect(await processes()).toBe(2);
    expect((await answers()) - before).toBe(Math.ceil(kept.sent / 2) + Math.ceil(fresh.sent / 2));
  });

  it('replaces a process that is killed, while the other one serves', async () => {
    const requests = load(false);
    await requests.more(20);
    const before = await answers();
    const pid = lines('listening').at(-1)?.pid ?? 0;
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGKILL');
    await until(async () => api.output.includes('was ended by SIGKILL') && (await processes()) === 2);
    await untilListening(api, 3);
    await requests.more(20);
    const { 200: served = 0, ...lost } = await requests.end();
    // Only what the killed process was at.
    expect(Object.keys(lost).filter((outcome) => outcome !== 'ECONNRESET')).toEqual([]);
    expect(requests.sent - served).toBeLessThan(10);
    expect(await answers()).toBeGreaterThanOrEqual(before);
    expect(await metric(/^droptrack_process_ends_total (\d+)$/m)).toBe(1);
  });

  it('replaces a process that hangs, and frees the clients that wait for it', async () => {
    const before = await metric(/^droptrack_process_ends_total (\d+)$/m);
    const pid = lines('listening').at(-1)?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    // Connections take turns: one of two meets the process that hangs.
    const waiting = [1, 2].map(() =>
      exchange(`http://127.0.0.1:${api.port}`, { method: 'GET', path: '/healthz' }).then(
        ({ status }) => status,
        ({ code }: NodeJS.ErrnoException) => code,
      ),
    );
    await until(async () => (await metric(/^droptrack_process_ends_total (\d+)$/m)) === before + 1);
    await until(async () => (await processes()) === 2);
    expect((await Promise.all(waiting)).sort()).toEqual([200, 'ECONNRESET']);
    expect(lines('process hangs and is killed')).toMatchObject([{ pid, level: 'error' }]);
    expect(lines('was ended by SIGKILL, another one starts').at(-1)).toMatchObject({ pid });
  });

  it('ends as a whole at SIGTERM, also while a connection is open to its metrics', async () => {
    const silent = connect(metricsPort, '127.0.0.1');
    await once(silent, 'connect');
    await metrics();
    const closed = once(silent.resume(), 'close');
    expect(await api.stop()).toBe(0);
    await closed;
    await expect(fetch(`http://127.0.0.1:${api.port}/healthz`)).rejects.toThrow();
  });

  // Until then, the first process would get the streams of both, and reject those beyond its limit.
  it('is ready once all processes serve', async () => {
    const ownMetrics = await freePort();
    const starting = new ApiProcess(await freePort(), group({ METRICS_PORT: String(ownMetrics) }));
    const reasons = new Set<string>();
    try {
      const child = starting.launch();
      for (let status = 0; status !== 200 && child.exitCode === null; await pause(5)) {
        const response = await fetch(`http://127.0.0.1:${starting.port}/readyz`).catch(() => null);
        status = response?.status ?? 0;
        if (status === 503) reasons.add(((await response?.json()) as { detail: string }).detail);
      }
      expect(await (await fetch(`http://127.0.0.1:${ownMetrics}/metrics`)).text()).toContain(
        '\ndroptrack_processes 2\n',
      );
      expect([...reasons]).toEqual(['Not ready: other processes of this instance are starting']);
    } finally {
      await starting.stop('SIGKILL');
    }
  });

  it('reports to its parent once all processes serve, as `droptrack up` expects', async () => {
    const env = { DATABASE_URL: database.url, API_PROCESSES: '2', LOG_LEVEL: 'silent', PORT: '0', METRICS_PORT: '0' };
    const program = await startProgram(builtProgram('api'), env);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
    await program.stop();
  });

  it('states once why it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    for (const [env, code, reason] of [
      [{ PORT: String(port) }, 1, `Port ${port} is taken by another program`],
      [{ DATABASE_POOL_SIZE: '0' }, 2, 'DATABASE_POOL_SIZE'],
    ] as const) {
      const failing = new ApiProcess(await freePort(), { ...group({ LOG_LEVEL: 'silent' }), ...env });
      failing.launch();
      expect(await failing.end()).toBe(code);
      expect(lines('', failing)).toEqual([
        expect.objectContaining({ level: 'fatal', msg: expect.stringContaining(reason) as string }),
      ]);
    }
    taken.close();
  });

  it('runs as `droptrack api`, and gives up when no process serves and none can start', async () => {
    const failing = new ApiProcess(await freePort(), group({}), [builtProgram('cli'), 'api']);
    await failing.start();
    await untilListening(failing);
    const pids = lines('listening', failing).flatMap(({ pid }) => pid ?? []);
    expect(pids).toHaveLength(2);
    // From now on no process starts: the database is older than the program.
    await db.query('DELETE FROM _prisma_migrations');
    pids.forEach((pid) => process.kill(pid, 'SIGKILL'));
    expect(await failing.end()).toBe(1);
    const last = lines('', failing).at(-1);
    expect(last).toMatchObject({ level: 'fatal', msg: 'No process serves, and 5 starts in a row have failed' });
  });
});
