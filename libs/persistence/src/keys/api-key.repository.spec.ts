import { type Database, openDatabase } from '../database/database';
import { DatabaseRejectedError } from '../database/errors';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { generateApiKey, hashApiKey } from './api-key';
import { type ApiKeyChange, ApiKeyNotFoundError, ApiKeyRepository, GRACE_PERIOD_SECONDS } from './api-key.repository';

const NOW = new Date('2026-08-22T10:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

let test: TestDatabase;
let db: Database;
let keys: ApiKeyRepository;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  keys = new ApiKeyRepository(db);
});
beforeEach(() => db.query('DELETE FROM api_keys'));
afterAll(async () => {
  await db.close();
  await test.drop();
});

const issue = (over: Partial<Parameters<ApiKeyRepository['issue']>[0]> = {}) =>
  keys.issue({ plan: 'pro', label: 'test', ...over });
const find = async (secret: string) => (await keys.findByHashes([hashApiKey(secret)]))[0] ?? null;

describe('issuing', () => {
  it('returns a key that is found by its hash', async () => {
    const { key, secret } = await issue({ plan: 'scale', requestsPerMinute: 50_000, expiresAt: after(60) });
    expect(key).toMatchObject({
      id: expect.stringMatching(/^key_[a-z0-9]{20}$/),
      prefix: secret.slice(0, 8),
      last4: secret.slice(-4),
      plan: 'scale',
      requestsPerMinute: 50_000,
      expiresAt: after(60),
      revokedAt: null,
    });
    expect(await find(secret)).toEqual(key);
    expect(await find(`${secret}x`)).toBeNull();
  });

  it('finds many keys in one query, in the order of the request', async () => {
    const [one, two] = [await issue({ label: 'one' }), await issue({ label: 'two' })];
    const queries = jest.spyOn(db, 'query');
    const asked = [two.secret, generateApiKey(), one.secret, two.secret].map(hashApiKey);
    expect((await keys.findByHashes(asked)).map((key) => key?.label ?? null)).toEqual(['two', null, 'one', 'two']);
    expect(queries).toHaveBeenCalledTimes(1);
    queries.mockRestore();
    expect(await keys.findByHashes([])).toEqual([]);
  });

  it('does not store the key itself', async () => {
    const issued = await issue();
    const rotated = await keys.rotate(issued.key.id, 60, NOW);
    const tables = await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const rows = await Promise.all(tables.map(({ name }) => db.query(`SELECT t::text FROM ${name} AS t`)));
    const text = JSON.stringify(rows);
    for (const secret of [issued.secret, rotated.secret]) {
      expect(text).not.toContain(secret.slice(8, -4));
      expect(text).toContain(hashApiKey(secret).toString('hex'));
    }
  });

  it.each([
    { plan: 'free' as const, requestsPerMinute: 20_000 },
    { plan: 'scale' as const, requestsPerMinute: 9_999 },
    { label: '' },
  ])('rejects %p', async (given) => {
    await expect(issue(given)).rejects.toBeInstanceOf(DatabaseRejectedError);
  });

  it('lists the newest first', async () => {
    const { key } = await issue({ label: 'older' });
    await issue({ label: 'newer' });
    await db.query(`UPDATE api_keys SET created_at = created_at - interval '1 minute' WHERE id = $1`, [key.id]);
    expect((await keys.list()).map(({ label }) => label)).toEqual(['newer', 'older']);
  });
});

