import type { LeafField, ProofFormat } from '@droptrack/contracts';
import {
  InMemoryTree,
  isPossibleShape,
  isSameShape,
  PORTABLE_HASH,
  proofHolds,
  proofPath,
  proofSides,
  treeKind,
  type TreeLeaf,
  type TreeShape,
} from '@droptrack/eligibility';
import { ListRejectedError } from './errors';
import type { ListRow, ListTree } from './list-row';
import { ListRowRepository } from './list-row.repository';
import { listDatabase, wallet } from './testing';

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const leafHash = (leaf: TreeLeaf): Uint8Array => treeKind('abi').leafHash(leaf, PORTABLE_HASH);
const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice(2), 'hex');
const SHAPES: readonly TreeShape[] = (['by_hash', 'by_index'] as const)
  .flatMap((order) =>
    (['sorted', 'positional'] as const).flatMap((pairs) =>
      (['promote', 'repeat', 'heap', 'zero', 'empty'] as const).map((odd) => ({ order, pairs, odd })),
    ),
  )
  .filter(isPossibleShape);

/** As of CoW's claims: the type of the claim differs from row to row. */
const FIELDS: readonly LeafField[] = [
  { type: 'uint256', is: 'index', value: null },
  { type: 'uint8', is: null, value: null },
  { type: 'address', is: 'wallet', value: null },
  { type: 'bytes4', is: null, value: '0x00c0ffee' },
  { type: 'uint256', is: 'amount', value: null },
];

let lists: Awaited<ReturnType<typeof listDatabase>>;
beforeAll(async () => (lists = await listDatabase()));
afterAll(() => lists.close());

let loads = 0;
const load = (rows: readonly ListRow[], tree: ListTree, more: object = {}) =>
  lists.load(rows, { tree, sha256: () => (++loads).toString(16).padStart(64, '0'), ...more });

describe.each<ProofFormat>(['abi', 'openzeppelin', 'packed'])('a list with a tree of %s', (format) => {
  it.each(SHAPES.map((shape) => [Object.values(shape).join(', '), shape] as const))(
    '(%s) proves every row with its own fields, and no row with those of another',
    async (_, shape) => {
      for (const count of [1, 2, 7, 21]) {
        // In the order of the list, neither by wallet nor by hash.
        const rows = Array.from({ length: count }, (_, i): ListRow => ({
          ...{ line: i + 2, wallet: wallet((i * 5) % count), amount: BigInt(i + 1) },
          ...{ index: BigInt(count - i), fields: [`${i % 5}`] },
        }));
        const tree = { format, expectRoot: null, hash: PORTABLE_HASH, shape, fields: FIELDS };
        const { list } = await load(rows, tree);
        const repository = new ListRowRepository(lists.db);
        const stored = await repository.readTree(list.list_id);
        expect(stored).toMatchObject({ leaves: count, shape: { ...shape, fields: FIELDS } });
        const found = await repository.find(rows.map((row) => ({ listId: list.list_id, wallet: row.wallet })));
        const pathOf = ([row]: (typeof found)[number]) => proofPath(format, count, row!.position!, [], shape.odd);
        const proofs = await repository.readProofs(
          found.map((each) => ({ listId: list.list_id, numbers: pathOf(each) })),
        );
        for (const [i, [row]] of found.entries()) {
          expect(row).toMatchObject({ fields: rows[i]!.fields, index: `${rows[i]!.index}` });
          if (shape.order === 'by_index') expect(row!.position).toBe(count - 1 - i);
          const proof = proofs[i]!;
          const sides = shape.pairs === 'sorted' ? null : proofSides(shape.odd, count, row!.position!);
          const holds = (values: readonly string[]): boolean => {
            const leaf = { ...rows[i]!, index: rows[i]!.index ?? null, fields: FIELDS, values };
            const hashed = treeKind(format).leafHash(leaf, PORTABLE_HASH);
            const root = bytesOf(list.tree!.root);
            return proofHolds(treeKind(format), hashed, proof.map(bytesOf), root, PORTABLE_HASH, sides);
          };
          expect(holds(row!.fields!)).toBe(true);
          expect(holds(['9'])).toBe(false);
        }
      }
    },
  );
});

