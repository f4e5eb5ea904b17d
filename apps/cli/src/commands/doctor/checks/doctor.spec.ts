import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  applyDefinitions,
  deleteWorkerClock,
  recordWorkerClock,
  openDatabase,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { readCatalogue } from '../../catalogue/files/read-catalogue';
import { checkApi, doctor, type DoctorDeps } from '../doctor';
import { ConfigError, loadConfig } from '../../../config/config';
import { findPlaces } from '../../../config/places';
import { recordedOutput } from '../../../testing/recorded-output';
import { checkClock, checkServerVersion, checkSession } from './check-database';
import { checkExplorer } from './check-explorer';
import { checkWorker, checkWorkerClocks, examineDatabase } from './examine-database';
import type { ServiceRecord } from '../../../database/service-file';
import type { Finding } from './finding';

/** Time limit for a notification, longer than pauses of a busy machine. */
const PATIENCE_MS = 20_000;

const places = findPlaces(__dirname);
const states = (findings: readonly Finding[]) => findings.map(({ check, state }) => `${check} ${state}`);

describe('checkApi', () => {
  const check = (isExpected: boolean, fetch: () => Promise<Response>) =>
    checkApi({ url: 'http://127.0.0.1:3000', isExpected, fetch });
  const unreachable = () => Promise.reject(new TypeError('fetch failed'));

  it('distinguishes ready, not ready, another program and no response', async () => {
    expect(await check(true, async () => Response.json({ status: 'ready' }))).toMatchObject({ state: 'ok' });
    const unready = async () => Response.json({ status: 503, code: 'unavailable', detail: 'behind' }, { status: 503 });
    expect(await check(true, unready)).toMatchObject({ state: 'fail', message: expect.stringContaining('behind') });
    expect(await check(false, async () => new Response('<html>'))).toMatchObject({ state: 'warn' });
    expect(await check(false, unreachable)).toMatchObject({ state: 'warn' });
    expect(await check(true, unreachable)).toMatchObject({ state: 'fail' });
  });
});

describe('checkExplorer', () => {
  const url = 'http://127.0.0.1:3001';
  const check = (isExpected: boolean, fetch: (target: string) => Promise<Response>) =>
    checkExplorer({ url, isExpected, fetch: (target) => fetch(String(target)) });
  const page = (status: number) => new Response('<title>Status · Droptrack</title>', { status });
  const unreachable = () => Promise.reject(new TypeError('fetch failed'));

  it('reads a page that needs the API', async () => {
    const targets: string[] = [];
    const fetch = async (target: string) => page(targets.push(target) && 200);
    expect(await check(true, fetch)).toMatchObject({ state: 'ok', message: `The explorer at ${url} shows the data of the API` }); // prettier-ignore
    expect(targets).toEqual([`${url}/healthz`, `${url}/status`]);
  });

  it('distinguishes pages without data, another program and no response', async () => {
    expect(await check(true, async () => page(503))).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('cannot show the data of the API (status 503)'),
      advice: expect.stringContaining('EXPLORER_API_KEY'),
    });
    expect(await check(true, async () => new Response('<html>'))).toMatchObject({ state: 'warn' });
    expect(await check(true, unreachable)).toMatchObject({ state: 'fail' });
    const isHanging = (target: string) => (target.endsWith('/healthz') ? Promise.resolve(page(200)) : unreachable());
    expect(await check(true, isHanging)).toMatchObject({ state: 'warn' });
  });

  // The explorer is optional, so a service without one needs no advice.
  it('accepts that no explorer runs unless the service has announced one', async () => {
    expect(await check(false, unreachable)).toMatchObject({ state: 'ok', advice: null });
  });
});

