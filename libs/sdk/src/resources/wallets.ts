import type { WalletDropsQuery, WalletDropsResult, WalletHistory, WalletHistoryQuery } from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { Connection } from '../connection';
import type { CallOptions } from '../options';

/**
 * Operations of `/v1/wallets`. They require the `pro` plan or higher.
 *
 * @example
 * import { Connection, Wallets } from '@droptrack/sdk';
 * const wallets = new Wallets(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Wallets {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Checks wallets against all drops in one request: what each of them can claim, first. The check is read-only, and the
   * wallets are not stored. The request links its wallets to each other, so send wallets of different owners separately.
   *
   * It counts against the rate limit as one request per wallet and 25 active lists.
   *
   * @param query - `wallets`: 1 address with the plan `pro`, up to 20 with `scale`; `status`: only drops with these
   *   statuses; `sample`: only samples (`true`) or only real drops (`false`); `include`: `claimed` reads claim states from the chain, `proofs` adds Merkle proofs, `ineligible` the ids of
   *   the drops that are only counted otherwise.
   * @returns one item per wallet, in the same order and as of the same instant: a summary, and the results of the drops for
   *   which the wallet is eligible or excluded, or its eligibility pending or unknown. An invalid wallet has a `problem`
   *   instead, without an effect on the others; distinguish them with {@link isAnswered}.
   * @example
   * import { isAnswered } from '@droptrack/sdk';
   * const { data } = await client.wallets.drops({ wallets: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'] });
   * for (const each of data.filter(isAnswered)) {
   *   console.log(each.summary.claimable_now, 'to claim now, worth', each.summary.claimable_value_usd, 'USD');
   *   for (const { drop, allocation } of each.data) console.log(drop, allocation?.amount ?? 'undecided');
   * }
   * @throws {@link ApiError} with code `validation_failed` for 0 or more than 20 wallets.
   * @throws {@link RateLimitError} when the API key has fewer requests left than this one counts for.
   * @throws {@link PlanRequiredError} with the plan `free`, and for several wallets with the plan `pro`.
   */
  drops(
    { wallets, status, sample, include }: WalletDropsQuery,
    options: CallOptions = {},
  ): ApiPromise<WalletDropsResult> {
    // JSON omits undefined members.
    return this.#connection.ask<WalletDropsResult>(['wallets', 'drops'], { wallets, status, sample, include }, options);
  }

  /**
   * Lists the claims of a wallet from all followed distributors, the latest first. The request is read-only, and the wallet is not
   * stored. Write them as a file with {@link historyCsv}.
   *
   * @param query - `wallet`: an address; `limit` per page: 1 to 500, default 100; `cursor`: `next_cursor` of the page before.
   * @example
   * const { data } = await client.wallets.history({ wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' });
   * for (const { at, drop, amount, value_usd } of data) console.log(at, drop, amount, value_usd);
   * @throws {@link ApiError} with code `invalid_wallet` for an invalid wallet, and `invalid_cursor` for an invalid cursor.
   * @throws {@link PlanRequiredError} with the plan `free`.
   */
  history({ wallet, limit, cursor }: WalletHistoryQuery, options: CallOptions = {}): ApiPromise<WalletHistory> {
    return this.#connection.ask<WalletHistory>(['wallets', 'history'], { wallet, limit, cursor }, options);
  }
}
