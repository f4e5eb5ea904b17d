import { type LeafField, PROOF_FORMATS, type ProofFormat } from '@droptrack/contracts';
import { bech32 } from '@scure/base';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import * as fc from 'fast-check';
import { runs } from '../../../../tools/test/runs';
import { lockedPart } from '../amount/vesting';
import { addressOfKey } from '../wallet/key-address';
import { parseWallet } from '../wallet/parse-wallet';
import { InvalidTreeError, PORTABLE_HASH } from './hash';
import { type ProvenAllocation, verifyProof } from './verify-proof';
import { proofHolds } from './proof';
import { hex, builtTree } from './testing';
import { compareHashes, parentHash, type TreeLeaf } from './tree-kind';
import { isStarknetFormat, treeKind } from './tree-kinds';

const UINT64_MAX = 2n ** 64n - 1n;
const UINT256_MAX = 2n ** 256n - 1n;

/** Usual fields of the format that has none of its own: the leaf of `uniswap`. */
const PACKED: readonly LeafField[] = [
  { type: 'uint256', is: 'index', value: null },
  { type: 'address', is: 'wallet', value: null },
  { type: 'uint256', is: 'amount', value: null },
];
const UINT128_MAX = 2n ** 128n - 1n;
const MOST: Partial<Record<ProofFormat, bigint>> = {
  jito: UINT64_MAX,
  solana_keccak: UINT64_MAX,
  cosmwasm: UINT128_MAX,
};
const mostOf = (format: ProofFormat): bigint => MOST[format] ?? UINT256_MAX;
const isIndexed = (format: ProofFormat): boolean => ['uniswap', 'packed', 'solana_keccak'].includes(format);
const leafOf = (format: ProofFormat, wallet: Uint8Array, amount: bigint, index: number): TreeLeaf => ({
  wallet: keyOf(format, wallet),
  amount,
  index: isIndexed(format) ? BigInt(index) : null,
  ...(format === 'packed' && { fields: PACKED }),
});
const addressOf = ({ wallet }: TreeLeaf): string => addressOfKey(Buffer.from(wallet).toString('hex'));

/** Key of a wallet of the family of a format. */
function keyOf(format: ProofFormat, wallet: Uint8Array): Uint8Array {
  if (format === 'jito' || format === 'solana_keccak') return wallet;
  const evm = wallet.slice(0, 20);
  return format === 'cosmwasm' ? parseWallet(bech32.encode('osmo', bech32.toWords(evm))).bytes : evm;
}

/** Allocations of a list as in responses of the API. */
function provenList(format: ProofFormat, leaves: readonly TreeLeaf[]): { root: string; proven: ProvenAllocation[] } {
  const kind = treeKind(format);
  const hashed = leaves.map((leaf) => ({ leaf, hash: kind.leafHash(leaf, PORTABLE_HASH) }));
  if (kind.shape.order === 'by_hash') hashed.sort((a, b) => compareHashes(a.hash, b.hash));
  const tree = builtTree(
    format,
    hashed.map(({ hash }) => hash),
  );
  const root = hex(tree.root);
  const proven = hashed.map(({ leaf }, position): ProvenAllocation => {
    const index = leaf.index === null ? null : Number(leaf.index);
    const proof = tree.proof(position).map(hex);
    const { fields } = leaf;
    return {
      ...{ format, root, index, proof, wallet: addressOf(leaf), amount: `${leaf.amount}` },
      ...(fields !== undefined && { fields: fields as readonly LeafField[] }),
    };
  });
  return { root, proven };
}

const lists = (format: ProofFormat) =>
  fc.uniqueArray(
    fc.tuple(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.oneof(fc.bigInt({ min: 0n, max: mostOf(format) }), fc.constant(mostOf(format))),
    ),
    { minLength: 1, maxLength: 30, selector: ([wallet]) => hex(wallet.slice(0, 20)) },
  );

/** Formats of Starknet have a spec of their own. */
const FORMATS_OF_BYTES = PROOF_FORMATS.filter((format) => !isStarknetFormat(format));

