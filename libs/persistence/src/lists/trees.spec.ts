import { type LeafField, PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import {
  type Hash,
  isStarknetFormat,
  lockedPart,
  parseWallet,
  PORTABLE_HASH,
  proofHolds,
  proofPath,
  treeKind,
} from '@droptrack/eligibility';
import { bulkHash } from '@droptrack/eligibility/formats';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { ListRejectedError } from './errors';
import { ListRowRepository } from './list-row.repository';
import type { ListRow, ListTree } from './list-row';
import { ListHeaders } from './list-headers';
import { listDatabase, wallet } from './testing';

const MOST = 2n ** 256n - 1n;
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const bytesOf = (text: string): Uint8Array => Buffer.from(text.slice(2), 'hex');
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
/** The leaf of `ens`, for the format that has no usual fields. */
const PACKED: readonly LeafField[] = [
  { type: 'address', is: 'wallet', value: null },
  { type: 'uint256', is: 'amount', value: null },
];
/** With the functions of Starknet, for trees of it. */
let hash: Hash = PORTABLE_HASH;
beforeAll(async () => (hash = await bulkHash('starknet_pedersen')));
const treeOf = (format: ProofFormat, over: Partial<ListTree> = {}): ListTree => ({
  format,
  expectRoot: null,
  hash,
  ...(format === 'packed' && { fields: PACKED }),
  ...over,
});
/** Rows that the leaves of a format can represent. */
const rowsOf = (format: ProofFormat, amounts: readonly bigint[]): ListRow[] =>
  amounts.map((amount, i) => {
    const isIndexed = ['uniswap', 'solana_keccak', 'ekubo'].includes(format);
    return { line: i + 2, wallet: keyOf(format, i), amount, index: isIndexed ? BigInt(amounts.length - i) : null };
  });

/** Key of a wallet of the family of a format. */
function keyOf(format: ProofFormat, i: number): Uint8Array {
  if (format === 'jito' || format === 'solana_keccak') return Buffer.concat([wallet(i), wallet(i).subarray(0, 12)]);
  if (isStarknetFormat(format)) return Buffer.concat([Buffer.from([1]), Buffer.alloc(11), wallet(i), Buffer.alloc(1)]);
  return format === 'cosmwasm' ? parseWallet(bech32.encode('osmo', bech32.toWords(wallet(i)))).bytes : wallet(i);
}
const MOST_OF: Partial<Record<ProofFormat, bigint>> = {
  jito: 2n ** 64n - 1n,
  solana_keccak: 2n ** 64n - 1n,
  starknet_pedersen: 2n ** 128n - 1n,
  starknet_poseidon: 2n ** 128n - 1n,
  ekubo: 2n ** 128n - 1n,
  cosmwasm: 2n ** 128n - 1n,
};

let lists: Awaited<ReturnType<typeof listDatabase>>;
beforeAll(async () => (lists = await listDatabase()));
afterAll(() => lists.close());

let loads = 0;
/** Loads a list, and reads all proofs in two round trips, as a check does. */
async function proofsOf(rows: readonly ListRow[], tree: ListTree) {
  const sha256 = (++loads).toString(16).padStart(64, '0');
  const { list } = await lists.load(rows, { tree, sha256: () => sha256 });
  const stored = await new ListRowRepository(lists.db).readTree(list.list_id);
  const found = await new ListRowRepository(lists.db).find(
    rows.map((row) => ({ listId: list.list_id, wallet: row.wallet })),
  );
  const proofs = await new ListRowRepository(lists.db).readProofs(
    found.map(([row]) => ({
      listId: list.list_id,
      numbers: proofPath(stored!.format, stored!.leaves, row!.position!, stored!.shards),
    })),
  );
  return { root: list.tree!.root, stored, proofs };
}

const holds = (format: ProofFormat, row: ListRow, proof: readonly string[], root: string): boolean => {
  const { wallet: of, amount, index = null, breakdown = [] } = row;
  const fields = format === 'packed' ? { fields: PACKED } : {};
  const leaf = { wallet: of, amount, index, locked: lockedPart(breakdown), ...fields };
  const hashed = treeKind(format).leafHash(leaf, hash);
  return proofHolds(treeKind(format), hashed, proof.map(bytesOf), bytesOf(root), hash);
};

describe('a list with a tree', () => {
  // Holds for any number of leaves and any size of amounts.
  it.each(PROOF_FORMATS)('%s: proves every wallet and its amount, and no other amount', async (format) => {
    const most = MOST_OF[format] ?? MOST;
    const maxLength = isStarknetFormat(format) ? 12 : 150;
    const amounts = fc.array(fc.bigInt({ min: 0n, max: most }), { minLength: 1, maxLength });
    await fc.assert(
      fc.asyncProperty(amounts, fc.integer({ min: 0, max: 2 }), async (given, shardNybbles) => {
        // Their sum must fit into the amounts of a token.
        const rows = rowsOf(
          format,
          given.map((amount) => amount / BigInt(given.length)),
        );
        const { root, proofs } = await proofsOf(rows, treeOf(format, { shardNybbles: () => shardNybbles }));
        rows.forEach((row, i) => {
          expect(holds(format, row, proofs[i]!, root)).toBe(true);
          expect(holds(format, { ...row, amount: row.amount ^ 1n }, proofs[i]!, root)).toBe(false);
        });
      }),
      { numRuns: runs(2, 6) },
    );
  });

  it('proves the largest possible amount', async () => {
    const rows = rowsOf('uniswap', [MOST]);
    const { root, proofs } = await proofsOf(rows, treeOf('uniswap'));
    expect(proofs).toEqual([[]]);
    expect(holds('uniswap', rows[0]!, [], root)).toBe(true);
  });

  it('has the root and the proofs that OpenZeppelin’s own library computes', async () => {
    const amounts = Array.from({ length: 77 }, (_, i) => 3n ** BigInt(i));
    const rows = rowsOf('openzeppelin', amounts);
    const theirs = StandardMerkleTree.of(
      rows.map((row): [string, bigint] => [hex(row.wallet), row.amount]),
      ['address', 'uint256'],
    );
    const { root, proofs } = await proofsOf(rows, treeOf('openzeppelin'));
    expect(root).toBe(theirs.root);
    expect(proofs).toEqual(rows.map((_, i) => theirs.getProof(i)));
  });

  // As in the campaigns of Sablier, whose contracts read a claim by its index.
  it('has the root and the proofs of that library for leaves with claim indexes', async () => {
    const amounts = Array.from({ length: 77 }, (_, i) => 3n ** BigInt(i));
    const rows = rowsOf('openzeppelin', amounts).map((row, i) => ({ ...row, index: BigInt(i) }));
    const theirs = StandardMerkleTree.of(
      rows.map((row): [bigint, string, bigint] => [row.index, hex(row.wallet), row.amount]),
      ['uint256', 'address', 'uint256'],
    );
    const { root, proofs } = await proofsOf(rows, treeOf('openzeppelin'));
    expect(root).toBe(theirs.root);
    expect(proofs).toEqual(rows.map((_, i) => theirs.getProof(i)));
  });

  it.each<ProofFormat>(['uniswap', 'ens', 'openzeppelin'])(
    '%s: is the same in any order of its rows',
    async (format) => {
      const rows = rowsOf(
        format,
        Array.from({ length: 40 }, (_, i) => BigInt(i)),
      );
      const tree = treeOf(format, { shardNybbles: () => 1 });
      const { root, proofs } = await proofsOf(rows, tree);
      const property = fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (shuffled) => {
        const other = await proofsOf(shuffled, tree);
        expect(other.root).toBe(root);
        expect(shuffled.map((row) => proofs[rows.indexOf(row)])).toEqual(other.proofs);
      });
      await fc.assert(property, { numRuns: runs(2, 4) });
    },
  );

  // More leaves than one batch holds.
  it('proves wallets of a list that is built in several batches', async () => {
    const rows = rowsOf(
      'uniswap',
      Array.from({ length: 60_000 }, (_, i) => BigInt(i)),
    );
    const { list } = await lists.load(rows, { tree: treeOf('uniswap') });
    const some = rows.filter((_, i) => i % 7_001 === 0);
    const found = await new ListRowRepository(lists.db).find(
      some.map((row) => ({ listId: list.list_id, wallet: row.wallet })),
    );
    const lookUps = found.map(([row]) => ({
      listId: list.list_id,
      numbers: proofPath('uniswap', rows.length, row!.position!),
    }));
    const proofs = await new ListRowRepository(lists.db).readProofs(lookUps);
    expect(some.map((row, i) => holds('uniswap', row, proofs[i]!, list.tree!.root))).not.toContain(false);
  });

  it('marks a root as published when it is declared, or when proofs of several rows lead to it', async () => {
    const rows = rowsOf('uniswap', [1n, 2n, 3n]);
    const { root, proofs } = await proofsOf(rows, treeOf('uniswap'));
    const proven = rows.map((row, i) => ({ ...row, proof: proofs[i]!.map(bytesOf) }));
    const isPublished = async (of: readonly ListRow[], over: Partial<ListTree> = {}) => {
      const sha256 = (++loads).toString(16).padStart(64, '0');
      const { list } = await lists.load(of, { tree: treeOf('uniswap', over), sha256: () => sha256 });
      const [stored] = await new ListHeaders(lists.db).read('linea');
      expect(stored?.isRootPublished).toBe(list.tree?.root_published);
      return list.tree?.root_published;
    };
    expect(await isPublished(rows)).toBe(false);
    expect(await isPublished(rows, { expectRoot: root })).toBe(true);
    expect(await isPublished(proven)).toBe(true);
    expect(await isPublished(proven.slice(1), { isPart: true })).toBe(true);
    // A single proof leads to some root for any row, so it proves nothing.
    expect(await isPublished(proven.slice(2), { isPart: true })).toBe(false);
  });

  it('sums duplicate rows before it builds leaves', async () => {
    const rows = rowsOf('openzeppelin', [1n, 2n, 3n]);
    const duplicates = [...rows, { ...rows[1]!, line: 9, amount: 40n }];
    const { list } = await lists.load(duplicates, { tree: treeOf('openzeppelin'), duplicates: 'sum' });
    const summed = await lists.load(rowsOf('openzeppelin', [1n, 42n, 3n]), { tree: treeOf('openzeppelin') });
    expect(list.tree).toEqual(summed.list.tree);
  });
});

