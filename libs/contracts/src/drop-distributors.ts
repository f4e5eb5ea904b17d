/** Claim window of the calendar, for contracts that state none. */
export interface DropClaimWindow {
  /** Start. Null while unknown, or known only to the month or coarser. @format date-time */
  opens_at: string | null;
  /** End, exclusive. Null while unknown, and for an open end. @format date-time */
  closes_at: string | null;
}

/** Contract or program that pays a list of a drop, as the catalogue names it. */
export interface DropClaimContract {
  /** Name of the list that it pays. Null for the unnamed one. */
  list: string | null;
  /** CAIP-10 id of the contract; on Solana that of the program. */
  contract: string;
  /** Family of the contract, such as `uniswap`. Null for one that the catalogue does not name. */
  style: string | null;
  /** CAIP-19 id of the token that it pays. Null while unknown. */
  token: string | null;
  /** Published root of its tree. Null without one. @pattern ^0x[0-9a-f]{64}$ */
  root: string | null;
  /** keccak256 of its code; of a proxy, of its code and the slots of EIP-1967. Null for one that the catalogue does not name. @pattern ^0x[0-9a-f]{64}$ */
  code_hash: string | null;
  /** Claim window of the drop. */
  window: DropClaimWindow;
}

/** Response of GET /v1/drops/{id}/distributors. */
export interface DropClaimContracts {
  /** Slug of the drop. @pattern ^[a-z0-9]+(-[a-z0-9]+)*$ @maxLength 64 */
  drop: string;
  /** Contracts in the order of their lists, the unnamed one first. Empty while none is known. */
  data: DropClaimContract[];
  /** Instant up to which the response is complete. @format date-time */
  as_of: string;
}
