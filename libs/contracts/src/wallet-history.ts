/** Claims per page of a wallet's history: maximum and default. */
export const HISTORY_LIMIT = { max: 500, default: 100 } as const;

/** Body of POST /v1/wallets/history. */
export interface WalletHistoryQuery {
  /** Wallet address. Claims of EVM wallets are known. @maxLength 90 */
  wallet: string;
  /** Claims per page. @asType integer @minimum 1 @maximum 500 */
  limit?: number;
  /** `next_cursor` of the page before. @maxLength 512 */
  cursor?: string;
}

/** Claim of a wallet, as an event of a distributor states it. */
export interface WalletHistoryClaim {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Name of the list that the distributor pays. Null for the unnamed one. */
  list: string | null;
  /** CAIP-10 id of the distributor; on Solana that of the program. */
  contract: string;
  /**
   * Time of the block; on Solana that of the reading that found the claim, at most 15 minutes later. Null for a claim on Solana
   * that is older than the readings. @format date-time
   */
  at: string | null;
  /** Number of the block; on Solana the slot of the reading that found the claim. @asType integer @minimum 0 */
  block: number;
  /** Hash of the transaction. Null on Solana. @pattern ^0x[0-9a-f]{64}$ */
  transaction: string | null;
  /** Amount that this claim paid, in base units. @pattern ^[0-9]+$ */
  amount: string;
  /** Decimals of the token. Null while unknown. @asType integer @nullable @minimum 0 @maximum 255 */
  decimals: number | null;
  /** Symbol of the token. Null while unknown. */
  symbol: string | null;
  /** CAIP-19 id of the token. Null while unknown. */
  token: string | null;
  /** Address that received the tokens, EIP-55. Null where the event does not state it. */
  recipient: string | null;
  /** Value of the amount in USD at the price that was observed last before the claim, at most 24 hours earlier, rounded to cents. Null without one. @minimum 0 */
  value_usd: number | null;
  /** Time of that price. Null without one. @format date-time */
  price_at: string | null;
}

/** Response of POST /v1/wallets/history: a page of claims, the latest first. */
export interface WalletHistory {
  /** Wallet address in normalized form. @maxLength 90 */
  wallet: string;
  /** Claims of the page, the latest first, those of unknown times last. @maxItems 500 */
  data: WalletHistoryClaim[];
  /** True if there are more pages; equivalent to `next_cursor` not being null. */
  has_more: boolean;
  /** Cursor of the next page. Null on the last one. @maxLength 512 */
  next_cursor: string | null;
  /** Distributors that were searched: those that are followed. @asType integer @minimum 0 */
  distributors: number;
  /** CAIP-10 ids of those whose ledger is behind, so that recent claims may be missing. */
  behind: string[];
  /** Instant of the response. @format date-time */
  as_of: string;
}
