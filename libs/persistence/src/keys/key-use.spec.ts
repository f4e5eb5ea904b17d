import { type Database, openDatabase } from '../database/database';
import { DatabaseUnavailableError } from '../database/errors';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { ApiKeyRepository } from './api-key.repository';
import { KeyUse } from './key-use';

const NOW = new Date('2026-08-22T10:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe('KeyUse', () => {
  let [test, db]: [TestDatabase, Database] = [null!, null!];
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

  const issue = async () => (await keys.issue({ plan: 'pro', label: 'test' })).key.id;
  const lastUse = async (id: string) => (await keys.list()).find((key) => key.id === id)?.lastUsedAt;

  it('writes the uses of all keys in one statement, and moves no last use backwards', async () => {
    const [used, unused] = [await issue(), await issue()];
    let nowMs = NOW.getTime();
    const use = new KeyUse(keys, () => nowMs);
    for (const later of [0, 1, 2]) {
      nowMs += later;
      use.markUsed(used);
    }
    await use.stop();
    await keys.noteUse(new Map([[used, after(-60)]]));
    expect([await lastUse(used), await lastUse(unused)]).toEqual([NOW, null]);
  });

  it('moves the last use at most once a minute, however many processes write', async () => {
    const id = await issue();
    const noted = async (seconds: number) => {
      await keys.noteUse(new Map([[id, after(seconds)]]));
      return lastUse(id);
    };
    expect(await noted(0)).toEqual(NOW);
    expect(await noted(59)).toEqual(NOW);
    expect(await noted(60)).toEqual(after(60));
    await Promise.all([130, 140, 150].map((seconds) => keys.noteUse(new Map([[id, after(seconds)]]))));
    expect([after(130), after(140), after(150)]).toContainEqual(await lastUse(id));
  });

  it('moves the last use back when it was written by a clock that was ahead', async () => {
    const id = await issue();
    await keys.noteUse(new Map([[id, new Date(Date.now() + 3_600_000)]]));
    await keys.noteUse(new Map([[id, NOW]]));
    expect(await lastUse(id)).toEqual(NOW);
  });

  // These settings make the planner lock rows in the order of the parameter. Two processes with opposite orders would
  // then each hold a row that the other one waits for.
  it('does not deadlock with another process that writes the same keys', async () => {
    const ids = (await Promise.all([1, 2, 3].map(issue))).sort();
    const url = new URL(test.url);
    const settings = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'enable_bitmapscan'];
    url.searchParams.set('options', settings.map((name) => `-c ${name}=off`).join(' '));
    const other = openDatabase(url.href, { poolSize: 2, applicationName: 'test' });
    const note = (order: readonly string[]) =>
      new ApiKeyRepository(other).noteUse(new Map(order.map((id) => [id, NOW])));
    try {
      await withClient(test.url, async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT 1 FROM api_keys WHERE id = $1 FOR UPDATE', [ids[1]]);
        const notes = Promise.all([note(ids), note([...ids].reverse())]);
        await new Promise((resolve) => setTimeout(resolve, 200));
        await client.query('COMMIT');
        await expect(notes).resolves.toBeDefined();
      });
    } finally {
      await other.close();
    }
    expect((await keys.list()).map(({ lastUsedAt }) => lastUsedAt)).toEqual([NOW, NOW, NOW]);
  });

  it('ignores an unavailable database', async () => {
    const use = new KeyUse({ noteUse: () => Promise.reject(new DatabaseUnavailableError('away')) }, () => 0);
    use.markUsed('key_00000000000000000000');
    await expect(use.stop()).resolves.toBeUndefined();
  });
});
