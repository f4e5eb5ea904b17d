import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { base58 } from '@scure/base';
import { createHash } from 'node:crypto';
import { encodePacked, type Hex, hexToBytes, keccak256 } from 'viem';

/** Row as a file contains it, with an amount in base units. */
export interface TreeRow {
  readonly address: string;
  readonly amount: string;
}

/** Text of a file with a tree, and the root of that tree. */
export interface TreeFile {
  readonly text: string;
  readonly root: string;
}

const sumOf = (rows: readonly TreeRow[]): bigint => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
export const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
export const keccak = (...parts: readonly Uint8Array[]): Buffer =>
  Buffer.from(hexToBytes(keccak256(new Uint8Array(Buffer.concat(parts)))));

type Pair = (a: Buffer, b: Buffer) => Buffer;

/** Levels of a tree with sorted pairs, from its leaves to its root. */
function levelsOf(leaves: readonly Buffer[], hash: Pair, odd: 'promote' | 'repeat'): Buffer[][] {
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    const next: Buffer[] = [];
    for (let n = 0; n < level.length; n += 2) {
      const [left, right = odd === 'repeat' ? left : undefined] = level.slice(n, n + 2) as [Buffer, Buffer | undefined];
      next.push(right === undefined ? left : Buffer.compare(left, right) <= 0 ? hash(left, right) : hash(right, left));
    }
    level = next;
  }
  return levels;
}

/** Root of a tree with sorted pairs. */
export const rootOf = (leaves: readonly Buffer[], hash: Pair, odd: 'promote' | 'repeat'): string =>
  `0x${levelsOf(leaves, hash, odd).at(-1)?.[0]?.toString('hex')}`;

/** Leaf of packed address and amount. */
export const packedLeaf = ({ address, amount }: TreeRow): Buffer =>
  keccak(hexToBytes(encodePacked(['address', 'uint256'], [address.toLowerCase() as Hex, BigInt(amount)])));

/** Shards of ENS by the first digit of the address, and `root.json`: the text has the content of a file per line. */
export function shardsFile(rows: readonly TreeRow[]): TreeFile {
  const digits = [...new Set(rows.map(({ address }) => address.slice(2, 3).toLowerCase()))];
  const shards = digits.map((digit) => {
    const own = rows.filter(({ address }) => address.slice(2, 3).toLowerCase() === digit);
    const levels = levelsOf(own.map(packedLeaf).sort(Buffer.compare), keccak, 'promote');
    return { own, root: levels.at(-1)?.[0] ?? Buffer.alloc(0) };
  });
  shards.sort((a, b) => Buffer.compare(a.root, b.root));
  const roots = shards.map(({ root }) => root);
  const above = levelsOf(roots, keccak, 'promote');
  const files = shards.map(({ own }, n) => ({
    proof: above.flatMap((level, height) => {
      const sibling = level[(n >> height) ^ 1];
      return sibling === undefined ? [] : [`0x${sibling.toString('hex')}`];
    }),
    entries: Object.fromEntries(own.map(({ address, amount }) => [address, { balance: amount }])),
  }));
  const root = `0x${above.at(-1)?.[0]?.toString('hex')}`;
  const head = { root, shardNybbles: 1, total: sumOf(rows).toString() };
  return { text: [head, ...files].map((file) => JSON.stringify(file)).join('\n'), root };
}

/** Uniswap's distributor: leaves sorted by hash, amounts in hexadecimal digits. */
export function uniswapFile(rows: readonly TreeRow[]): TreeFile {
  const leaves = rows.map(({ address, amount }, index) =>
    Buffer.from(
      hexToBytes(
        keccak256(
          encodePacked(
            ['uint256', 'address', 'uint256'],
            [BigInt(index), address.toLowerCase() as Hex, BigInt(amount)],
          ),
        ),
      ),
    ),
  );
  const root = rootOf(leaves.sort(Buffer.compare), keccak, 'promote');
  const claims = rows.map(({ address, amount }, index) => [address, { index, amount: hex(amount) }] as const);
  const tokenTotal = hex(sumOf(rows).toString());
  return { text: JSON.stringify({ merkleRoot: root, tokenTotal, claims: Object.fromEntries(claims) }), root };
}

const hex = (amount: string): string => `0x${BigInt(amount).toString(16)}`;

/** Dump of OpenZeppelin's own library. */
export function openzeppelinFile(rows: readonly TreeRow[]): TreeFile {
  const tree = standardTree(rows);
  return { text: JSON.stringify(tree.dump()), root: tree.root };
}

/** Tree of (address, amount) by OpenZeppelin's own library. */
export const standardTree = (rows: readonly TreeRow[]): StandardMerkleTree<string[]> =>
  StandardMerkleTree.of(
    rows.map(({ address, amount }) => [address.toLowerCase(), amount]),
    ['address', 'uint256'],
  );

/** Campaign of Sablier: leaves of position, address and amount. */
export function sablierFile(rows: readonly TreeRow[]): TreeFile {
  const { root } = StandardMerkleTree.of(
    rows.map(({ address, amount }, index) => [`${index}`, address.toLowerCase(), amount]),
    ['uint256', 'address', 'uint256'],
  );
  const head = { root, total_amount: sumOf(rows).toString(), number_of_recipients: rows.length };
  return { text: JSON.stringify({ ...head, recipients: rows }), root };
}

/** Jito's distributor: leaves in the order of the file, one third of each amount locked. */
export function jitoFile(rows: readonly TreeRow[]): TreeFile {
  const nodes = rows.map(({ address, amount }) => {
    const locked = BigInt(amount) / 3n;
    return { claimant: base58.decode(address), unlocked: BigInt(amount) - locked, locked };
  });
  const leaves = nodes.map(({ claimant, unlocked, locked }) => {
    const amounts = Buffer.alloc(16);
    amounts.writeBigUInt64LE(unlocked);
    amounts.writeBigUInt64LE(locked, 8);
    return sha256(Buffer.of(0), sha256(claimant, amounts));
  });
  const root = rootOf(leaves, (left, right) => sha256(Buffer.of(1), left, right), 'repeat');
  // 64-bit integers exceed the numbers of JSON.stringify.
  const texts = nodes.map(
    ({ claimant, unlocked, locked }) =>
      `{"claimant":${JSON.stringify([...claimant])},"amount_unlocked":${unlocked},"amount_locked":${locked},"proof":null}`,
  );
  const bytes = JSON.stringify([...Buffer.from(root.slice(2), 'hex')]);
  const head = `"merkle_root":${bytes},"max_num_nodes":${rows.length},"max_total_claim":${sumOf(rows)}`;
  return { text: `{${head},"tree_nodes":[${texts.join()}]}`, root };
}
