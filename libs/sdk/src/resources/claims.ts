import type { ClaimAction, ClaimActionBatch, ClaimPreparationQuery } from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { Connection } from '../connection';
import type { CallOptions } from '../options';

/**
 * Operations of `/v1/claims`: unsigned calls that claim. They require the `pro` plan or higher. Verify each action with `verifyClaim` of
 * `@droptrack/sdk/claims` before a wallet sees it; `prepareClaimPrivately` of that entry does without the service.
 *
 * @example
 * import { Claims, Connection } from '@droptrack/sdk';
 * const claims = new Claims(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Claims {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Prepares the claim of a wallet: checks it against the chain, simulates it, and returns its calls. Nothing is signed or sent, and the
   * wallet is not stored.
   *
   * @param query - `drop`: a slug; `wallet`: an EVM or Solana address; `to`: another recipient, not the token or the distributor; `list`: the name of a list, for a wallet in several;
   *   `delegate`: an address that receives the votes of the tokens; `accept_forgone`: true to give up a part of the amount.
   * @returns the action. It has calls only if `status` is `ready`, otherwise a `reason`.
   * @example
   * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
   * const { status, reason, calls } = await client.claims.prepare({ drop: 'linea', wallet });
   * console.log(status, reason?.message, calls);
   * @throws {@link ApiError} with code `invalid_wallet` for an invalid address.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link PlanRequiredError} with the plan `free`.
   */
  prepare(query: ClaimPreparationQuery, options: CallOptions = {}): ApiPromise<ClaimAction> {
    return this.#connection.ask<ClaimAction>(['claims', 'prepare'], query, options);
  }

  /**
   * Prepares up to 20 claims in one request. It counts against the rate limit as one request per claim, and requires the `scale` plan.
   *
   * @returns one item per claim, in the same order. A claim that fails has a `problem` instead of an action; distinguish them with
   *   {@link isAnswered}.
   * @example
   * import { isAnswered } from '@droptrack/sdk';
   * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
   * const { data } = await client.claims.prepareBatch(['linea', 'zora'].map((drop) => ({ drop, wallet })));
   * for (const { drop, status } of data.filter(isAnswered)) console.log(drop, status);
   * @throws {@link ApiError} with code `validation_failed` for 0 or more than 20 claims.
   * @throws {@link PlanRequiredError} with a plan below `scale`.
   */
  prepareBatch(claims: readonly ClaimPreparationQuery[], options: CallOptions = {}): ApiPromise<ClaimActionBatch> {
    return this.#connection.ask<ClaimActionBatch>(['claims', 'prepare', 'batch'], { claims }, options);
  }
}
