import type { ClaimFault } from '@droptrack/claim-calls';
import { DroptrackError } from '../errors';

/**
 * Claim that is not what its caller asked for, or not ready. Do not sign its calls. `code` is the first check that does not hold; the
 * message does not contain the wallet.
 *
 * @example
 * import { InvalidClaimError, verifyClaim } from '@droptrack/sdk/claims';
 * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
 * const action = await client.claims.prepare({ drop: 'linea', wallet });
 * try {
 *   verifyClaim(action, { wallet, roots: ['0x…'] });
 * } catch (error) {
 *   if (!(error instanceof InvalidClaimError)) throw error;
 *   console.error(error.code === 'not_ready' ? action.reason?.message : `rejected: ${error.code}`);
 * }
 */
export class InvalidClaimError extends DroptrackError {
  override readonly name = 'InvalidClaimError';
  constructor(readonly code: ClaimFault) {
    super(`The claim is not ready, or not what was asked for: ${code}`);
  }
}
