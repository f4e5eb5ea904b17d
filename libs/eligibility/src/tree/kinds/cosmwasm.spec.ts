import { parseWallet } from '../../wallet/parse-wallet';
import { PORTABLE_HASH } from '../hash';
import { builtTree, hex } from '../testing';
import { compareHashes } from '../tree-kind';
import { verifyProof } from '../verify-proof';
import { COSMWASM } from './cosmwasm';

/** Lists, roots and proofs of github.com/CosmWasm/cw-tokens, `contracts/cw20-merkle-airdrop/testdata`, stages 1 and 2. */
const STAGES = [
  {
    list: {
      wasm1k9hwzxs889jpvd7env8z49gad3a3633vg350tq: '100',
      wasm1uy9ucvgerneekxpnfwyfnpxvlsx5dzdpf0mzjd: '1010',
      wasm1a4x6au55s0fusctyj2ulrxvfpmjcxa92k7ze2v: '10220',
      wasm1ylna88nach9sn5n7qe7u5l6lh7dmt6lp2y63xx: '10333',
      wasm1qzy8rg0f406uvvl54dlww6ptlh30303xq2u3xu: '10220',
      wasm1xn46zz5m3fhymcrcwe82m0ac8ytt588dkpaeas: '10220',
    },
    root: 'b45c1ea28b26adb13e412933c9e055b01fdf7585304b00cd8f1cb220aa6c5e88',
    wallet: 'wasm1k9hwzxs889jpvd7env8z49gad3a3633vg350tq',
    proof: [
      'a714186eaedddde26b08b9afda38cf62fdf88d68e3aa0d5a4b55033487fe14a1',
      'fb57090a813128eeb953a4210dd64ee73d2632b8158231effe2f0a18b2d3b5dd',
      'c30992d264c74c58b636a31098c6c27a5fc08b3f61b7eafe2a33dcb445822343',
    ],
  },
  {
    list: {
      wasm1k9hwzxs889jpvd7env8z49gad3a3633vg350tq: '666666666',
      wasm1uy9ucvgerneekxpnfwyfnpxvlsx5dzdpf0mzjd: '1010',
      wasm1a4x6au55s0fusctyj2ulrxvfpmjcxa92k7ze2v: '999',
      wasm1ylna88nach9sn5n7qe7u5l6lh7dmt6lp2y63xx: '1000000000',
      wasm1qzy8rg0f406uvvl54dlww6ptlh30303xq2u3xu: '10220',
      wasm1c99d6aw39e027fmy5f2gj38g8p8c3cf0vn3qqn: '1322',
      wasm1uwcjkghqlz030r989clzqs8zlaujwyphx0yumy: '14',
      wasm1yggt0x0r3x5ujk96kfeps6v4yakgun8mdth90j: '9000000',
      wasm1f6s77fjplerjrh4yjj08msqdq36mam4xv9tjvs: '12333',
      wasm1xn46zz5m3fhymcrcwe82m0ac8ytt588dkpaeas: '1322',
    },
    root: 'a5587bd4d158618b83badf57b1a4206f86e33407e18797ef690c931d73b36232',
    wallet: 'wasm1uwcjkghqlz030r989clzqs8zlaujwyphx0yumy',
    proof: [
      'a714186eaedddde26b08b9afda38cf62fdf88d68e3aa0d5a4b55033487fe14a1',
      '1eb08e61c40d5ba334f3c32f3f136e714f0841e5d53af6b78ec94e3b29a01e74',
      'fe570ffb0015447c01bffdcd266fe4ee21a23eb6b499461b9ced5a03c6a9b2f0',
      'fa0224da936bcebd0f018a46ba15a5a9fc2d637f72f7c14b31aeffd8964983b5',
    ],
  },
];

it.each(STAGES)('builds the published tree of an airdrop of cw-tokens, with the same proof: $root', (stage) => {
  const leaves = Object.entries(stage.list)
    .map(([wallet, amount]) => {
      const leaf = { wallet: parseWallet(wallet).bytes, amount: BigInt(amount), index: null };
      return { wallet, amount, hash: COSMWASM.leafHash(leaf, PORTABLE_HASH) };
    })
    .sort((a, b) => compareHashes(a.hash, b.hash));
  const tree = builtTree(
    'cosmwasm',
    leaves.map(({ hash }) => hash),
  );
  const root = `0x${stage.root}`;
  expect(hex(tree.root)).toBe(root);
  leaves.forEach(({ wallet, amount }, position) => {
    const proof = tree.proof(position).map(hex);
    if (wallet === stage.wallet) expect(proof).toEqual(stage.proof.map((hash) => `0x${hash}`));
    const given = { format: 'cosmwasm', root, index: null, proof, wallet, amount } as const;
    expect(verifyProof(given)).toBe(true);
    expect(verifyProof({ ...given, amount: `${amount}0` })).toBe(false);
  });
});
