import { base58 } from '@scure/base';
import { parseWallet } from '../../wallet/parse-wallet';
import { PORTABLE_HASH } from '../hash';
import { bytesOf, builtTree, hex } from '../testing';
import { compareHashes } from '../tree-kind';
import { verifyProof } from '../verify-proof';
import { SOLANA_KECCAK } from './solana-keccak';

/**
 * Public keys of the Ed25519 seeds of 32 bytes 0, 2 and 1, their amounts and their proofs.
 * Source: github.com/saber-hq/merkle-distributor, `tests/parse-balance-map.spec.ts`.
 */
const CLAIMS = [
  {
    key: '0x3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
    amount: 1_000_000n,
    proof: ['0x607e67765bcf4177e16fccd6149a4cfcd05d291ab664d24b8f7455d08aa121af'],
  },
  {
    key: '0x8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394',
    amount: 2_000_000n,
    proof: [
      '0x0e21270c3d6d0301cce89f02f6b1c0728836b240263eb18026a7e8f0888d1cb3',
      '0x57a5e990a9233980bbf1b2bb45484b8f6d374116fb20de4044f4d57fc0ab512b',
    ],
  },
  {
    key: '0x8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c',
    amount: 3_000_000n,
    proof: [
      '0x064d3da266f8756627ec7afda54dbfa8ac806030d2092b193840dfc392486468',
      '0x57a5e990a9233980bbf1b2bb45484b8f6d374116fb20de4044f4d57fc0ab512b',
    ],
  },
].map((claim, index) => ({ ...claim, index, wallet: base58.encode(bytesOf(claim.key)) }));

it("builds the published tree of Saber's distributor, with the same proofs", () => {
  const leaves = CLAIMS.map((claim) => {
    const leaf = { ...claim, wallet: parseWallet(claim.wallet).bytes, index: BigInt(claim.index) };
    return { claim, hash: SOLANA_KECCAK.leafHash(leaf, PORTABLE_HASH) };
  }).sort((a, b) => compareHashes(a.hash, b.hash));
  const tree = builtTree(
    'solana_keccak',
    leaves.map(({ hash }) => hash),
  );
  const root = hex(tree.root);
  leaves.forEach(({ claim }, position) => {
    expect(tree.proof(position).map(hex)).toEqual(claim.proof);
    const given = { ...claim, format: 'solana_keccak', root, amount: `${claim.amount}` } as const;
    expect(verifyProof(given)).toBe(true);
    expect(verifyProof({ ...given, amount: `${claim.amount + 1n}` })).toBe(false);
    expect(verifyProof({ ...given, index: claim.index + 1 })).toBe(false);
    expect(verifyProof({ ...given, format: 'jito' })).toBe(false);
  });
});
