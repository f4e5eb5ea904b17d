import type { EligibilityResult } from '@droptrack/contracts';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { scripted } from '../../test/scripted';
import { verifyProof } from '../index';

const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const amount = `${2n ** 256n - 1n}`;
const published = StandardMerkleTree.of(
  [
    [wallet, amount],
    ['0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', '100'],
    ['0x00000000219ab540356cBB839Cbe05303d7705Fa', '1'],
  ],
  ['address', 'uint256'],
);

it('accepts the proof of a response, and rejects it for another amount, wallet or format', async () => {
  const response: Pick<EligibilityResult, 'wallet' | 'allocation' | 'proof'> = {
    wallet,
    allocation: { amount, decimals: 18, symbol: 'LINEA', token: null, value_usd: null, breakdown: [], vesting: null },
    proof: {
      format: 'openzeppelin',
      root: published.root,
      root_published: true,
      index: null,
      proof: published.getProof(0),
    },
  };
  const { client } = scripted([Response.json(response)]);
  const { allocation, proof, ...rest } = await client.eligibility.check({ wallet, drop: 'linea' });
  const given = { ...proof!, wallet: rest.wallet, amount: allocation!.amount, breakdown: allocation!.breakdown };
  expect(verifyProof(given)).toBe(true);
  expect(verifyProof({ ...given, amount: '100' })).toBe(false);
  expect(verifyProof({ ...given, wallet: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f' })).toBe(false);
  expect(verifyProof({ ...given, format: 'ens' })).toBe(false);
});