describe('rotating', () => {
  const { min, default: usual } = GRACE_PERIOD_SECONDS;
  it.each([min, usual])('returns a key with the same terms, and expires the old one after %p s', async (seconds) => {
    const { key: old, secret: oldSecret } = await issue({ plan: 'scale', requestsPerMinute: 50_000, label: 'mine' });
    const { key, secret } = await keys.rotate(old.id, seconds, NOW);
    expect(key).toMatchObject({ plan: 'scale', requestsPerMinute: 50_000, label: 'mine', expiresAt: null });
    expect(secret).not.toBe(oldSecret);
    expect(await find(oldSecret)).toMatchObject({ expiresAt: after(seconds), replacedById: key.id, revokedAt: null });
  });

  it.each([-1, 604_801, NaN])('rejects a grace period of %p s', async (seconds) => {
    const { key } = await issue();
    await expect(keys.rotate(key.id, seconds, NOW)).rejects.toBeInstanceOf(RangeError);
    expect(await keys.list()).toEqual([key]);
  });

  it('does not extend an earlier expiry', async () => {
    const { key: old, secret } = await issue({ expiresAt: after(60) });
    const { key } = await keys.rotate(old.id, 3_600, NOW);
    expect((await find(secret))?.expiresAt).toEqual(after(60));
    expect(key.expiresAt).toEqual(after(60));
  });

  it.each(['unknown', 'revoked', 'expired', 'replaced'])('rejects a key that is %s', async (what) => {
    const { key } = await issue({ expiresAt: what === 'expired' ? NOW : null });
    if (what === 'revoked') await keys.revoke(key.id, NOW);
    if (what === 'replaced') await keys.rotate(key.id, 60, NOW);
    const count = (await keys.list()).length;
    const id = what === 'unknown' ? 'key_00000000000000000000' : key.id;
    await expect(keys.rotate(id, 60, NOW)).rejects.toBeInstanceOf(ApiKeyNotFoundError);
    expect(await keys.list()).toHaveLength(count);
  });

  it('creates one new key in concurrent rotations', async () => {
    const { key } = await issue();
    const tries = await Promise.allSettled([1, 2, 3].map(() => keys.rotate(key.id, 60, NOW)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await keys.list()).toHaveLength(2);
  });

  // A revoked key must not leave a valid successor.
  it('leaves no valid successor after a concurrent revocation', async () => {
    const { key } = await issue();
    await withClient(test.url, async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key.id]);
      const rotated = keys.rotate(key.id, 60, NOW).catch((error: unknown) => error);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await client.query('COMMIT');
      expect(await rotated).toBeInstanceOf(ApiKeyNotFoundError);
    });
    expect(await keys.list()).toHaveLength(1);
  });
});

