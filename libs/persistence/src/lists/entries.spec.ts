import type { ProofFormat } from '@droptrack/contracts';
import {
  InMemoryTree,
  lockedPart,
  PORTABLE_HASH,
  proofHolds,
  proofPath,
  TREE_SHAPES,
  treeKind,
} from '@droptrack/eligibility';
import fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { exportAllocations } from '../exports/allocations';
import { ENTRIES_MAX } from './duplicates';
import { ListRowRepository } from './list-row.repository';
import type { ListRow, ListTree } from './list-row';
import type { ListLoad } from './load';
import { listDatabase, wallet } from './testing';

const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice(2), 'hex');
const treeOf = (format: ProofFormat, over: Partial<ListTree> = {}): ListTree => ({
  format,
  expectRoot: null,
  hash: PORTABLE_HASH,
  ...over,
});
/** Rows in the order of the file, such as `1:7 2:5`: number of the wallet and amount. */
const rowsOf = (text: string): ListRow[] =>
  text.split(' ').map((entry, i) => {
    const [number = '', amount = ''] = entry.split(':');
    return { line: i + 2, wallet: wallet(Number(number)), amount: BigInt(amount) };
  });

let lists: Awaited<ReturnType<typeof listDatabase>>;
let files = 0;
beforeAll(async () => (lists = await listDatabase()));
afterAll(() => lists.close());

const load = (rows: readonly ListRow[], over: Partial<ListLoad> = {}) => {
  const sha256 = (++files).toString(16).padStart(64, '0');
  return lists.load(rows, { duplicates: 'separate', sha256: () => sha256, ...over });
};
const entriesOf = async (listId: number, numbers: readonly number[]) =>
  new ListRowRepository(lists.db).find(numbers.map((number) => ({ listId, wallet: wallet(number) })));

