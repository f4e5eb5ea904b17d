import { type ClaimExpectation, type VerifiedClaim, verifyClaim as verdictOf } from '@droptrack/claim-calls';
import type { ClaimAction } from '@droptrack/contracts';
import { InvalidClaimError } from './invalid-claim-error';

/**
 * Verifies a prepared claim without trust in the service: decodes its call, and repeats proof, root, amount, recipient and target with what the
 * caller knows. Pure: it sends no request, reads no clock, and runs in browsers too.
 *
 * It proves that the call claims the amount of a leaf of a stated root for the wallet, at a stated contract, and costs at most `feeMaxWei`. It does not
 * prove that the contract is open, funded and not claimed: these the service read from its nodes (`checks`), and your wallet simulates.
 *
 * @param action - response of `client.claims.prepare`, or result of {@link prepareClaimPrivately}. One that is not `ready` has no calls, and is rejected.
 * @param expectation - `wallet`; `roots` and `contracts` that the project published; `to`, `delegate` and `token`, as you asked for them.
 * @returns what is proven. `target` is `unproven` without `contracts`.
 * @throws {@link InvalidClaimError} with the code of the first check that does not hold, also for what is no action. It throws nothing else.
 * @example
 * import { verifyClaim } from '@droptrack/sdk/claims';
 * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
 * const action = await client.claims.prepare({ drop: 'linea', wallet });
 * const { amount, to } = verifyClaim(action, {
 *   wallet,
 *   roots: ['0x319c4c1b46696d8759508ff440f17fe91a370090e73ff625f79ddc306cb7998e'], // published by the project
 *   contracts: ['eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64'], // published by the project
 * });
 * console.log(`signs a claim of up to ${amount} for ${to}`);
 */
export function verifyClaim(action: ClaimAction, expectation: ClaimExpectation): VerifiedClaim {
  const verdict = verdictOf(action, expectation);
  if (typeof verdict === 'string') throw new InvalidClaimError(verdict);
  return verdict;
}
