import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { compareVersions, type VersionsComparison } from './compare-versions';
import { ListDropError, ListVersionError } from './errors';
import { type ListDifference, WALLET_CHANGES, type WalletChange } from './list-difference';
import type { ListRow } from './list-row';
import type { ListLoad } from './load';
import { purgeLists } from './purge';
import { removeList } from './switch';
import { listDatabase, NOW_MS, wallet } from './testing';

let lists: Awaited<ReturnType<typeof listDatabase>>;
beforeAll(async () => (lists = await listDatabase()));
afterAll(() => lists.close());
afterEach(() => lists.db.query('TRUNCATE lists, list_rows'));

const of = { dropId: 'linea', kind: 'allocation', name: '', after: null, examplesMax: 5 } as const;
const compare = (over: Partial<VersionsComparison> & Pick<VersionsComparison, 'before'>) =>
  compareVersions(lists.db, { ...of, ...over });
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const rows = (amounts: Readonly<Record<number, number>>, over: Partial<ListRow> = {}): ListRow[] =>
  Object.entries(amounts).map(([n, amount]) => ({
    line: Number(n) + 2,
    wallet: wallet(Number(n)),
    amount: BigInt(amount),
    ...over,
  }));

/** Entry of a wallet, as a list stores it. */
interface Entry {
  readonly wallet: number;
  readonly amount: number;
  readonly index: number | null;
}

/** Stores a version without the checks of a load, which would take longer than the comparison. */
async function store(version: number, entries: readonly Entry[]): Promise<void> {
  await lists.db.query(
    `WITH list AS (
       INSERT INTO lists (drop_id, kind, version, wallets, total, sha256, in_force)
       VALUES ('linea', 'allocation', $1, 1, 1, repeat('0', 64), false) RETURNING id
     )
     INSERT INTO list_rows (list_id, wallet, entry, amount, index)
     SELECT list.id, wallet, row_number() OVER (PARTITION BY wallet ORDER BY ordinal) - 1, amount, index
     FROM list, unnest($2::bytea[], $3::numeric[], $4::numeric[]) WITH ORDINALITY AS row (wallet, amount, index, ordinal)`,
    [
      version,
      entries.map(({ wallet: n }) => Buffer.from(wallet(n))),
      entries.map(({ amount }) => amount),
      entries.map(({ index }) => index),
    ],
  );
}

/** The same comparison, wallet by wallet. */
function expected(before: readonly Entry[], after: readonly Entry[]): Omit<ListDifference, 'examples'> {
  const none = () => ({ wallets: 0, before: 0, after: 0 });
  const all = { added: none(), removed: none(), changed: none() };
  let rearranged = 0;
  for (const n of new Set([...before, ...after].map(({ wallet: at }) => at))) {
    const [was, is] = [before, after].map((list) => list.filter(({ wallet: at }) => at === n));
    const [from, to] = [was, is].map((some = []) => some.reduce((sum, { amount }) => sum + amount, 0));
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const change: WalletChange | null =
      was?.length === 0 ? 'added' : is?.length === 0 ? 'removed' : from === to ? null : 'changed';
    if (change === null) rearranged += 1;
    else {
      all[change].wallets += 1;
      all[change].before += from ?? 0;
      all[change].after += to ?? 0;
    }
  }
  const text = (change: WalletChange) => ({
    wallets: all[change].wallets,
    before: String(all[change].before),
    after: String(all[change].after),
  });
  return { added: text('added'), removed: text('removed'), changed: text('changed'), rearranged };
}

