import * as starknet from '@scure/starknet';
import { failureOf, scripted } from '../test/scripted';
import { InvalidProofError, type ProvenAllocation, VerifierRequiredError, verifyProof } from './index';
import { verifyStarknetProof } from './starknet';

/** Tree of one leaf. The formats themselves are compared with published trees in libs/eligibility. */
const wallet = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const amount = '1250';
const root = `0x${starknet
  .poseidonHashMany([starknet.poseidonHashMany([BigInt(wallet), BigInt(amount)])])
  .toString(16)
  .padStart(64, '0')}`;
const proof = { format: 'starknet_poseidon', root, root_published: true, index: null, proof: [] } as const;
const given = { ...proof, wallet, amount };

/** Range with one row. */
const range = (row: object) =>
  Response.json({
    ...{ drop: 'strk', wallet_type: 'starknet', prefix: wallet.slice(2, 6) },
    lists: [{ list: null, matching: 1, data: [{ wallet, amount, index: null, breakdown: [], proof, ...row }] }],
  });
const check = { wallet, drop: 'strk' };
const verify = (one: ProvenAllocation): boolean => verifyStarknetProof(one, starknet);

it('accepts a valid proof of Starknet, and rejects one of another amount', () => {
  expect(verifyStarknetProof(given, starknet)).toBe(true);
  expect(verifyStarknetProof({ ...given, amount: '1251' }, starknet)).toBe(false);
});

// "false" would declare a valid allocation to be forged.
it.each(['starknet_pedersen', 'starknet_poseidon', 'ekubo'] as const)(
  'verifyProof names the missing verifier for a proof of %s',
  (format) => {
    expect(() => verifyProof({ ...given, format })).toThrow(VerifierRequiredError);
    expect(() => verifyProof({ ...given, format })).toThrow('@droptrack/sdk/starknet');
  },
);

describe('a private check of a Starknet wallet', () => {
  it('verifies the proof with the verifier of the caller', async () => {
    const { client } = scripted([range({})]);
    expect(
      await client.eligibility.checkPrivately(check, { verify, roots: [root.replace(/^0x0*/, '0x')] }),
    ).toMatchObject({
      ...{ amount, proof_state: 'verified' },
    });
  });

  it('rejects a proof that does not lead to the root', async () => {
    const { client } = scripted([range({ amount: '9999' })]);
    expect(await failureOf(client.eligibility.checkPrivately(check, { verify }))).toBeInstanceOf(InvalidProofError);
  });

  it('reports the missing verifier, not an invalid proof', async () => {
    const { client } = scripted([range({})]);
    expect(await failureOf(client.eligibility.checkPrivately(check))).toBeInstanceOf(VerifierRequiredError);
  });

  it('needs no verifier for a list without a tree', async () => {
    const { client } = scripted([range({ proof: null })]);
    expect(await client.eligibility.checkPrivately(check)).toMatchObject({ amount, proof_state: 'none' });
  });
});
