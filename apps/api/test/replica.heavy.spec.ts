import { fact } from '@droptrack/catalogue/testing';
import { confirmLog, openDatabase } from '@droptrack/persistence';
import { startTestServer } from '@droptrack/persistence/testing';
import { join } from 'node:path';
import { dropDefinition } from './definitions';
import { evmWallet, publishList } from './lists';
import { type ReplicaService, startReplicaService } from './replica-service';
import { until } from './until';
import { URL } from './webhook-terms';

const WALLET = evmWallet('1');
const TOKEN = { symbol: fact('LINEA'), decimals: fact(18), address: null };
const drop = (id: string) => dropDefinition(id, { token: TOKEN });

describe('an instance that reads a streaming replica', () => {
  let service: ReplicaService;
  beforeAll(async () => {
    service = await startReplicaService([drop('linea'), drop('scroll')]);
    await until(async () => (await service.get('/v1/drops')).statusCode === 200);
  });
  afterAll(() => service.stop());

  const check = (id: string) => service.sdk.eligibility.check({ wallet: WALLET, drop: id });
  const dataAsOf = async () => Date.parse(String((await service.get('/v1/drops')).headers['x-data-as-of']));
  const sql = (statement: string) => service.primary.query(statement);

  it('serves what the primary has recorded, complete up to an instant that the primary has confirmed', async () => {
    const beforeMs = await dataAsOf();
    await publishList(service.primary, 'linea', { [WALLET]: 5n });
    await service.caughtUp();
    expect(await check('linea')).toMatchObject({ eligible: true });
    await until(async () => (await dataAsOf()) > beforeMs);
    const { asOfMs } = await confirmLog(service.primary);
    expect(await dataAsOf()).toBeLessThanOrEqual(asOfMs);
    const { status, checks } = (await service.readiness()).json<{ status: string; checks: Record<string, number> }>();
    expect([status, (checks['replica_lag_seconds'] ?? NaN) < 10]).toEqual(['ready', true]);
  });

  // Requests that only read must not need the primary.
  it('reads the log, points, events and lists from the replica', async () => {
    const { secret } = await service.issueKey('scale');
    const paths = ['/v1/drops/linea/hype', '/v1/drops/linea/explain', '/v1/events', '/v1/snapshots/drops'];
    const get = async (url: string) =>
      (await service.inject({ method: 'GET', url, headers: { authorization: `Bearer ${secret}` } })).statusCode;
    await until(async () => (await get('/v1/me')) === 200);
    for (const path of paths) expect([path, await get(path)]).toEqual([path, 200]);
    const sessions = await service.primary.query<{ name: string }>(
      'SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database()',
    );
    const names = sessions.map(({ name }) => name);
    expect(names).toContain('droptrack primary watch');
    expect(names).not.toContain('droptrack log follower');
    expect(names).not.toContain('droptrack snapshots');
  });

  // The list is active on the primary, and its rows are unknown here: "no" would be wrong.
  it('returns no wrong "ineligible" for a list that is not replicated yet', async () => {
    const before = await check('scroll');
    expect(before.eligible).not.toBe(true);
    await service.standby.pause();
    await publishList(service.primary, 'scroll', { [WALLET]: 5n });
    const { asOfMs } = await confirmLog(service.primary);
    const paused = await check('scroll');
    expect(paused).toMatchObject({ eligible: before.eligible, reasons: before.reasons });
    expect(Date.parse(paused.as_of)).toBeLessThan(asOfMs);
    await service.standby.resume();
    await service.caughtUp();
    expect(await check('scroll')).toMatchObject({ eligible: true });
  });

  it('rejects a revoked key although the revocation is not replicated yet', async () => {
    const { key, secret } = await service.issueKey('pro');
    const status = async () =>
      (await service.inject({ method: 'GET', url: '/v1/drops', headers: { authorization: `Bearer ${secret}` } }))
        .statusCode;
    await until(async () => (await status()) === 200);
    await service.standby.pause();
    await service.revokeKey(key.id);
    await until(async () => (await status()) === 401);
    await service.standby.resume();
  });

  it('believes no replica that lacks a revocation which the primary has reported, once the primary is away', async () => {
    const [known, unused, last] = [
      await service.issueKey('pro'),
      await service.issueKey('pro'),
      await service.issueKey('pro'),
    ];
    const status = async ({ secret }: { secret: string }) =>
      (await service.inject({ method: 'GET', url: '/v1/drops', headers: { authorization: `Bearer ${secret}` } }))
        .statusCode;
    const keysIn = (db: typeof service.replica) =>
      db.query<{ version: string }>('SELECT version::text FROM key_changes').then(([row]) => row?.version);
    await until(async () => (await keysIn(service.replica)) === (await keysIn(service.primary)));
    await until(async () => (await status(known)) === 200 && (await status(last)) === 200);
    await service.standby.pause();
    for (const { key } of [known, unused, last]) await service.revokeKey(key.id);
    await until(async () => (await status(last)) === 401);
    // The instance reads the number of changes before each of its confirmations.
    const confirmed = new Set<string>();
    await until(async () => {
      const [head] = await service.primary.query<{ at: string }>('SELECT complete_until::text AS at FROM log_head');
      return confirmed.add(String(head?.at)).size > 3;
    });
    await service.links.primary.cut();
    service.passTime(2_000);
    expect(await status(unused)).toBe(503);
    service.passTime(60_000);
    expect(await status(known)).toBe(503);
    await service.standby.resume();
    await until(async () => (await status(unused)) === 401 && (await status(known)) === 401);
    await service.links.primary.restore();
    await until(async () => (await service.metrics()).match(/\ndroptrack_primary_contact_age_seconds 0\.\d/) !== null);
  });

  it('does not start if the replica follows another database than the primary', async () => {
    const other = await startTestServer(join(__dirname, '../../../prisma/migrations'));
    const db = openDatabase(other.templateUrl, { poolSize: 2, applicationName: 'test' });
    await expect(service.assembleWith(db)).rejects.toThrow(
      'The replica at DATABASE_READ_URL follows another database than DATABASE_URL: set both to servers of one',
    );
    await db.close();
    await other.stop();
  });

  it('continues to read for an hour while the primary is away, also with new instances and keys', async () => {
    const { key, secret } = await service.issueKey('pro');
    const replicated = async () =>
      (await service.replica.query('SELECT FROM api_keys WHERE id = $1', [key.id])).length === 1;
    await until(replicated);
    await service.links.primary.cut();
    service.passTime(300_000);
    // The next poll of the replica counts as contact.
    await until(async () => (await service.readiness()).statusCode === 200);
    expect(await check('linea')).toMatchObject({ eligible: true });
    const fresh = await service.inject({
      method: 'GET',
      url: '/v1/me',
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(fresh.statusCode).toBe(200);
    await expect(service.sdk.webhooks.create({ url: URL, events: ['*'] })).rejects.toMatchObject({ status: 503 });
    await service.withAnother(async ({ get }) => {
      expect((await get('/v1/drops')).statusCode).toBe(200);
    });
    // A primary that is only cut off may have revoked any key since.
    service.passTime(3_600_000);
    await until(async () => (await service.get('/v1/drops')).statusCode === 503);
    expect((await service.readiness()).json<{ detail: string }>().detail).toMatch(
      /the primary has confirmed no keys for/,
    );
    await service.links.primary.restore();
    const writes = () =>
      service.sdk.webhooks.create({ url: URL, events: ['*'] }).then(
        () => true,
        () => false,
      );
    await until(writes);
  });

  it('is not ready while the replica is more than 10 s behind, and says so', async () => {
    await service.standby.pause();
    await sql(`UPDATE log_head SET complete_until = complete_until + interval '20 seconds'`);
    await until(async () => (await service.readiness()).statusCode === 503);
    expect((await service.readiness()).json<{ detail: string }>().detail).toMatch(
      // The instant that this test has confirmed is ahead of the clock of the primary, which is named too.
      /^Not ready: (the log is .* set back; )?the replica is \d+(\.\d+)? s behind the primary, see DATABASE_READ_URL$/,
    );
    expect(await service.metrics()).toMatch(/\ndroptrack_replica_lag_seconds [12]\d/);
    expect((await service.get('/v1/drops')).statusCode).toBe(200);
    await service.standby.resume();
    await until(async () => !(await service.metrics()).includes('droptrack_replica_lag_seconds 2'));
  });

  it('is not ready 10 s after the last contact to the replica', async () => {
    await service.links.replica.cut();
    service.passTime(11_000);
    expect((await service.readiness()).statusCode).toBe(503);
    expect((await service.get('/v1/drops')).statusCode).toBe(200);
    await service.links.replica.restore();
  });

  it('never took a lag for another log', () => expect(service.logErrors).toEqual([]));
});
