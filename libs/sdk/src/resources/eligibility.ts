import type {
  AllocationRange,
  AllocationRangeQuery,
  EligibilityBatchResult,
  EligibilityCheck,
  EligibilityFault,
  EligibilityResult,
} from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { CallOptions } from '../options';
import type { Connection } from '../connection';
import { load } from '../load';
import type { PrivateCheckResult } from '../rules/private-check';
import type { PrivateCheck, PrivateCheckOptions } from '../rules/private-request';

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
   * @param check - `wallet`: an address of any supported type; `drop`: a slug; `list_version`: a former version of its list,
   *   which decides instead of the active lists.
   * @returns status, allocation and claim state. `eligible` is null while the eligibility is unknown: null does not mean
   *   ineligible. `source.list` names the list of a single allocation; several are listed in `entries`.
   * @example
   * const { status, allocation } = await client.eligibility.check({ wallet: '0x…', drop: 'linea' });
   * @throws {@link ApiError} with code `invalid_wallet` for an invalid address, and `drop_archived` for an archived drop.
   * @throws {@link NotFoundError} with code `drop_not_found` for an unknown slug, and `list_not_found` for a version of the
   *   list that does not exist or whose rows are deleted.
   * @throws {@link PlanRequiredError} with the plan `free`.
   */
  check(check: EligibilityCheck, options: CallOptions = {}): ApiPromise<EligibilityResult> {
    return this.#connection.ask<EligibilityResult>(['eligibility'], bodyOf(check), options);
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
    const body = { checks: checks.map(bodyOf) };
    return this.#connection.ask<EligibilityBatchResult>(['eligibility', 'batch'], body, options);
  }

  /**
   * Checks a wallet against the lists of a drop without sending it: requests all rows that share the first characters of the
   * wallet, selects its row, and verifies the proof on this device. The service learns the prefix, the drop, the time and
   * the network address. Unlike {@link Eligibility.check}, the result has neither claim state nor reasons, and "not listed" rests on the
   * response of the service alone: only an allocation can be proven. A Solana address has no checksum: "not listed" may mean
   * a mistyped one, which only {@link Eligibility.check} distinguishes (`wallet_not_verifiable`). A check counts against the rate
   * limit as one request per 400 rows of its range, at least one.
   *
   * @param check - `wallet`: an address of any supported type; `drop`: a slug; `list`: the name of one list
   *   instead of all.
   * @param options - `roots`: the roots that the project published; without them, no amount is `verified`.
   * @returns amount, entries and proofs. `proof_state` states how far the amount is proven.
   * @example
   * const wallet = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
   * const roots = ['0x319c4c1b46696d8759508ff440f17fe91a370090e73ff625f79ddc306cb7998e']; // of the distributor's contract
   * const check = await client.eligibility.checkPrivately({ wallet, drop: 'linea' }, { roots });
   * console.log(check.listed, check.amount, check.proof_state === 'verified');
   * @throws {@link InvalidProofError} for an allocation whose proof is invalid or repeated.
   * @throws {@link InvalidAnswerError} also for a response to another request, or with invalid numbers.
   * @throws {@link VerifierRequiredError} for an allocation in a tree of Starknet without `verify`; nothing was verified.
   * @throws {@link UsageError} for an invalid wallet, prefix length or root; no request was sent.
   * @throws {@link ConnectionError} also if the code of private checks, which the first check loads, is not available.
   * @throws {@link ApiError} with code `invalid_parameter` for a wallet of a type that the drop does not accept, and if the longest
   *   prefix to send has too many rows.
   * @throws {@link NotFoundError} with code `list_not_found` for a drop without an active list.
   * @throws {@link PlanRequiredError} with the plan `free`.
   */
  async checkPrivately(check: PrivateCheck, options: PrivateCheckOptions = {}): Promise<PrivateCheckResult> {
    const { checkPrivately } = await load(import('../rules/private-check'));
    return checkPrivately(this, check, options);
  }

  /**
   * Returns all rows of a drop's lists whose wallets begin with a prefix. {@link Eligibility.checkPrivately} uses it. It counts
   * against the rate limit as one request per 400 rows, at least one.
   *
   * @param drop - slug, such as `linea`.
   * @param prefix - first characters of the wallet, without `0x`: 3 to 5 hex digits of an EVM address, 4 to 6 of a Starknet
   *   address, 1 to 3 base58 characters of a Solana address, or a Cosmos address up to 2 to 4 characters after its separator.
   * @param query - `proofs: true` adds proofs; `list`: one list instead of all; `type`: required for drops that accept
   *   several types of wallets.
   * @returns per list the `matching` rows, followed by neighbours if they are fewer than 16.
   * @example
   * const { lists } = await client.eligibility.range('linea', 'd8d', { proofs: true });
   * for (const { matching, data } of lists) console.log(data.slice(0, matching));
   * @throws {@link ApiError} with code `invalid_parameter` for an invalid prefix, or one with too many rows.
   * @throws {@link NotFoundError} with code `list_not_found` for a drop without an active list.
   * @throws {@link PlanRequiredError} with the plan `free`.
   */
  range(
    drop: string,
    prefix: string,
    query: AllocationRangeQuery = {},
    options: CallOptions = {},
  ): ApiPromise<AllocationRange> {
    return this.#connection.get<AllocationRange>(['drops', drop, 'allocations', 'range', prefix], query, options);
  }
}

/** The members of a check, without others that an object may have. JSON omits an undefined version. */
const bodyOf = ({ wallet, drop, list_version }: EligibilityCheck): object => ({ wallet, drop, list_version });

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