describe('the database', () => {
  let [database, db]: [TestDatabase, Database] = [null!, null!];
  const options = { poolSize: 1, applicationName: 'test' };
  const webhooks = { openBox: async () => null, allowInsecure: false };
  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase(database.url, options);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  const examine = (url = database.url, migrations = places.migrations) =>
    examineDatabase({ url, kind: 'configured' }, { migrations }, webhooks, Date.now, PATIENCE_MS);

  // The first load of an unread log is dated back; a doctor that reads the log would prevent that.
  it('is checked without reading the log while it is empty', async () => {
    const findings = await examine();
    expect(states(findings)).toEqual([
      'database ok',
      'version ok',
      'session ok',
      'clock ok',
      'migrations ok',
      'log warn',
      'lists ok',
      'worker ok',
      'sources warn',
      'events ok',
      'deliveries ok',
      'endpoints ok',
      'webhook key ok',
    ]);
    expect(await db.query("SELECT FROM log_head WHERE complete_until = 'epoch'")).toHaveLength(1);
  });

  it('is checked down to notifications once it has data', async () => {
    const { definitions } = await readCatalogue(places.catalogue);
    await applyDefinitions(db, { origin: 'catalogue', definitions: definitions.slice(0, 3), nowMs: Date.now() });
    expect(states(await examine()).slice(5, 10)).toEqual([
      ...['log ok', 'notifications ok', 'lists ok', 'worker ok', 'sources warn'],
    ]);
  });

  // The API keeps responding without a worker: this check shows it.
  it('reports due drops that no worker recomputes', async () => {
    const waiting = (sinceMs: number) =>
      db.query('UPDATE drop_dues SET due_at = to_timestamp($1::float8 / 1000)', [sinceMs]);
    const nowMs = Date.now();
    await waiting(nowMs - 299_000);
    expect(await checkWorker(db, () => nowMs)).toMatchObject({
      state: 'ok',
      message: '3 drops in the recompute queue',
    });
    await waiting(nowMs - 7 * 60_000);
    expect(await checkWorker(db, () => nowMs)).toMatchObject({
      state: 'warn',
      message: '3 drops in the recompute queue, the oldest for 7 minutes',
    });
    await waiting(nowMs + 60_000);
    expect(await checkWorker(db, () => nowMs)).toMatchObject({ state: 'ok', message: 'The recompute queue is empty' });
  });

  it('names each running worker with a wrong clock, and no ended one', async () => {
    expect(await checkWorkerClocks(db)).toEqual([]);
    await recordWorkerClock(db, { worker: 'one/1', skewMs: 499 });
    await recordWorkerClock(db, { worker: 'two/2', skewMs: -3_600_000 });
    await recordWorkerClock(db, { worker: 'gone/3', skewMs: 60_000 });
    await db.query(`UPDATE worker_clocks SET seen_at = seen_at - interval '2 minutes' WHERE worker = 'gone/3'`);
    const message = 'The clock of worker two/2 is 3600.0 s ahead of the database clock: it leases no work';
    expect(await checkWorkerClocks(db)).toMatchObject([{ check: 'worker clock', state: 'fail', message }]);
    expect(states(await examine())).toContain('worker clock fail');
    await deleteWorkerClock(db, 'two/2');
    expect(await checkWorkerClocks(db)).toEqual([]);
  });

  it('leaves no lock and no session behind', async () => {
    await examine();
    const mine = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ 'doctor|log'";
    // The server ends a session shortly after its connection.
    while ((await db.query(mine)).length > 0);
    const locks =
      "locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    expect(await db.query(`SELECT FROM pg_locks WHERE ${locks}`)).toEqual([]);
  });

  it('that does not respond is one finding, without its password', async () => {
    const [finding, ...rest] = await examine('postgres://droptrack:secret@127.0.0.1:1/x');
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ check: 'database', state: 'fail' });
    expect(finding?.message).toContain('postgres://droptrack@127.0.0.1:1/x: ');
    expect(finding?.message).toContain('connection refused');
    expect(JSON.stringify(finding)).not.toContain('secret');
  });

  it('that a newer version has migrated is rejected', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'droptrack-migrations-'));
    const findings = await examine(database.url, empty);
    rmSync(empty, { recursive: true });
    expect(findings.at(-1)).toMatchObject({ check: 'migrations', state: 'fail' });
  });

  // Like a pooler in transaction mode: another server connection while the first one is busy.
  it('behind transaction pooling is rejected', async () => {
    const servers = [openDatabase(database.url, options), openDatabase(database.url, options)];
    const [first, second] = servers as [Database, Database];
    let busy = false;
    const pooled = { query: (text: string) => (busy ? second : first).query(text) } as unknown as Database;
    const other = {
      transaction: async (work: (sql: Database) => Promise<unknown>) => {
        busy = true;
        return work(first).finally(() => (busy = false));
      },
    } as unknown as Database;
    const finding = await checkSession(pooled, other);
    expect(finding).toMatchObject({ state: 'fail', message: expect.stringContaining('advisory lock, LISTEN') });
    await Promise.all(servers.map((server) => server.close()));
  });

  it('that is too old, or has a wrong clock, is rejected', async () => {
    const old = { query: async () => [{ number: 130_011, version: '13.11' }] } as unknown as Database;
    expect(await checkServerVersion(old)).toMatchObject({ state: 'fail' });
    for (const [shiftMs, words] of [
      [-60_000, 'ahead of'],
      [60_000, 'behind'],
    ] as const) {
      const message = expect.stringMatching(new RegExp(`at least \\d+ ms ${words} the clock of this machine$`));
      expect(await checkClock(db, () => Date.now() + shiftMs)).toMatchObject({ state: 'fail', message });
    }
  });

  // On a busy machine: the exact instant of the reading within that time is unknown.
  it('that responds slowly has no wrong clock for that reason', async () => {
    const answered = (clockMs: number) => {
      const times = [10_000, 14_000];
      const slow = { query: async () => [{ ms: clockMs }] } as unknown as Database;
      return checkClock(slow, () => times.shift() ?? NaN);
    };
    for (const clockMs of [9_500, 10_000, 14_000, 14_500]) expect((await answered(clockMs)).state).toBe('ok');
    expect((await answered(10_001)).message).toBe('The database clock is within 3999 ms of the clock of this machine');
    expect((await answered(9_499)).message).toBe(
      'The database clock is at least 501 ms behind the clock of this machine',
    );
    expect((await answered(14_501)).message).toBe(
      'The database clock is at least 501 ms ahead of the clock of this machine',
    );
  });
});

