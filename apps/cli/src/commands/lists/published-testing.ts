import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { concat, encodeAbiParameters, encodePacked, getAddress, type Hex, keccak256 } from 'viem';

/*
 * Claims and trees of published files, with generated wallets unless noted otherwise. Their roots are computed without the code
 * under test.
 */
export const COUNT = 7;
export const TOKEN = getAddress(`0x${'0c'.repeat(20)}`);
export const walletOf = (row: number): Hex =>
  getAddress(keccak256(`0x${row.toString(16).padStart(2, '0')}`).slice(0, 42));
export const amountOf = (row: number): bigint => 10n ** 18n + BigInt(row);
export const ROWS = Array.from({ length: COUNT }, (_, row) => ({
  row,
  address: walletOf(row),
  amount: `${amountOf(row)}`,
}));
type Row = (typeof ROWS)[number];

const hashPair = (a: Hex, b: Hex): Hex => keccak256(concat(a < b ? [a, b] : [b, a]));

/** Hash at the end of a level of odd length; null to promote its last node. */
type Fill = (height: number) => Hex | null;
const ZERO: Hex = `0x${'00'.repeat(32)}`;
/** Leaves filled with zero hashes to a power of two. */
export const fillZeros: Fill = (height) => (height === 0 ? ZERO : hashPair(zerosAt(height - 1), zerosAt(height - 1)));
const zerosAt = (height: number): Hex => fillZeros(height) ?? ZERO;
/** Every odd level filled with the hash of no bytes. */
export const fillEmpty: Fill = () => keccak256('0x');

/** Tree as merkletreejs builds it: leaves sorted by hash, sorted pairs, odd nodes promoted unless they are filled. */
export function treeOf(leaves: readonly Hex[], fill: Fill = () => null) {
  let level: readonly Hex[] = [...leaves].sort();
  const levels: (readonly Hex[])[] = [];
  for (let height = 0; ; height++) {
    const filler = level.length > 1 && level.length % 2 === 1 ? fill(height) : null;
    if (filler !== null) level = [...level, filler];
    levels.push(level);
    if (level.length === 1) break;
    level = parentsOf(level);
  }
  const proof = (leaf: Hex): Hex[] => {
    const start = (levels[0] ?? []).indexOf(leaf);
    return levels.flatMap((nodes, height) => nodes[(start >> height) ^ 1] ?? []);
  };
  return { root: level[0] ?? '0x', proof };
}

const parentsOf = (level: readonly Hex[]): readonly Hex[] =>
  level.flatMap((node, i) => {
    if (i % 2 === 1) return [];
    const right = level[i + 1];
    return [right === undefined ? node : hashPair(node, right)];
  });

/** Members by wallet. */
export const byWallet = <T>(valueOf: (row: Row) => T) =>
  Object.fromEntries(ROWS.map((row) => [row.address, valueOf(row)]));

export const packedLeaf = ({ address, amount }: Row): Hex =>
  encodePackedHash(['address', 'uint256'], [address, BigInt(amount)]);
function encodePackedHash(types: string[], values: unknown[]): Hex {
  return keccak256(encodePacked(types, values as never));
}
export const ENS = treeOf(ROWS.map(packedLeaf));
export const claimLeaf = ({ row, address, amount }: Row): Hex =>
  encodePackedHash(['uint256', 'address', 'uint256'], [BigInt(row), address, BigInt(amount)]);
export const UNISWAP = treeOf(ROWS.map(claimLeaf));
export const STANDARD = StandardMerkleTree.of(
  ROWS.map(({ address, amount }) => [address, amount]),
  ['address', 'uint256'],
);
export const beneficiaryLeaf = ({ row, address, amount }: Row): Hex =>
  encodePackedHash(['address', 'address', 'uint256'], [address, walletOf(row + 20), BigInt(amount)]);
export const BENEFICIARIES = treeOf(ROWS.map(beneficiaryLeaf));
const merklLeaf = ({ address, amount }: Row): Hex =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
      [address, TOKEN, BigInt(amount)],
    ),
  );
export const MERKL = treeOf(ROWS.map(merklLeaf));
export const MERKL_LEAF = `address wallet, address ${TOKEN}, uint256 amount`;

/** Two claims of the first wallet, one of each other. */
export const CLAIM_TYPES = ['Airdrop', 'GnoOption', 'UserOption', 'Investor', 'Team', 'Advisor'];
export const COW_CLAIMS = [...ROWS.slice(0, 1), ...ROWS].map((of, index) => ({
  of,
  index,
  type: index % CLAIM_TYPES.length,
}));
export const cowLeaf = ({ of, index, type }: (typeof COW_CLAIMS)[number]): Hex =>
  encodePackedHash(['uint256', 'uint8', 'address', 'uint256'], [BigInt(index), type, of.address, BigInt(of.amount)]);
export const COW = treeOf(COW_CLAIMS.map(cowLeaf));
export const COW_LEAF = (type: string) => `uint256 index, uint8 column:type${type}, address wallet, uint256 amount`;

/** Test data of CosmWasm's cw20-merkle-airdrop (Apache-2.0): addresses, amounts, root and the proofs of the first two. */
export const COSMWASM_ROOT = 'b45c1ea28b26adb13e412933c9e055b01fdf7585304b00cd8f1cb220aa6c5e88';
export const COSMWASM = [
  ['wasm1k9hwzxs889jpvd7env8z49gad3a3633vg350tq', '100'],
  ['wasm1uy9ucvgerneekxpnfwyfnpxvlsx5dzdpf0mzjd', '1010'],
  ['wasm1a4x6au55s0fusctyj2ulrxvfpmjcxa92k7ze2v', '10220'],
  ['wasm1ylna88nach9sn5n7qe7u5l6lh7dmt6lp2y63xx', '10333'],
  ['wasm1qzy8rg0f406uvvl54dlww6ptlh30303xq2u3xu', '10220'],
  ['wasm1xn46zz5m3fhymcrcwe82m0ac8ytt588dkpaeas', '10220'],
].map(([address, amount]) => ({ address, amount }));
export const COSMWASM_PROOFS = [
  [
    'a714186eaedddde26b08b9afda38cf62fdf88d68e3aa0d5a4b55033487fe14a1',
    'fb57090a813128eeb953a4210dd64ee73d2632b8158231effe2f0a18b2d3b5dd',
    'c30992d264c74c58b636a31098c6c27a5fc08b3f61b7eafe2a33dcb445822343',
  ],
  [
    'd496b14f0a6207db1c9a1be70d5f3684d3c76f27c0bc75ee979f3e2a71a97ed0',
    'e3746c7f0e1d1f60708f9e5facaaee77424a8c5f6527f1813f60e8c3755d3b5d',
    'c30992d264c74c58b636a31098c6c27a5fc08b3f61b7eafe2a33dcb445822343',
  ],
];
