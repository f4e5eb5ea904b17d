import { type ClientErrorCode, DroptrackError } from '../errors';

/**
 * Proof that does not lead from wallet and amount to its root, so that the allocation of a private check is not in the tree
 * of its list, or a leaf that is repeated. Do not use the amount. The message does not contain the wallet.
 *
 * @example
 * import { InvalidProofError } from '@droptrack/sdk';
 * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
 * await client.eligibility.checkPrivately({ wallet, drop: 'linea' }).catch((error: unknown) => {
 *   if (error instanceof InvalidProofError) console.error('The list cannot be trusted', error.message);
 * });
 */
export class InvalidProofError extends DroptrackError {
  override readonly name = 'InvalidProofError';
  readonly code: ClientErrorCode = 'invalid_proof';
}

/**
 * Proof of a tree of Starknet (formats `starknet_pedersen`, `starknet_poseidon` and `ekubo`), for which this package has no
 * hash functions: the proof is neither valid nor invalid. Verify it with `verifyStarknetProof` of `@droptrack/sdk/starknet`.
 *
 * @example
 * import { verifyStarknetProof } from '@droptrack/sdk/starknet';
 * import * as starknet from '@scure/starknet';
 * const wallet = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
 * const verify = (given: ProvenAllocation) => verifyStarknetProof(given, starknet);
 * const check = { wallet, drop: 'starknet-provisions' };
 * const { listed, amount } = await client.eligibility.checkPrivately(check, { verify });
 */
export class VerifierRequiredError extends DroptrackError {
  override readonly name = 'VerifierRequiredError';
  readonly code: ClientErrorCode = 'verifier_required';
}
