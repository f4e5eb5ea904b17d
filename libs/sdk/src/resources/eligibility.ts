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
 * /v1/eligibility, from the plan `pro` on.
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
   * Whether a wallet gets something from a drop, and where it stands. Changes and stores nothing; `eligible`
   * is null while that is not known, which is not a no.
   *
   * @param check - `wallet`: an EVM or Solana address; `drop`: a slug.
   * @example
   * const { status, allocation } = await client.eligibility.check({ wallet: '0x…', drop: 'linea' });
   * @throws {ApiError} with code `invalid_wallet` for what is no EVM or Solana address, `drop_archived` for a drop
   *   that is no longer kept up; {@link NotFoundError} for an unknown slug; {@link PlanRequiredError}.
   */
  check({ wallet, drop }: EligibilityCheck, options: CallOptions = {}): ApiPromise<EligibilityResult> {
    return this.#connection.ask<EligibilityResult>(['eligibility'], { wallet, drop }, options);
  }

  /**
   * Answers up to 100 checks, in their order and all as of one instant. In the place of a check that cannot be
   * answered stands its `problem`; `isAnswered` tells the two apart. For the plan `scale`; it counts as many requests
   * as it has checks.
   *
   * @param checks - 1 to 100.
   * @example
   * import { isAnswered } from '@droptrack/sdk';
   * const wallets = ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'];
   * const { data } = await client.eligibility.checkBatch(wallets.map((wallet) => ({ wallet, drop: 'linea' })));
   * for (const answer of data) {
   *   if (isAnswered(answer)) console.log(answer.wallet, answer.status);
   *   else console.log(answer.problem.code);
   * }
   * @throws {ApiError} with code `validation_failed` for none or more than 100; {@link RateLimitError} when the key has
   *   fewer requests left than there are checks; {@link PlanRequiredError}.
   */
  checkBatch(checks: readonly EligibilityCheck[], options: CallOptions = {}): ApiPromise<EligibilityBatchResult> {
    const body = { checks: checks.map(({ wallet, drop }) => ({ wallet, drop })) };
    return this.#connection.ask<EligibilityBatchResult>(['eligibility', 'batch'], body, options);
  }
}

/**
 * Whether a check of a batch was answered; else it has a `problem`.
 *
 * @example
 * import { isAnswered } from '@droptrack/sdk';
 * const { data } = await client.eligibility.checkBatch([{ wallet: '0x…', drop: 'linea' }]);
 * const answered = data.filter(isAnswered);
 */
export function isAnswered(answer: EligibilityResult | EligibilityFault): answer is EligibilityResult {
  return !('problem' in answer);
}
