import type {
  EligibilityBatchResult,
  EligibilityCheck,
  EligibilityFault,
  EligibilityResult,
} from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { CallOptions } from '../options';
import type { Connection } from '../connection';

/**
 * Operations of `/v1/eligibility`. They require the `pro` plan or higher.
 *
 * @example
 * import { Connection, Eligibility } from '@droptrack/sdk';
 * const eligibility = new Eligibility(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Eligibility {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Checks the eligibility of a wallet for a drop. The check is read-only, and the wallet is not stored.
   *
   * @param check - `wallet`: an EVM, Solana, Starknet or Cosmos address; `drop`: a slug.
   * @returns status, allocation and claim state. `eligible` is null while the eligibility is unknown: null does not mean
   *   ineligible.
   * @example
   * const { status, allocation } = await client.eligibility.check({ wallet: '0x…', drop: 'linea' });
   * @throws {@link ApiError} with code `invalid_wallet` for an invalid address, and `drop_archived` for an archived drop.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug.
   * @throws {@link PlanRequiredError} with the plan `free`.
   */
  check({ wallet, drop }: EligibilityCheck, options: CallOptions = {}): ApiPromise<EligibilityResult> {
    return this.#connection.ask<EligibilityResult>(['eligibility'], { wallet, drop }, options);
  }

  /**
   * Checks up to 100 pairs of wallet and drop in one request. It counts against the rate limit as one request per check,
   * and requires the `scale` plan.
   *
   * @param checks - 1 to 100 checks.
   * @returns one result per check, in the same order and as of the same instant. A check that fails has a `problem`
   *   instead of a result, without an effect on the others; distinguish them with {@link isAnswered}.
   * @example
   * import { isAnswered } from '@droptrack/sdk';
   * const wallets = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'];
   * const { data } = await client.eligibility.checkBatch(wallets.map((wallet) => ({ wallet, drop: 'linea' })));
   * for (const result of data) {
   *   if (isAnswered(result)) console.log(result.wallet, result.status);
   *   else console.log(result.problem.code);
   * }
   * @throws {@link ApiError} with code `validation_failed` for 0 or more than 100 checks.
   * @throws {@link RateLimitError} when the API key has fewer requests left than there are checks.
   * @throws {@link PlanRequiredError} with a plan below `scale`.
   */
  checkBatch(checks: readonly EligibilityCheck[], options: CallOptions = {}): ApiPromise<EligibilityBatchResult> {
    const body = { checks: checks.map(({ wallet, drop }) => ({ wallet, drop })) };
    return this.#connection.ask<EligibilityBatchResult>(['eligibility', 'batch'], body, options);
  }
}

/**
 * Type guard for the items of a batch, and of the drops of several wallets: true for a result, false for an item with a
 * `problem`.
 *
 * @example
 * import { isAnswered } from '@droptrack/sdk';
 * const { data } = await client.eligibility.checkBatch([{ wallet: '0x…', drop: 'linea' }]);
 * const answered = data.filter(isAnswered);
 */
export function isAnswered<Result extends object>(result: Result | EligibilityFault): result is Result {
  return !('problem' in result);
}
