import type { VestingSchedule } from '@droptrack/eligibility';

/** Latest block of a ledger, with the hash that identifies all blocks before. */
export interface LedgerPosition {
  /** CAIP-10. */
  readonly contract: string;
  /** By which claims are read; see {@link ledgerTerms}. */
  readonly terms: string;
  readonly firstBlock: number;
  /** On Solana, the slot. */
  readonly block: number;
  /** 0x and 64 hex digits. On Solana the SHA-256 of the distributor's data, which every claim changes. */
  readonly blockHash: string;
  /** Time of the block, milliseconds since the epoch. */
  readonly blockAtMs: number;
}

/** Claim that an event states, or the growth of a claim's status since the reading before. */
export interface LedgerClaim {
  readonly block: number;
  /** Position in the block; that among the statuses of a reading on Solana. */
  readonly logIndex: number;
  /** Key of the wallet of the list, 20 bytes; 32 on Solana. */
  readonly wallet: Uint8Array;
  /** Base units that this claim paid. */
  readonly amount: bigint;
  /** Claim index; null where the event has none. */
  readonly index: bigint | null;
  /** Key of the address that received the tokens; null where the event does not state it. */
  readonly recipient: Uint8Array | null;
  /** Hash, 0x and 64 hex digits; null for a claim of a status. */
  readonly transaction: string | null;
  /** Time of the block, milliseconds since the epoch; null for a status that may be older than the reading before. */
  readonly atMs: number | null;
}

/** Blocks that a follower has read, to be added to the ledger of a distributor. */
export interface LedgerPage extends LedgerPosition {
  readonly dropId: string;
  /** Name of the list that the distributor pays; empty for the unnamed one. */
  readonly list: string;
  /** Latest block of the node, before the blocks were read. */
  readonly head: number;
  readonly headAtMs: number;
  /** Position of the ledger when the page was read; null for no ledger. A ledger that has moved since rejects the page. */
  readonly stored: LedgerPosition | null;
  /** True for a page that begins at the first block, for a new ledger in place of the stored one. */
  readonly isRestart: boolean;
  /** True for claims whose amounts include what the ledger already has of their wallets; only the rest is added. */
  readonly areTotals?: true;
  /** Of a page that begins a ledger: by which the amounts unlock. */
  readonly vesting?: VestingSchedule | null;
  readonly claims: readonly LedgerClaim[];
}

/** Blocks at the end of a chain that are not followed yet, because a reorganisation can replace them. */
export const UNCONFIRMED_BLOCKS = 64;

/** A distributor to be followed: its events, read by its style, or the statuses of its claims on Solana. */
export interface FollowedDistributor {
  readonly dropId: string;
  /** Name of the list that it pays; empty for the unnamed one. */
  readonly list: string;
  /** CAIP-10; on Solana that of the program. */
  readonly contract: string;
  /** Base58 address of the distributor's account on Solana; absent on EVM chains. */
  readonly account?: string;
  /** Name of the chain in the configuration of RPC URLs. */
  readonly rpc: string;
  /** Name of a style that is followed, or of accounts of claims on Solana. */
  readonly style: string;
  /** Address of the token of the drop, for styles whose events name the token; null for the others. */
  readonly token: string | null;
  /** First block that may have a claim; null: that of the contract, which the node is asked for. */
  readonly fromBlock: number | null;
}

/** By which the claims of a distributor are read: its style, and the token or account of a contract of several. */
export const ledgerTerms = ({
  style,
  token,
  account,
}: Pick<FollowedDistributor, 'style' | 'token' | 'account'>): string =>
  [style, ...(token === null ? [] : [token.toLowerCase()]), ...(account === undefined ? [] : [account])].join(' ');