describe('a wallet with several entries', () => {
  it('has them in the order of the file, and counts as one wallet with the sum', async () => {
    const report = await load(rowsOf('1:7 2:5 1:3 3:1 1:7'));
    expect(report).toMatchObject({ rows: 5, list: { wallets: 3, total: '23' } });
    expect(report.list.spread).toMatchObject({ median: 5 });
    expect(report.list.quantiles?.at(-1)).toEqual({ p: 1, amount: '17' });
    const found = await entriesOf(report.list.list_id, [1, 2, 9, 3]);
    expect(found.map((entries) => entries.map(({ amount }) => amount))).toEqual([['7', '3', '7'], ['5'], [], ['1']]);
  });

  it('equals a reference implementation over the rows, for any rows', async () => {
    const anyRows = fc.array(fc.tuple(fc.nat(6), fc.bigInt({ min: 0n, max: 2n ** 200n })), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(anyRows, async (entries) => {
        const { list } = await load(rowsOf(entries.map((entry) => entry.join(':')).join(' ')));
        const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
        const amountsOf = (number: number) => entries.filter(([of]) => of === number).map(([, amount]) => `${amount}`);
        const found = await entriesOf(list.list_id, numbers);
        expect(found.map((rows) => rows.map(({ amount }) => amount))).toEqual(numbers.map(amountsOf));
        // A single look-up has a statement of its own.
        expect(await entriesOf(list.list_id, [0])).toEqual(found.slice(0, 1));
        expect(list.wallets).toBe(new Set(entries.map(([number]) => number)).size);
        expect(list.total).toBe(String(entries.reduce((sum, [, amount]) => sum + amount, 0n)));
      }),
      { numRuns: runs(8, 25) },
    );
  });

  it.each<ProofFormat>(['uniswap', 'openzeppelin', 'ens'])('%s: has a leaf and a proof for each', async (format) => {
    const given = rowsOf('1:7 2:5 1:3 3:1 1:8 4:1 5:2');
    const rows = given.map((row, i) => ({ ...row, index: format === 'uniswap' ? BigInt(i) : null }));
    const { list } = await load(rows, { tree: treeOf(format) });
    const repository = new ListRowRepository(lists.db);
    const tree = await repository.readTree(list.list_id);
    expect(tree).toMatchObject({ leaves: 7, root: list.tree!.root });
    const found = (await entriesOf(list.list_id, [1, 2, 3, 4, 5])).flat();
    expect(found.map(({ amount }) => amount)).toEqual(['7', '3', '8', '5', '1', '1', '2']);
    expect(new Set(found.map(({ position }) => position)).size).toBe(7);
    const lookUps = found.map(({ position }) => ({
      listId: list.list_id,
      numbers: proofPath(format, tree!.leaves, position!, tree!.shards),
    }));
    const proofs = await repository.readProofs(lookUps);
    const wallets = [1, 1, 1, 2, 3, 4, 5];
    found.forEach(({ amount, index }, i) => {
      const kind = treeKind(format);
      const leafOf = (paid: bigint) =>
        kind.leafHash(
          {
            wallet: wallet(wallets[i]!),
            amount: paid,
            index: index === null ? null : BigInt(index),
            locked: lockedPart([]),
          },
          PORTABLE_HASH,
        );
      const siblings = proofs[i]!.map(bytesOf);
      expect(proofHolds(kind, leafOf(BigInt(amount)), siblings, bytesOf(list.tree!.root))).toBe(true);
      // The sum of all entries is in no leaf.
      expect(proofHolds(kind, leafOf(18n), siblings, bytesOf(list.tree!.root))).toBe(false);
    });
  });

  it('with the same entries changes nothing, with others is a new version', async () => {
    const same = { sha256: () => 'ee'.repeat(32) };
    const { list } = await load(rowsOf('1:7 2:5 1:3'), same);
    expect(await load(rowsOf('1:7 2:5 1:3'), same)).toMatchObject({ outcome: 'unchanged', list });
    for (const [rows, duplicates] of [
      [rowsOf('1:3 2:5 1:7'), 'separate'],
      [rowsOf('1:3 2:5 1:7'), 'sum'],
      [rowsOf('1:10 2:5 1:0'), 'separate'],
      [rowsOf('1:10 2:5'), 'reject'],
    ] as const) {
      expect((await load(rows, { ...same, duplicates })).outcome).toBe('loaded');
    }
  });

  // Consumers of an export look wallets up, and continue after the last one.
  it('is one row of an export, with the sum', async () => {
    const rows = rowsOf('1:7 2:5 1:3 3:1').map((row, i) => ({ ...row, index: BigInt(i) }));
    const { list } = await load(rows);
    const exported = async (afterWallet: Uint8Array | null) => {
      const taken: (readonly [amount: string, index: string | null])[] = [];
      const options = { listId: list.list_id, afterWallet, signal: new AbortController().signal };
      await exportAllocations(lists.db, options, async (some) => {
        taken.push(...some.map(({ amount, index }) => [amount, index] as const));
      });
      return taken;
    };
    const whole = await exported(null);
    expect(new Set(whole.map(String))).toEqual(new Set(['10,', '5,1', '1,3']));
    const ordered = [1, 2, 3].sort((a, b) => Buffer.compare(wallet(a), wallet(b)));
    expect(await exported(wallet(ordered[0]!))).toEqual(whole.slice(1));
  });

  it('stores nothing in a dry run', async () => {
    const before = await lists.traces();
    const dryRun = await load(rowsOf('1:7 1:3'), { dryRun: true });
    expect(dryRun).toMatchObject({ outcome: 'loaded', list: { wallets: 1, total: '10' } });
    expect(await lists.traces()).toEqual(before);
  });

  // A distributor pays equal leaves once, so the amount of the second would be promised in vain.
  it('is rejected with equal leaves in a tree that is ordered by hash, and accepted without a tree', async () => {
    const twice = rowsOf('1:7 2:5 1:7');
    const before = await lists.traces();
    for (const format of ['openzeppelin', 'ens'] as const) {
      expect(await failure(load(twice, { tree: treeOf(format) }))).toMatchObject({
        violations: [{ line: 4, message: 'the same leaf as in line 2' }],
      });
    }
    expect(await lists.traces()).toEqual(before);
    expect((await load(twice)).list).toMatchObject({ wallets: 2, total: '19' });
  });

  // In the order of the list each of them has a claim of its own.
  it('is accepted with equal leaves if another shape leads to the root, whose order is that of the list', async () => {
    const twice = rowsOf('1:7 2:5 1:7');
    const shape = { order: 'by_index', pairs: 'sorted', odd: 'promote' } as const;
    const { leafHash } = treeKind('ens');
    const leaves = twice.map(({ wallet: of, amount }) => leafHash({ wallet: of, amount, index: null }, PORTABLE_HASH));
    const { root } = new InMemoryTree('ens', Buffer.concat(leaves), PORTABLE_HASH, shape);
    const expectRoot = `0x${Buffer.from(root).toString('hex')}`;
    const { list } = await load(twice, { tree: treeOf('ens', { expectRoot, otherShapes: TREE_SHAPES }) });
    expect(list).toMatchObject({ wallets: 2, tree: { root: expectRoot } });
    expect(await new ListRowRepository(lists.db).readTree(list.list_id)).toMatchObject({ leaves: 3, shape });
    const other = treeOf('ens', { expectRoot: `0x${'ab'.repeat(32)}`, otherShapes: TREE_SHAPES });
    expect(await failure(load(twice, { tree: other }))).toMatchObject({
      violations: [{ line: 4, message: 'the same leaf as in line 2' }],
    });
  });

  it('is rejected with equal claim indexes, and with more entries than a response can list', async () => {
    const indexed = rowsOf('1:7 2:5 1:3').map((row, i) => ({ ...row, index: i === 2 ? 0n : BigInt(i) }));
    expect(await failure(load(indexed))).toMatchObject({
      violations: [{ line: 4, message: 'the same claim index as in line 2' }],
    });
    const many = rowsOf(Array.from({ length: ENTRIES_MAX + 2 }, () => '1:1').join(' '));
    expect(await failure(load(many))).toMatchObject({
      total: 1,
      violations: [
        { line: ENTRIES_MAX + 2, message: 'its wallet has more than 100 rows, the maximum number of entries' },
      ],
    });
    expect((await load(many.slice(0, ENTRIES_MAX))).list.wallets).toBe(1);
  });
});
