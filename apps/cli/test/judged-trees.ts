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
const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const keccak = (...parts: readonly Uint8Array[]): Buffer =>
  Buffer.from(hexToBytes(keccak256(new Uint8Array(Buffer.concat(parts)))));

/** Root of a tree with sorted pairs. */
function rootOf(leaves: readonly Buffer[], hash: (a: Buffer, b: Buffer) => Buffer, odd: 'promote' | 'repeat'): string {
  let level = [...leaves];
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let n = 0; n < level.length; n += 2) {
      const [left, right = odd === 'repeat' ? left : undefined] = level.slice(n, n + 2) as [Buffer, Buffer | undefined];
      next.push(right === undefined ? left : Buffer.compare(left, right) <= 0 ? hash(left, right) : hash(right, left));
    }
    level = next;
  }
  return `0x${level[0]?.toString('hex')}`;
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
