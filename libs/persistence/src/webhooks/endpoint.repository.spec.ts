import { parseSecret } from '@droptrack/webhooks';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { EndpointLimitError } from './endpoint';
import { EndpointRepository } from './endpoint.repository';
import { SecretBox, SecretKeyError } from './secret-box';
import { SecretRepository } from './secret.repository';
import { boxOf, HOUR_MS, NOW_MS, SECOND_MS, termsOf, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let account: string;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  webhooks = new Webhooks(db);
  account = await webhooks.account();
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const create = (over = {}, max = 20, nowMs = NOW_MS) => webhooks.endpoints.create(account, termsOf(over), max, nowMs);
/** Keys with which a worker signs at an instant. */
const signsWith = async (endpointId: string, nowMs: number, box = webhooks.box) => {
  await webhooks.deliveries(endpointId, 1, NOW_MS - HOUR_MS);
  const [delivery] = await webhooks.lease(nowMs);
  return delivery!.secrets.map((secret) => Buffer.from(box.open(secret, endpointId)).toString('base64'));
};
const keyOf = (secret: string) => Buffer.from(parseSecret(secret)).toString('base64');

describe('endpoints', () => {
  it('are stored as given, and found by their account only', async () => {
    const terms = termsOf({ description: 'a', drops: ['linea'], chains: ['base'], minHype: 50, enabled: false });
    const { endpoint, secret } = await create(terms);
    expect(endpoint).toEqual({
      ...terms,
      id: expect.stringMatching(/^wh_[a-z0-9]{20}$/),
      account,
      disabledReason: null,
      failures: 0,
      failingSinceMs: null,
      failedMs: null,
      blockedUntilMs: null,
      createdAtMs: NOW_MS,
      updatedAtMs: NOW_MS,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await webhooks.endpoints.find(account, endpoint.id)).toEqual(endpoint);
    const other = await webhooks.account();
    expect(await webhooks.endpoints.find(other, endpoint.id)).toBeNull();
    expect(await webhooks.endpoints.list(other)).toEqual([]);
    expect(await webhooks.endpoints.update(other, endpoint.id, { enabled: true }, NOW_MS)).toBeNull();
    expect(await webhooks.endpoints.rotateSecret(other, endpoint.id, 0, NOW_MS)).toBeNull();
    expect(await webhooks.endpoints.remove(other, endpoint.id, NOW_MS)).toBe(false);
    expect(await webhooks.endpoints.find(account, endpoint.id)).toEqual(endpoint);
  });

  it('are at most as many as an account may have, also with concurrent requests', async () => {
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => create({}, 3)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const rejected = made.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(rejected.every((error) => error instanceof EndpointLimitError)).toBe(true);
    const [first] = await webhooks.endpoints.list(account);
    await webhooks.endpoints.remove(account, first!.id, NOW_MS);
    await expect(create({}, 3)).resolves.toBeDefined();
    expect(await webhooks.count('webhook_secrets')).toBe(4);
  });

  it('do not exist any more once they are deleted', async () => {
    const { endpoint } = await create();
    expect(await webhooks.endpoints.remove(account, endpoint.id, NOW_MS)).toBe(true);
    expect(await webhooks.endpoints.remove(account, endpoint.id, NOW_MS)).toBe(false);
    expect(await webhooks.endpoints.find(account, endpoint.id)).toBeNull();
    expect(await webhooks.endpoints.list(account)).toEqual([]);
    expect(await webhooks.endpoints.update(account, endpoint.id, { enabled: true }, NOW_MS)).toBeNull();
  });

  it('change by the given members only; a new URL has a closed circuit breaker', async () => {
    const { endpoint } = await create({ drops: ['linea'], minHype: 40 });
    const failing = async () => {
      await db.query(`UPDATE webhook_endpoints SET failures = 7, failing_since = now(), failed_at = now(),
                        blocked_until = now(), enabled = false, disabled_reason = 'failing'`);
      return webhooks.endpointRow(endpoint.id);
    };
    const before = await failing();
    const changed = await webhooks.endpoints.update(
      account,
      endpoint.id,
      { drops: null, description: 'b' },
      NOW_MS + 1,
    );
    expect(changed).toEqual({ ...before, drops: null, description: 'b', updatedAtMs: NOW_MS + 1 });
    const clear = { failures: 0, failingSinceMs: null, failedMs: null, blockedUntilMs: null };
    const url = 'https://example.com/other';
    expect(await webhooks.endpoints.update(account, endpoint.id, { url }, NOW_MS)).toMatchObject({
      ...clear,
      url,
      enabled: false,
      disabledReason: 'failing',
    });
    await failing();
    expect(await webhooks.endpoints.update(account, endpoint.id, { enabled: true }, NOW_MS)).toMatchObject({
      ...clear,
      enabled: true,
      disabledReason: null,
    });
  });
});

describe('secrets', () => {
  it('are stored sealed, never in plain', async () => {
    const { secret } = await create();
    const tables = await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const rows = await Promise.all(tables.map(({ name }) => db.query(`SELECT t::text FROM ${name} AS t`)));
    const all = JSON.stringify(rows);
    const key = Buffer.from(parseSecret(secret));
    for (const text of [secret, key.toString('hex'), key.toString('base64')]) expect(all).not.toContain(text);
    expect(all).toContain(webhooks.box.keyId);
  });

  // A receiver that still verifies with the former must not reject a single delivery.
  it('sign beside the new one during the grace period of a rotation', async () => {
    const { endpoint, secret } = await create();
    const rotated = await webhooks.endpoints.rotateSecret(account, endpoint.id, 60, NOW_MS);
    expect(rotated).toMatchObject({ previousExpiresMs: NOW_MS + 60 * SECOND_MS });
    const both = [keyOf(rotated!.secret), keyOf(secret)];
    expect(await signsWith(endpoint.id, NOW_MS)).toEqual(both);
    expect(await signsWith(endpoint.id, NOW_MS + 60 * SECOND_MS - 1)).toEqual(both);
    expect(await signsWith(endpoint.id, NOW_MS + 60 * SECOND_MS)).toEqual(both.slice(0, 1));
  });

  const rotating = async () => {
    const { endpoint, secret } = await create();
    const rotate = async (graceSeconds: number, nowMs = NOW_MS) =>
      keyOf((await webhooks.endpoints.rotateSecret(account, endpoint.id, graceSeconds, nowMs))!.secret);
    return { id: endpoint.id, first: keyOf(secret), rotate };
  };

  // The owner received this expiry in the response to the rotation.
  it('keep their grace period through another rotation', async () => {
    const { id, first, rotate } = await rotating();
    const second = await rotate(60);
    const third = await rotate(30);
    expect(await signsWith(id, NOW_MS + 30 * SECOND_MS - 1)).toEqual([third, second, first]);
    expect(await signsWith(id, NOW_MS + 30 * SECOND_MS)).toEqual([third, first]);
    const fourth = await rotate(60, NOW_MS + 40 * SECOND_MS);
    expect(await webhooks.count('webhook_secrets')).toBe(3);
    expect(await signsWith(id, NOW_MS + 60 * SECOND_MS - 1)).toEqual([fourth, third, first]);
    expect(await signsWith(id, NOW_MS + 60 * SECOND_MS)).toEqual([fourth, third]);
  });

  it('sign at most four at a time, the latest; without a grace period the new one alone', async () => {
    const { id, rotate } = await rotating();
    const latest = [await rotate(60), await rotate(60), await rotate(60), await rotate(60)].reverse();
    expect(await signsWith(id, NOW_MS)).toEqual(latest);
    const last = await rotate(0);
    expect(await signsWith(id, NOW_MS)).toEqual([last]);
    expect(await webhooks.count('webhook_secrets')).toBe(1);
  });

  it('can be sealed under a new key, while the former key opens the rest', async () => {
    const { endpoint, secret } = await create();
    const [lost] = [boxOf(9).seal(Buffer.alloc(32), 'wh_lost')];
    await db.query(
      `INSERT INTO webhook_endpoints (id, account, url, events, enabled, created_at, updated_at)
       SELECT 'wh_lost', account, url, events, enabled, created_at, updated_at FROM webhook_endpoints`,
    );
    await db.query(`INSERT INTO webhook_secrets VALUES ('wh_lost', 1, $1, $2, now())`, [lost.sealed, lost.keyId]);
    const both = boxOf(2, 1);
    expect(await signsWith(endpoint.id, NOW_MS, both)).toEqual([keyOf(secret)]);
    expect(await new SecretRepository(db, both).reseal()).toEqual({ resealed: 1, unknown: 1 });
    expect(await new SecretRepository(db, both).reseal()).toEqual({ resealed: 0, unknown: 1 });
    expect(await signsWith(endpoint.id, NOW_MS, boxOf(2))).toEqual([keyOf(secret)]);
    await expect(signsWith(endpoint.id, NOW_MS, boxOf(1))).rejects.toThrow(SecretKeyError);
  });

  it('cannot be created without a key', async () => {
    const without = new EndpointRepository(db, null);
    await expect(without.create(account, termsOf(), 20, NOW_MS)).rejects.toThrow(SecretKeyError);
    expect(await webhooks.count('webhook_endpoints')).toBe(0);
  });
});

describe('SecretBox', () => {
  const secret = Buffer.alloc(32, 7);

  it('opens a sealed secret for the same endpoint, and seals it differently each time', () => {
    const box = boxOf(1, 2);
    const sealed = boxOf(2).seal(secret, 'wh_a');
    expect(Buffer.from(box.open(sealed, 'wh_a'))).toEqual(secret);
    expect(box.seal(secret, 'wh_a').sealed).not.toEqual(box.seal(secret, 'wh_a').sealed);
    expect(() => box.open(sealed, 'wh_b')).toThrow(SecretKeyError);
  });

  it.each([
    ['an altered one', (sealed: Buffer) => sealed.fill(0, 12, 13)],
    ['a cut one', (sealed: Buffer) => sealed.subarray(0, 20)],
    ['nothing', () => Buffer.alloc(0)],
  ])('does not open %s', (_name, spoil) => {
    const { sealed, keyId } = boxOf(1).seal(secret, 'wh_a');
    expect(() => boxOf(1).open({ sealed: spoil(sealed), keyId }, 'wh_a')).toThrow(SecretKeyError);
  });

  // The text goes to logs and to operators.
  it('reports ids of keys when it cannot open, and nothing else of them', () => {
    const sealed = boxOf(3).seal(secret, 'wh_a');
    const [known, unknown] = [boxOf(1).keyId, sealed.keyId];
    const message = `Key ${unknown} is not among those given, which are ${known}`;
    expect(() => boxOf(1).open(sealed, 'wh_a')).toThrow(new SecretKeyError(message));
    for (const wrong of [['AAAA'], [], ['x'.repeat(44)], [Buffer.alloc(32).toString('base64'), 'c2VjcmV0']]) {
      expect(() => SecretBox.fromKeys(wrong)).toThrow(SecretKeyError);
      expect(() => SecretBox.fromKeys(wrong)).not.toThrow(/c2VjcmV0|xxxx|AAAA/);
    }
  });
});