describe('changing', () => {
  it('changes the given fields only', async () => {
    const { key, secret } = await issue({ label: 'before' });
    const changed = await keys.change(key.id, { label: 'after', expiresAt: after(60) }, NOW);
    expect(changed).toEqual({ ...key, label: 'after', expiresAt: after(60) });
    expect(await keys.change(key.id, {}, NOW)).toEqual(changed);
    expect(await keys.change(key.id, { expiresAt: null }, NOW)).toEqual({ ...key, label: 'after' });
    expect(await find(secret)).toEqual({ ...key, label: 'after' });
  });

  it('removes the custom limit when the key leaves the plan scale, and sets one when it gets there', async () => {
    const { key } = await issue({ plan: 'scale', requestsPerMinute: 50_000 });
    const change = async (given: ApiKeyChange) => {
      const { plan, requestsPerMinute } = await keys.change(key.id, given, NOW);
      return [plan, requestsPerMinute];
    };
    expect(await change({ plan: 'scale' })).toEqual(['scale', 50_000]);
    expect(await change({ plan: 'free' })).toEqual(['free', null]);
    expect(await change({ plan: 'scale', requestsPerMinute: 20_000 })).toEqual(['scale', 20_000]);
    expect(await change({ requestsPerMinute: null })).toEqual(['scale', null]);
  });

  it.each([{ requestsPerMinute: 20_000 }, { label: '' }])('rejects %p', async (given) => {
    const { key } = await issue({ plan: 'pro' });
    await expect(keys.change(key.id, given, NOW)).rejects.toBeInstanceOf(DatabaseRejectedError);
    expect(await keys.list()).toEqual([key]);
  });

  it.each(['unknown', 'revoked', 'expired'])('rejects a key that is %s', async (what) => {
    const { key } = await issue({ expiresAt: what === 'expired' ? NOW : null });
    if (what === 'revoked') await keys.revoke(key.id, NOW);
    const id = what === 'unknown' ? 'key_00000000000000000000' : key.id;
    await expect(keys.change(id, { label: 'other' }, NOW)).rejects.toBeInstanceOf(ApiKeyNotFoundError);
  });

  // Otherwise a rotation would not retire the old key.
  it('does not extend a replaced key beyond its grace period', async () => {
    const { key } = await issue();
    await keys.rotate(key.id, 60, NOW);
    const endOf = async (expiresAt: Date | null) => (await keys.change(key.id, { expiresAt }, NOW)).expiresAt;
    expect(await endOf(null)).toEqual(after(60));
    expect(await endOf(after(61))).toEqual(after(60));
    expect(await endOf(after(30))).toEqual(after(30));
  });

  // The successor of a rotation must not restore permissions that were removed.
  it('applies to the new key of a concurrent rotation', async () => {
    const { key } = await issue({ plan: 'scale', requestsPerMinute: 50_000 });
    await withClient(test.url, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE api_keys SET plan = 'free', requests_per_minute = NULL WHERE id = $1`, [key.id]);
      const rotated = keys.rotate(key.id, 60, NOW);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await client.query('COMMIT');
      expect((await rotated).key).toMatchObject({ plan: 'free', requestsPerMinute: null });
    });
  });
});

describe('revoking', () => {
  it('keeps the first instant', async () => {
    const { key, secret } = await issue();
    await keys.revoke(key.id, NOW);
    await keys.revoke(key.id, after(60));
    expect((await find(secret))?.revokedAt).toEqual(NOW);
  });

  it('rejects an unknown key', async () => {
    await expect(keys.revoke('key_00000000000000000000', NOW)).rejects.toBeInstanceOf(ApiKeyNotFoundError);
  });
});

// Every process caches keys: a change must invalidate that cache, and the recording of uses must not.
it('counts every change that affects requests as a change, but not a use', async () => {
  const version = async () =>
    Number((await db.query<{ version: string }>('SELECT version FROM key_changes'))[0]?.version);
  const grows = async (work: () => Promise<unknown>) => {
    const before = await version();
    await work();
    return (await version()) > before;
  };
  const { key } = await issue();
  expect(await grows(() => issue())).toBe(true);
  expect(await grows(() => keys.change(key.id, { plan: 'free' }, NOW))).toBe(true);
  expect(await grows(() => keys.rotate(key.id, 60, NOW))).toBe(true);
  expect(await grows(() => keys.revoke(key.id, NOW))).toBe(true);
  expect(await grows(() => keys.noteUse(new Map([[key.id, NOW]])))).toBe(false);
});

// The API answers 503 to an error of this name, and 500 to any other.
it('reports a look-up that times out', async () => {
  const { key, secret } = await issue();
  // The time limit applies to every query, so the other tests use another connection pool.
  const hasty = openDatabase(test.url, { poolSize: 5, applicationName: 'test', statementTimeoutMs: 1_000 });
  const askedInHaste = new ApiKeyRepository(hasty);
  await withClient(test.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE api_keys');
    const asked = [
      askedInHaste.findByHashes([hashApiKey(secret)]),
      askedInHaste.change(key.id, { label: 'other' }, NOW),
      askedInHaste.rotate(key.id, 60, NOW),
      askedInHaste.revoke(key.id, NOW),
      askedInHaste.noteUse(new Map()),
    ];
    for (const { status, ...result } of await Promise.allSettled(asked)) {
      expect([status, result]).toMatchObject(['rejected', { reason: { name: 'DatabaseUnavailableError' } }]);
    }
  }).finally(() => hasty.close());
});