describe('a list with fields of its own', () => {
  const tree: ListTree = { format: 'packed', expectRoot: null, hash: PORTABLE_HASH, fields: FIELDS };
  const rowOf = (i: number, fields: readonly string[], index: bigint | null = BigInt(i)): ListRow => ({
    ...{ line: i + 2, wallet: wallet(i), amount: 5n, index, fields },
  });
  const failure = (rows: readonly ListRow[], of: ListTree = tree, more: object = {}): Promise<unknown> =>
    load(rows, of, more).catch((error: unknown) => error);

  it('is loaded again only when a field of a row changes', async () => {
    const sha256 = () => 'f'.repeat(64);
    const rows = [rowOf(1, ['1']), rowOf(2, ['2'])];
    expect(await load(rows, tree, { sha256 })).toMatchObject({ outcome: 'loaded' });
    expect(await load(rows, tree, { sha256 })).toMatchObject({ outcome: 'unchanged' });
    expect(await load([rowOf(1, ['1']), rowOf(2, ['3'])], tree, { sha256 })).toMatchObject({ outcome: 'loaded' });
  });

  it.each<[string, readonly ListRow[]]>([
    ['a field out of the range of its type', [rowOf(1, ['1']), rowOf(2, ['256'])]],
    ['a missing field', [rowOf(1, ['1']), rowOf(2, [])]],
    ['a missing claim index', [rowOf(1, ['1']), rowOf(2, ['1'], null)]],
    ['a wallet of another family', [rowOf(1, ['1']), { ...rowOf(2, ['1']), wallet: Buffer.alloc(32, 7) }]],
  ])('is rejected for %s, with the line', async (_, rows) => {
    const before = await lists.traces();
    const error = await failure(rows);
    expect(error).toBeInstanceOf(ListRejectedError);
    expect(error).toMatchObject({ violations: [{ line: 4 }] });
    expect(await lists.traces()).toEqual(before);
  });

  it('is rejected when its rows are to be summed', async () => {
    const fields = FIELDS.filter(({ is }) => is !== 'index');
    const rows = [rowOf(1, ['1'], null), { ...rowOf(1, ['2'], null), line: 4 }];
    expect(await failure(rows, { ...tree, fields }, { duplicates: 'sum' })).toMatchObject({
      message: expect.stringContaining('cannot be summed'),
    });
  });
});

describe('published proofs of positional pairs', () => {
  const shape: TreeShape = { order: 'by_index', pairs: 'positional', odd: 'promote' };
  const tree: ListTree = { format: 'abi', expectRoot: null, hash: PORTABLE_HASH, shape };
  const leaves = Array.from({ length: 7 }, (_, i): ListRow => ({
    ...{ line: i + 2, wallet: wallet(i), amount: BigInt(i + 1), index: BigInt(i) },
  }));
  const built = new InMemoryTree(
    'abi',
    Buffer.concat(leaves.map(({ wallet: of, amount, index = null }) => leafHash({ wallet: of, amount, index }))),
    PORTABLE_HASH,
    shape,
  );
  const rows = leaves.map((row, i): ListRow => ({ ...row, proof: built.proof(i) }));

  it('confirm the root that they lead to, and are not stored', async () => {
    const { list } = await load(rows, tree);
    expect(list.tree).toEqual({ format: 'abi', root: hexOf(built.root), root_published: true });
    const [[row] = []] = await new ListRowRepository(lists.db).find([{ listId: list.list_id, wallet: wallet(3) }]);
    expect(row).toMatchObject({ proof: null, position: 3 });
  });

  it('are rejected by line if they lead elsewhere, and nothing is stored', async () => {
    const proofOf = (i: number): readonly Uint8Array[] => rows[i]!.proof!;
    const wrong = rows
      .with(2, { ...rows[2]!, proof: proofOf(3) })
      .with(4, { ...rows[4]!, proof: proofOf(4).slice(1) })
      .with(6, { ...rows[6]!, proof: [...proofOf(6), built.root] });
    const before = await lists.traces();
    for (const expectRoot of [null, hexOf(built.root)]) {
      expect(await load(wrong, { ...tree, expectRoot }).catch((error: unknown) => error)).toMatchObject({
        violations: [4, 6, 8].map((line) => ({ line, message: 'its published proof does not lead to the root' })),
      });
    }
    expect(await lists.traces()).toEqual(before);
  });
});

it('stores no shape for a tree that is usual for its format', async () => {
  const { list } = await load([{ line: 2, wallet: wallet(1), amount: 5n }], {
    ...{ format: 'abi', expectRoot: null, hash: PORTABLE_HASH, shape: treeKind('abi').shape },
  });
  expect(isSameShape(treeKind('abi').shape, { order: 'by_hash', pairs: 'sorted', odd: 'promote' })).toBe(true);
  expect(await new ListRowRepository(lists.db).readTree(list.list_id)).toMatchObject({ shape: null });
});
