import * as starknet from '@scure/starknet';
import { base58 } from '@scure/base';
import { encodeAbiParameters, encodePacked, type Hex, hexToBytes, parseAbiParameters } from 'viem';
import { keccak, packedLeaf, rootOf, sha256, standardTree, type TreeRow } from './judged-trees';
import { numberOf } from './judged-wallets';

/** Tree that options state for a file without one. */
interface StatedTree {
  /** Options besides `--expect-root`. */
  readonly options: readonly string[];
  readonly rootOf: (rows: readonly TreeRow[]) => string;
}

const TOKEN = `0x${'c0'.repeat(20)}` as const;
const lower = (address: string): Hex => address.toLowerCase() as Hex;

/** Value of the column `kind`, which is a field of a leaf. */
export const kindOfRow = ({ address }: TreeRow): number => numberOf(5, 'kind', lower(address));

/** Root of the leaves, sorted by hash, with sorted pairs. */
const sorted = (leaves: readonly Buffer[], hash = keccak): string =>
  rootOf([...leaves].sort(Buffer.compare), hash, 'promote');

const abiLeaf = ({ address, amount }: TreeRow): Buffer => {
  const types = parseAbiParameters('address, address, uint256');
  return keccak(hexToBytes(encodeAbiParameters(types, [lower(address), TOKEN, BigInt(amount)])));
};

const packedFields = (row: TreeRow, index: number): Buffer => {
  const types = ['uint256', 'uint8', 'address', 'uint256'] as const;
  const values = [BigInt(index), kindOfRow(row), lower(row.address), BigInt(row.amount)] as const;
  return keccak(hexToBytes(encodePacked(types, values)));
};

function solanaLeaf({ address, amount }: TreeRow, index: number): Buffer {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64LE(BigInt(index));
  numbers.writeBigUInt64LE(BigInt(amount), 8);
  return keccak(numbers.subarray(0, 8), base58.decode(address), numbers.subarray(8));
}

const feltOf = (number: bigint | string): Buffer => Buffer.from(BigInt(number).toString(16).padStart(64, '0'), 'hex');
const numberIn = (felt: Buffer): bigint => BigInt(`0x${felt.toString('hex')}`);

const poseidonLeaf = ({ address, amount }: TreeRow): Buffer =>
  feltOf(starknet.poseidonHashMany([starknet.poseidonHashMany([BigInt(lower(address)), BigInt(amount)])]));

/** Root of a heap: the last leaf is the first node after the inner ones, as in OpenZeppelin's library. */
function heapRoot(leaves: readonly Buffer[]): string {
  const nodes: Buffer[] = Array.from({ length: leaves.length - 1 }, () => Buffer.alloc(0));
  nodes.push(...[...leaves].sort(Buffer.compare).reverse());
  for (let n = leaves.length - 2; n >= 0; n--) {
    const pair = [nodes[2 * n + 1], nodes[2 * n + 2]].map((node) => node ?? Buffer.alloc(0));
    nodes[n] = feltOf(starknet.poseidonHashMany(pair.sort(Buffer.compare).map(numberIn)));
  }
  return `0x${nodes[0]?.toString('hex')}`;
}

/** Selector of the claims of Ekubo's contract (github.com/EkuboProtocol/governance, `src/airdrop.cairo`). */
const EKUBO_CLAIM = 0x01782c4dfd9b809591e597c7a90a503c5db310130ec93790567b00d95ac81da0n;
const ekuboLeaf = ({ address, amount }: TreeRow, index: number): Buffer =>
  feltOf(
    [BigInt(index), BigInt(lower(address)), BigInt(amount)].reduce(
      (node, value) => BigInt(starknet.pedersen(node, value)),
      EKUBO_CLAIM,
    ),
  );
const pedersenPair = (a: Buffer, b: Buffer): Buffer => feltOf(starknet.pedersen(numberIn(a), numberIn(b)));

/** Roots are computed with the hash functions alone, none of the code under test. */
export const DECLARED_TREES = {
  openzeppelin: { options: ['--tree', 'openzeppelin'], rootOf: (rows) => standardTree(rows).root },
  ens: { options: ['--tree', 'ens'], rootOf: (rows) => sorted(rows.map(packedLeaf)) },
  abi: {
    options: ['--tree', 'abi', '--leaf', `address wallet, address ${TOKEN}, uint256 amount`],
    rootOf: (rows) => sorted(rows.map(abiLeaf)),
  },
  packed: {
    options: [
      ...['--tree', 'packed', '--index', 'row'],
      ...['--leaf', 'uint256 index, uint8 column:kind, address wallet, uint256 amount'],
    ],
    rootOf: (rows) => sorted(rows.map(packedFields)),
  },
  solana_keccak: {
    options: ['--tree', 'solana_keccak', '--index', 'row'],
    rootOf: (rows) => sorted(rows.map(solanaLeaf)),
  },
  cosmwasm: {
    options: ['--tree', 'cosmwasm'],
    rootOf: (rows) =>
      sorted(
        rows.map(({ address, amount }) => sha256(Buffer.from(`${lower(address)}${amount}`))),
        sha256,
      ),
  },
  starknet_poseidon: {
    options: ['--tree', 'starknet_poseidon'],
    rootOf: (rows) => heapRoot(rows.map(poseidonLeaf)),
  },
  ekubo: {
    options: ['--tree', 'ekubo', '--index', 'row'],
    rootOf: (rows) => rootOf(rows.map(ekuboLeaf), pedersenPair, 'repeat'),
  },
} satisfies Readonly<Record<string, StatedTree>>;