describe('compareVersions', () => {
  it('counts what a comparison wallet by wallet counts, for any lists and any entries', async () => {
    const entry = fc.record({
      wallet: fc.nat(6),
      amount: fc.nat(3),
      index: fc.option(fc.nat(1)),
    });
    const single = fc.uniqueArray(entry, { selector: ({ wallet: n }) => n });
    const list = fc.oneof(single, fc.array(entry, { maxLength: 12 }));
    let version = 0;
    await fc.assert(
      fc.asyncProperty(list, list, async (before, after) => {
        await store((version += 1), before);
        await store((version += 1), after);
        const { difference } = await compare({ before: version - 1, after: version, examplesMax: 100 });
        const { examples, ...counts } = difference;
        expect(counts).toEqual(expected(before, after));
        for (const change of WALLET_CHANGES) {
          const some = examples.filter((example) => example.change === change);
          expect(some).toHaveLength(difference[change].wallets);
          const sum = some.reduce((total, example) => total + BigInt(example.after ?? 0), 0n);
          expect(sum).toBe(BigInt(difference[change].after));
        }
      }),
      { numRuns: runs(15, 60) },
    );
  });

  it('compares a version with the active one, and shows the wallets that differ most', async () => {
    await lists.load(rows({ 1: 10, 2: 20, 3: 30, 4: 40 }));
    await lists.load(rows({ 2: 20, 3: 31, 4: 45, 5: 50, 6: 60 }));
    const { before, after, difference } = await compare({ before: 1, examplesMax: 1 });
    expect([before, after]).toEqual([
      { version: 1, wallets: 4, total: '100', decimals: 18 },
      { version: 2, wallets: 5, total: '206', decimals: 18 },
    ]);
    const bytes = (n: number) => Buffer.from(wallet(n));
    expect(difference).toEqual({
      added: { wallets: 2, before: '0', after: '110' },
      removed: { wallets: 1, before: '10', after: '0' },
      changed: { wallets: 2, before: '70', after: '76' },
      rearranged: 0,
      examples: [
        { change: 'added', wallet: bytes(6), before: null, after: '60' },
        { change: 'removed', wallet: bytes(1), before: '10', after: null },
        { change: 'changed', wallet: bytes(4), before: '40', after: '45' },
      ],
    });
    // The other direction, and no direction.
    expect((await compare({ before: 2, after: 1 })).difference.added).toEqual({ wallets: 1, before: '0', after: '10' });
    expect((await compare({ before: 2 })).difference).toMatchObject({ rearranged: 0, examples: [] });
  });

  it('does not count a wallet with other parts of the same amount as changed', async () => {
    await lists.load(rows({ 1: 10, 2: 20 }));
    const parts = [{ reason: 'all', amount: 10n }];
    await lists.load([...rows({ 1: 10 }, { breakdown: parts }), ...rows({ 2: 20 })]);
    expect((await compare({ before: 1 })).difference).toMatchObject({ changed: { wallets: 0 }, rearranged: 1 });
  });

  it('counts wallets with other values of leaf fields', async () => {
    await lists.load(rows({ 1: 10, 2: 20 }, { fields: ['1'] }));
    await lists.load([...rows({ 1: 10 }, { fields: ['2'] }), ...rows({ 2: 20 }, { fields: ['1'] })]);
    expect((await compare({ before: 1 })).difference).toMatchObject({ changed: { wallets: 0 }, rearranged: 1 });
  });

  // A dry run compares rows that are not stored.
  it('counts the same as the dry run of the load, for any entries', async () => {
    const entry = fc.record({ wallet: fc.nat(5), amount: fc.nat(3), field: fc.nat(1) });
    const list = fc.array(entry, { minLength: 1, maxLength: 10 });
    let files = 0;
    await fc.assert(
      fc.asyncProperty(list, list, fc.constantFrom('separate', 'sum'), async (before, after, duplicates) => {
        const name = `run-${++files}`;
        const load = (entries: typeof before, over: Partial<ListLoad>) => {
          const all = entries.map(({ wallet: n, amount, field }, i): ListRow => ({
            ...{ line: i + 2, wallet: wallet(n), amount: BigInt(amount), fields: [`${field}`] },
          }));
          return lists.load(all, { name, ...over });
        };
        await load(before, { duplicates: 'separate', sha256: () => 'a'.repeat(64) });
        const replacing = { duplicates, sha256: () => 'b'.repeat(64), examplesMax: 100 };
        const trial = await load(after, { ...replacing, dryRun: true });
        await load(after, replacing);
        expect(trial.difference).toEqual((await compare({ name, before: 1, examplesMax: 100 })).difference);
      }),
      { numRuns: runs(5, 20) },
    );
  });

  // A list without rows would seem to have lost all of its wallets.
  it('rejects a version whose rows are deleted, and one that never was', async () => {
    await lists.load(rows({ 1: 10 }));
    await lists.load(rows({ 1: 11 }));
    await purgeLists(lists.db, { ...of, nowMs: NOW_MS });
    const { dropId, kind } = of;
    expect(await failure(compare({ before: 1 }))).toEqual(new ListVersionError(of, 'purged', 1));
    expect(await failure(compare({ before: 7 }))).toEqual(new ListVersionError(of, 'unknown', 7));
    await removeList(lists.db, { dropId, kind, nowMs: NOW_MS });
    expect(await failure(compare({ before: 2 }))).toEqual(new ListVersionError(of, 'not_active'));
    expect(await failure(compare({ before: 2, dropId: 'lynea' }))).toEqual(new ListDropError('lynea', 'unknown'));
  });
});