describe.each(FORMATS_OF_BYTES)('a list with a tree of %s', (format) => {
  it('proves each allocation, and none that differs by one unit', () => {
    fc.assert(
      fc.property(lists(format), (rows) => {
        const leaves = rows.map(([wallet, amount], index) => leafOf(format, wallet, amount, index));
        for (const given of provenList(format, leaves).proven) {
          expect(verifyProof(given)).toBe(true);
          expect(verifyProof({ ...given, amount: `${BigInt(given.amount!) ^ 1n}` })).toBe(false);
          // Detects amounts that are truncated to fewer bits.
          for (const bits of [64n, 128n, 192n, 255n]) {
            expect(verifyProof({ ...given, amount: `${BigInt(given.amount!) ^ (1n << bits)}` })).toBe(false);
          }
        }
      }),
      { numRuns: runs(6, 30) },
    );
  });

  it('has the same root for any order of rows', () => {
    fc.assert(
      fc.property(lists(format), fc.nat(), (rows, turn) => {
        const leaves = rows.map(([wallet, amount], index) => leafOf(format, wallet, amount, index));
        const turned = [...leaves.slice(turn % leaves.length), ...leaves.slice(0, turn % leaves.length)];
        if (treeKind(format).shape.order === 'by_index') return;
        expect(provenList(format, turned).root).toBe(provenList(format, leaves).root);
      }),
      { numRuns: runs(4, 20) },
    );
  });

  it('rejects wallets and amounts that the format cannot represent', () => {
    const wallet = new Uint8Array(32).fill(7);
    const reasonOf = (leaf: TreeLeaf): string => {
      try {
        return hex(treeKind(format).leafHash(leaf, PORTABLE_HASH));
      } catch (error) {
        return error instanceof InvalidTreeError ? error.reason : String(error);
      }
    };
    const leaf = leafOf(format, wallet, 5n, 0);
    expect(reasonOf({ ...leaf, amount: mostOf(format) })).toMatch(/^0x[0-9a-f]{64}$/);
    expect(reasonOf({ ...leaf, amount: mostOf(format) + 1n })).toBe('amount');
    expect(['amount', 'locked']).toContain(reasonOf({ ...leaf, amount: -1n }));
    expect(reasonOf({ ...leaf, wallet: wallet.slice(0, leaf.wallet.length === 32 ? 20 : 32) })).toBe('wallet_family');
    if (isIndexed(format)) {
      expect(reasonOf({ ...leaf, index: null })).toBe('index');
      expect(reasonOf({ ...leaf, index: -1n })).toBe('index');
    }
    if (format === 'jito') {
      expect(reasonOf({ ...leaf, locked: 6n })).toBe('locked');
      expect(reasonOf({ ...leaf, locked: -1n })).toBe('locked');
    }
  });
});

it.each([[['address', 'uint256']], [['uint256', 'address', 'uint256']]])(
  "accepts the proofs of OpenZeppelin's own trees of (%s)",
  (types) => {
    const rows = Array.from({ length: 23 }, (_, i) => [
      i + 1,
      `0x${`${i + 10}`.repeat(20)}`,
      `${UINT256_MAX >> BigInt(11 * i)}`,
    ]);
    const theirs = StandardMerkleTree.of(
      rows.map((row) => row.slice(-types.length)),
      types,
    );
    rows.forEach(([index, wallet, amount], row) => {
      const given: ProvenAllocation = {
        ...{ format: 'openzeppelin', root: theirs.root, proof: theirs.getProof(row) },
        ...{ index: types.length === 3 ? Number(index) : null, wallet: `${wallet}`, amount: `${amount}` },
      };
      expect(verifyProof(given)).toBe(true);
      expect(verifyProof({ ...given, index: types.length === 3 ? null : 0 })).toBe(false);
    });
  },
);

