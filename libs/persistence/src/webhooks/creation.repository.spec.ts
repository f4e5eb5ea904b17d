import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { IdempotencyKeyReusedError } from './creation.repository';
import { EndpointRepository } from './endpoint.repository';
import { deleteOldEvents } from './retention';
import { SecretKeyError } from './secret-box';
import { SecretRepository } from './secret.repository';
import { boxOf, DAY_MS, NOW_MS, termsOf, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let account: string;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 8, applicationName: 'test' });
  webhooks = new Webhooks(db);
  account = await webhooks.account();
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const create = (idempotencyKey: string, over = {}, nowMs = NOW_MS, endpoints = webhooks.endpoints) =>
  endpoints.create(account, termsOf(over), 3, nowMs, { idempotencyKey });

describe('creations with an idempotency key', () => {
  it('create one endpoint, however many run at once, with or without a challenge', async () => {
    let challenges = 0;
    const prove = async () => void (challenges += 1);
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        webhooks.endpoints.create(account, termsOf(), 3, NOW_MS, {
          idempotencyKey: 'a',
          ...(n % 2 === 0 && { prove }),
        }),
      ),
    );
    expect(new Set(created.map(({ secret }) => secret)).size).toBe(1);
    expect(created.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    expect(await webhooks.count('webhook_endpoints')).toBe(1);
    await webhooks.endpoints.create(account, termsOf(), 3, NOW_MS, { idempotencyKey: 'a', prove });
    expect(challenges).toBeLessThanOrEqual(6);
  });

  it('reject other terms', async () => {
    await create('a');
    for (const other of [{ url: 'https://other.example/' }, { enabled: false }, { minHype: 0 }, { drops: ['linea'] }]) {
      await expect(create('a', other)).rejects.toThrow(IdempotencyKeyReusedError);
    }
    expect(await webhooks.count('webhook_endpoints')).toBe(1);
  });

  it('leave nothing when no endpoint is created', async () => {
    const prove = () => Promise.reject(new Error('no answer'));
    const options = { idempotencyKey: 'a', prove };
    await expect(webhooks.endpoints.create(account, termsOf(), 3, NOW_MS, options)).rejects.toThrow('no answer');
    expect(await webhooks.count('webhook_creations')).toBe(0);
  });

  it('open after the key for secrets was replaced, and not without a key', async () => {
    const { secret } = await create('a');
    const both = boxOf(2, 1);
    await new SecretRepository(db, both).reseal();
    const renewed = new EndpointRepository(db, boxOf(2));
    expect((await create('a', {}, NOW_MS, renewed)).secret).toBe(secret);
    await expect(create('a', {}, NOW_MS, new EndpointRepository(db, boxOf(1)))).rejects.toThrow(SecretKeyError);
  });

  it('are forgotten after 24 hours, and then deleted', async () => {
    const first = await create('a', {}, NOW_MS - DAY_MS);
    await create('b', {}, NOW_MS - DAY_MS + 60_000);
    const second = await create('a', { minHype: 5 });
    expect([second.isReplayed, second.endpoint.id === first.endpoint.id]).toEqual([false, false]);
    await db.query(
      `UPDATE webhook_creations SET created_at = created_at - interval '24 hours' WHERE endpoint_id = $1`,
      [second.endpoint.id],
    );
    expect(await deleteOldEvents(db, { nowMs: NOW_MS })).toEqual({ deleted: 1, isMore: false });
    expect((await create('b', {}, NOW_MS)).isReplayed).toBe(true);
  });
});