describe('doctor', () => {
  const run = async (over: Partial<DoctorDeps> = {}) => {
    const { output, said } = recordedOutput();
    const code = await doctor({
      readConfig: () => loadConfig({ DATABASE_URL: 'postgres://x/y' }, '/'),
      misspelt: [],
      readService: async () => null,
      withDatabase: (work) => work({ url: 'postgres://x', kind: 'service' }),
      examineDatabase: async () => [{ check: 'database', state: 'ok', message: 'there', advice: null }],
      fetch: async (target) =>
        String(target).startsWith('http://127.0.0.1:3001')
          ? new Response('<title>Status · Droptrack</title>')
          : Response.json({ status: 'ready' }),
      probe: null,
      nodeVersion: '24.1.0',
      output,
      ...over,
    });
    return { code, text: said.text, document: said.document };
  };

  it('succeeds when everything is ok', async () => {
    const { code, text, document } = await run();
    expect(code).toBe(0);
    expect(text).toMatch(/all checks passed$/);
    expect(document).toMatchObject({ ok: true });
  });

  it('warns of a variable that is a setting except for typos', async () => {
    const { text } = await run({ misspelt: [{ written: 'TRUSTED_PROXY', meant: 'TRUSTED_PROXIES' }] });
    expect(text).toMatch(/warn +config +TRUSTED_PROXY is no setting.*\n +→ Rename it to TRUSTED_PROXIES if/);
  });

  it('checks the explorer where the service has announced it, also in a record of an earlier version', async () => {
    const record = { pid: 1, startedAt: '', apiUrl: 'http://127.0.0.1:3000', databaseUrl: null };
    const explorerUrl = 'http://127.0.0.1:49999';
    const fetch = async (target: string | URL | Request) => {
      if (String(target).startsWith(explorerUrl)) throw new TypeError('fetch failed');
      return String(target).includes(':3001')
        ? new Response('· Droptrack</title>')
        : Response.json({ status: 'ready' });
    };
    const { document } = await run({ readService: async () => ({ ...record, explorerUrl }), fetch });
    const down = { check: 'explorer', state: 'fail', message: `The explorer at ${explorerUrl} does not respond` };
    expect(document).toMatchObject({ ok: false, findings: expect.arrayContaining([expect.objectContaining(down)]) });
    const former = await run({ readService: async () => record as ServiceRecord, fetch });
    expect(former.document).toMatchObject({ ok: true });
  });

  it('fails when any check fails, with a remedy', async () => {
    const away = { check: 'database', state: 'fail', message: 'away', advice: 'Start it.' } as const;
    const { code, text } = await run({ examineDatabase: async () => [away] });
    expect(code).toBe(1);
    expect(text).toMatch(/fail +database +away\n +→ Start it\.[^]*\n\n1 check failed$/);
  });

  it('asks no source unless it is wanted, and fails when one that is asked fails', async () => {
    const away = {
      check: 'probe github',
      state: 'fail',
      message: 'x: connection failed (network)',
      advice: 'y',
    } as const;
    const { code, document } = await run({ probe: async () => [away] });
    expect([code, (await run()).code]).toEqual([1, 0]);
    expect(document).toMatchObject({ ok: false, findings: expect.arrayContaining([away]) });
  });

  it('shows every error of the environment as a finding', async () => {
    const readConfig = () => {
      throw new ConfigError(['PORT must be …', 'DATABASE_URL must …']);
    };
    const { document } = await run({ readConfig });
    expect(document).toMatchObject({ findings: [{}, { check: 'config' }, { check: 'config' }] });
  });
});
