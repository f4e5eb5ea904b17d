/** All ways of distributing tokens. */
export const DISTRIBUTION_METHODS = [
  'merkle',
  'cumulative_merkle',
  'onchain_allocation',
  'balance_derived',
  'signed_claim',
  'registration_then_credit',
  'direct_credit',
  'genesis',
  'mintless',
  'soulbound_nft',
  'token_sale',
  'exchange_program',
] as const;
/**
 * Way in which the tokens reach their owners.
 *
 * Claimed: `merkle`, by a proof against the root of a list; `cumulative_merkle`, the same with totals that grow with each new root;
 * `onchain_allocation`, from amounts that the contract stores per wallet; `balance_derived`, by balances that the contract reads at
 * the claim; `signed_claim`, by a signature of the project's server; `soulbound_nft`, by a token in the wallet that cannot be
 * transferred.
 *
 * Credited, with nothing to claim: `registration_then_credit`, to wallets that registered in time; `direct_credit`, sent to the
 * wallets; `genesis`, in the first state of a chain; `mintless`, balances of a jetton (TEP-177) that exist before their first transfer.
 *
 * Not given away by wallet: `token_sale`, to buyers; `exchange_program`, to accounts at an exchange.
 */
export type DistributionMethod = (typeof DISTRIBUTION_METHODS)[number];

/** All kinds of checkers. */
export const CHECKER_KINDS = ['page', 'api'] as const;
/** Kind of a checker: a page for people, or an interface for programs. */
export type CheckerKind = (typeof CHECKER_KINDS)[number];

/** All kinds of lists behind checkers. */
export const CHECKER_LISTS = ['none', 'per_wallet', 'full', 'onchain'] as const;
/**
 * List behind a checker: `none` is published, `per_wallet` is answered for one wallet at a time, `full` is published as a whole, and
 * `onchain` can be rebuilt from a chain.
 */
export type CheckerList = (typeof CHECKER_LISTS)[number];

/** Place at which the project itself says whether a wallet is eligible. */
export interface DropChecker {
  /** Address of the page or interface. This service does not request it. @format uri */
  url: string;
  /** Kind of the checker. */
  kind: CheckerKind;
  /** List behind the checker. */
  list: CheckerList;
}

/** Way in which a drop reaches its wallets. Members are null while unknown. */
export interface DropDistribution {
  /** Way in which the tokens reach their owners. */
  method: DistributionMethod | null;
  /** Place at which the project itself says whether a wallet is eligible. */
  checker: DropChecker | null;
}