describe('verifyProof', () => {
  const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const leaf = { wallet: parseWallet(wallet).bytes, amount: 5n, index: 0n };
  const right: ProvenAllocation = {
    ...{ format: 'uniswap', index: 0, proof: [], wallet, amount: '5' },
    root: hex(treeKind('uniswap').leafHash(leaf, PORTABLE_HASH)),
  };

  it('accepts a tree of one leaf, and hex in either case', () => {
    expect(verifyProof(right)).toBe(true);
    expect(verifyProof({ ...right, wallet: wallet.toLowerCase() })).toBe(true);
    expect(verifyProof({ ...right, root: `0x${right.root.slice(2).toUpperCase()}` })).toBe(true);
  });

  // The input comes from a network and must not cause an exception.
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', {}],
    ['a format of another name', { ...right, format: 'toString' }],
    ['no root', { ...right, root: undefined }],
    ['a root without 0x', { ...right, root: right.root.slice(2) }],
    ['a root that is too long', { ...right, root: `${right.root}00` }],
    ['a root that is no hex', { ...right, root: right.root.replace(/..$/, 'zz') }],
    ['no proof', { ...right, proof: null }],
    ['a proof that is a text', { ...right, proof: '' }],
    ['a proof of numbers', { ...right, proof: [1] }],
    ['a proof of a short hash', { ...right, proof: ['0x00'] }],
    ['a proof of 65 hashes', { ...right, proof: Array.from({ length: 65 }, () => right.root) }],
    ['an endless proof', { ...right, proof: Object.assign([], { length: 2 ** 32 - 1 }) }],
    ['no index where one must be', { ...right, index: null }],
    ['an index below 0', { ...right, index: -1 }],
    ['an index that is a text', { ...right, index: '0' }],
    ['an index that is none', { ...right, index: 0.5 }],
    ['no wallet', { ...right, wallet: undefined }],
    ['a wallet with a wrong checksum', { ...right, wallet: wallet.replace('d8dA', 'd8Da') }],
    ['a wallet of another family', { ...right, wallet: '4SX6nqv5VRLMoNfYM5phvHgcBNcBEwUEES4qPPjf1EqS' }],
    ['an amount in another notation', { ...right, amount: '5.0' }],
    ['an amount below 0', { ...right, amount: '-5' }],
    ['an amount that is a number', { ...right, amount: 5 }],
    ['an amount above 2^256 - 1', { ...right, amount: `${2n ** 256n + 5n}` }],
    ['a breakdown that is none', { ...right, breakdown: [{ reason: 'locked', amount: 'x' }] }],
  ])('rejects %s', (_, given) => expect(verifyProof(given as ProvenAllocation)).toBe(false));
});

describe('proofHolds', () => {
  const kind = treeKind('uniswap');
  const [leaf, sibling] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const root = parentHash(kind, leaf, sibling, PORTABLE_HASH);
  it('accepts only complete hashes, up to the maximum length of a proof', () => {
    expect(proofHolds(kind, leaf, [sibling], root)).toBe(true);
    expect(proofHolds(kind, leaf, [sibling], Uint8Array.of(...root, 0))).toBe(false);
    expect(proofHolds(kind, leaf, [Uint8Array.of(...sibling, 0)], root)).toBe(false);
    expect(proofHolds(kind, Uint8Array.of(...leaf, 0), [sibling], root)).toBe(false);
    const proof = Array.from({ length: 65 }, () => sibling);
    let high: Uint8Array = leaf;
    for (const each of proof.slice(1)) high = parentHash(kind, high, each, PORTABLE_HASH);
    expect(proofHolds(kind, leaf, proof.slice(1), high)).toBe(true);
    expect(proofHolds(kind, leaf, proof, parentHash(kind, high, sibling, PORTABLE_HASH))).toBe(false);
  });
});

it.each([
  ['amount_locked', 1n],
  ['locked', 1n],
  ['total_locked_staker', 1n],
  ['amount_unlocked', 0n],
  ['total_unlocked_searcher', 0n],
  ['blocked', 0n],
  ['lockedAmount', 1n],
  ['Amount Locked', 1n],
  ['unlockedAmount', 0n],
])('a part named %s counts %d as locked', (reason, locked) => {
  expect(lockedPart([{ reason, amount: 1n }])).toBe(locked);
});
