import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { ApiKeyRepository, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase } from '@droptrack/persistence/testing';
import { dropDefinition } from './definitions';
import { describeWithNginx, NginxServer } from './nginx-server';

const GUIDE = join(__dirname, '../../../docs/operating.md');
const PROGRAMS = process.env['DROPTRACK_TEST_PROGRAMS'] ?? '';
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
/** Concurrent clients. */
const CLIENTS = 8;
/** Responses between two restarts of instances. */
const RESPONSES_BETWEEN = 100;

/** Instance of the API in its own process, which can be restarted on its port. */
class ApiProcess {
  #child: ChildProcess | null = null;
  constructor(
    readonly port: number,
    private readonly databaseUrl: string,
  ) {}

  /** Starts the process and waits until `/readyz` returns 200. */
  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [join(PROGRAMS, 'api/main.js')], {
      env: {
        ...process.env,
        DATABASE_URL: this.databaseUrl,
        REDIS_URL: '',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        METRICS_PORT: '0',
        PUBLIC_URL: 'http://localhost:3000',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    });
    const status = () =>
      fetch(`http://127.0.0.1:${this.port}/readyz`).then(
        (response) => response.status,
        () => 0,
      );
    while ((await status()) !== 200) {
      if (this.#child.exitCode !== null) throw new Error(`The API exited with code ${this.#child.exitCode}`);
      await pause(50);
    }
  }

  /** Sends SIGTERM and waits for the exit, as a deployment does. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

describeWithNginx('a rolling restart behind nginx with the configuration of docs/operating.md', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let key: string;
  let instances: ApiProcess[];
  let nginx: NginxServer;
  let port: number;
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
    await applyDefinitions(db, { origin: 'test', definitions: [dropDefinition('linea')], nowMs: Date.now() });
    const terms = { plan: 'scale', label: 'test', requestsPerMinute: 1_000_000 } as const;
    key = (await new ApiKeyRepository(db).issue(terms)).secret;
    const ports = await freePorts(4);
    port = ports.pop() ?? 0;
    instances = ports.map((each) => new ApiProcess(each, database.url));
    await Promise.all(instances.map((instance) => instance.start()));
    nginx = await NginxServer.start(configurationOf(await readFile(GUIDE, 'utf8'), ports, port));
    while ((await ask('GET', '/readyz').catch(() => 0)) !== 200) await pause(20);
  });
  afterAll(async () => {
    agent.destroy();
    await nginx.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
    await db.close();
    await database.drop();
  });

  /** Returns the status once the response is complete. */
  const ask = (method: 'GET' | 'POST', path: string, body?: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });

  // With the default max_fails of nginx, a few such responses exclude all instances for ten seconds.
  it('uses every instance after all of them returned 503', async () => {
    const unavailable = await db.transaction(async (sql) => {
      await sql.query('LOCK TABLE webhook_endpoints IN ACCESS EXCLUSIVE MODE');
      return Promise.all(instances.map(() => ask('GET', '/v1/webhooks')));
    });
    expect(unavailable).toEqual(instances.map(() => 503));
    const statuses = await Promise.all(Array.from({ length: 30 }, () => ask('GET', '/v1/drops')));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('loses no idempotent request', async () => {
    const responses: Record<string, number> = {};
    let [answered, isOver] = [0, false];
    const client = async (first: number) => {
      for (let n = first; !isOver; n += 1) {
        const status =
          n % 3 === 0
            ? ask('POST', '/v1/eligibility', { wallet: WALLET, drop: 'linea' })
            : ask('GET', n % 3 === 1 ? '/v1/drops' : '/v1/drops/linea/hype');
        const outcome = String(await status.catch((error: NodeJS.ErrnoException) => error.code));
        responses[outcome] = (responses[outcome] ?? 0) + 1;
        answered += 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, first) => client(first));
    const moreResponses = async () => {
      for (const before = answered; answered < before + RESPONSES_BETWEEN;) await pause(5);
    };
    await moreResponses();
    for (const instance of instances) {
      await instance.stop();
      await moreResponses();
      await instance.start();
      await moreResponses();
    }
    isOver = true;
    await Promise.all(clients);
    expect(responses).toEqual({ '200': answered });
  }, 600_000);
});

/** Configuration of the guide with the addresses of the test. */
function configurationOf(guide: string, ports: readonly number[], listenPort: number): string {
  const [, lines = ''] = /```nginx\n([^]*?)```/.exec(guide) ?? [];
  const left = [...ports];
  const addressed = lines.replace(/server 10\.0\.0\.\d:3000/g, () => `server 127.0.0.1:${left.shift()}`);
  expect([left, addressed.match(/listen 80;/g)]).toEqual([[], ['listen 80;']]);
  return addressed.replace('listen 80;', `listen 127.0.0.1:${listenPort};`);
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
