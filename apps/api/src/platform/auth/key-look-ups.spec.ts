import { type ApiKey, DatabaseUnavailableError } from '@droptrack/persistence';
import { KeyLookUps } from './key-look-ups';

const KEY = { id: 'key_1' } as ApiKey;
const hash = (n: number) => Buffer.from(`hash ${n}`).toString('base64');
const hashes = (count: number) => Array.from({ length: count }, (_, n) => hash(n));
/** Waits until all callbacks that are ready have run. */
const pendingCallbacks = () => new Promise((resolve) => setImmediate(resolve));

/** A fake database whose queries complete when a test calls their functions. */
function slowDatabase() {
  const queries: { size: number; answer: (key?: ApiKey | null) => void; fail: (error: Error) => void }[] = [];
  let open = 0;
  const seen = { most: 0 };
  const findByHashes = (asked: readonly Buffer[]) =>
    new Promise<(ApiKey | null)[]>((resolve, reject) => {
      open += 1;
      seen.most = Math.max(seen.most, open);
      queries.push({
        size: asked.length,
        answer: (key = KEY) => {
          open -= 1;
          resolve(asked.map(() => key));
        },
        fail: (error) => {
          open -= 1;
          reject(error);
        },
      });
    });
  return { queries, seen, findByHashes };
}

function setUp() {
  const database = slowDatabase();
  const kept: [string, ApiKey | null][] = [];
  const lookUps = new KeyLookUps(database, (...answer) => kept.push(answer));
  return { ...database, kept, lookUps };
}

describe('look-ups of keys', () => {
  // After a restart of an instance, all its clients send requests at once.
  it('share queries: 2 000 at once are ten, never more than two at a time', async () => {
    const { queries, seen, kept, lookUps } = setUp();
    const found = Promise.all(hashes(2_000).map((each) => lookUps.find(each)));
    for (let n = 0; n < queries.length; n += 1) {
      queries[n]!.answer();
      await pendingCallbacks();
    }
    expect(await found).toEqual(Array(2_000).fill(KEY));
    expect(queries.map(({ size }) => size)).toEqual([1, 1, ...Array<number>(7).fill(256), 206]);
    expect([seen.most, kept.length, lookUps.size]).toEqual([2, 2_000, 0]);
  });

  it('of the same key are one', async () => {
    const { queries, kept, lookUps } = setUp();
    const found = [lookUps.find(hash(1)), lookUps.find(hash(1))];
    queries[0]!.answer(null);
    expect([await Promise.all(found), queries.length, kept]).toEqual([[null, null], 1, [[hash(1), null]]]);
  });

  it('that wait are bounded: one more is rejected as unavailable', async () => {
    const { lookUps } = setUp();
    for (const each of hashes(2_002)) void lookUps.find(each);
    expect(() => lookUps.find(hash(2_002))).toThrow(expect.objectContaining({ code: 'unavailable' }) as Error);
    expect(lookUps.size).toBe(2_002);
    void lookUps.find(hash(2_001));
  });

  it('all fail when the database is away, also those that waited; the next is tried', async () => {
    const { queries, lookUps } = setUp();
    const found = Promise.allSettled(hashes(600).map((each) => lookUps.find(each)));
    queries[0]!.fail(new DatabaseUnavailableError('away'));
    queries[1]!.fail(new DatabaseUnavailableError('away'));
    for (const result of await found) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    }
    expect([queries.length, lookUps.size]).toEqual([2, 0]);
    const next = lookUps.find(hash(1));
    queries[2]!.answer();
    expect(await next).toBe(KEY);
  });

  it('that meet a bug fail with it, and alone', async () => {
    const { queries, lookUps } = setUp();
    const [met, other, waiting] = [0, 1, 2].map((n) => lookUps.find(hash(n)));
    queries[0]!.fail(new TypeError('a bug'));
    await expect(met).rejects.toThrow('a bug');
    queries[1]!.answer();
    queries[2]!.answer();
    expect([await other, await waiting]).toEqual([KEY, KEY]);
  });

  // A result from before a revocation is valid only for requests from before it.
  it('in flight when keys change are neither shared with later requests nor cached', async () => {
    const { queries, kept, lookUps } = setUp();
    const before = lookUps.find(hash(1));
    lookUps.keysChanged();
    const after = lookUps.find(hash(1));
    queries[0]!.answer();
    expect(await before).toBe(KEY);
    queries[1]!.answer(null);
    expect([await after, kept, lookUps.size]).toEqual([null, [[hash(1), null]], 0]);
  });
});