describe('a list that does not match its tree', () => {
  const rows = rowsOf('uniswap', [1n, 2n, 3n, 4n, 5n]);
  let before: unknown;
  beforeEach(async () => (before = await lists.traces()));
  afterEach(async () => expect(await lists.traces()).toEqual(before));

  const published = async () => {
    const { root, proofs } = await proofsOf(rows, treeOf('uniswap'));
    const proven = rows.map((row, i) => ({ ...row, proof: proofs[i]!.map(bytesOf) }));
    before = await lists.traces();
    return { root, proven };
  };

  it('is rejected, with the first wrong line when the proofs identify it', async () => {
    const { root, proven } = await published();
    const other = `0x${'ab'.repeat(32)}`;
    expect(await failure(lists.load(rows, { tree: treeOf('uniswap', { expectRoot: other }) }))).toMatchObject({
      violations: [{ line: null, message: expect.stringContaining(`the root ${root}, and should have ${other}`) }],
    });
    const altered = proven.map((row, i) => (i === 3 ? { ...row, amount: 44n } : row));
    expect(await failure(lists.load(altered, { tree: treeOf('uniswap', { expectRoot: root }) }))).toMatchObject({
      total: 1,
      violations: [{ line: 5, message: 'its published proof does not lead to the root' }],
    });
  });

  it('is rejected when rows are missing, although each has a valid proof', async () => {
    const { root, proven } = await published();
    const tree = treeOf('uniswap', { expectRoot: root });
    const error = await failure(lists.load(proven.slice(1), { tree }));
    expect(error).toMatchObject({ message: expect.stringContaining('so either other rows are missing') });
    // Without a declared root, the proofs define it.
    expect(await failure(lists.load(proven.slice(1), { tree: treeOf('uniswap') }))).toBeInstanceOf(Error);
  });

  // One proof that leads to another root is enough, however many rows have no proof.
  it('is rejected when the proofs lead to another root', async () => {
    const { proven } = await published();
    const some = proven.map((row) => (row.line < 4 ? row : { ...row, proof: null }));
    expect(await failure(lists.load(some.slice(0, 4), { tree: treeOf('uniswap') }))).toBeInstanceOf(ListRejectedError);
  });

  it('is rejected for leaves that its format cannot represent, with the line of each', async () => {
    const bare = rows.map((row) => ({ ...row, index: null }));
    expect(await failure(lists.load(bare, { tree: treeOf('uniswap') }))).toMatchObject({ total: rows.length });
    expect(await failure(lists.load(rows, { tree: treeOf('jito') }))).toMatchObject({ total: rows.length });
  });

  it('is rejected for a claim index of two wallets', async () => {
    const twice = rows.map((row) => ({ ...row, index: row.line === 6 ? 2n : BigInt(row.line) }));
    expect(await failure(lists.load(twice))).toMatchObject({
      violations: [{ line: 6, message: 'the same claim index as in line 2' }],
    });
  });

  it('is rejected as a part of a tree when a row has no proof', async () => {
    const { root, proven } = await published();
    const tree = treeOf('uniswap', { expectRoot: root, isPart: true });
    const bare = proven.map((row) => (row.line === 4 ? { ...row, proof: null } : row));
    expect(await failure(lists.load(bare, { tree }))).toMatchObject({ message: expect.stringContaining('a proof') });
  });

  // The proofs of a part are answered as they were published, so a wrong hash anywhere in one is a claim that fails.
  it('is rejected as a part of a tree for a wrong hash above a verified node, or one too many', async () => {
    const { root, proven } = await published();
    const tree = treeOf('uniswap', { expectRoot: root, isPart: true });
    const zeros = new Uint8Array(32);
    const { proof } = proven[1]!;
    for (const wrong of [proof.with(-1, zeros), proof.slice(0, -1), [...proof, zeros]]) {
      const altered = proven.with(1, { ...proven[1]!, proof: wrong });
      const violations = [{ line: 3, message: 'its published proof does not lead to the root' }];
      expect(await failure(lists.load(altered, { tree }))).toMatchObject({ total: 1, violations });
    }
  });

  it('is accepted as a part of a tree with the proofs of its rows', async () => {
    const { root, proven } = await published();
    const { list } = await lists.load(proven.slice(2), { tree: treeOf('uniswap', { isPart: true }), dropId: 'zora' });
    expect(list.tree).toEqual({ format: 'uniswap', root, root_published: true });
    const [[found] = []] = await new ListRowRepository(lists.db).find([
      { listId: list.list_id, wallet: proven[3]!.wallet },
    ]);
    expect(found).toMatchObject({ position: null, proof: proven[3]!.proof.map(hex) });
    before = await lists.traces();
  });
});
