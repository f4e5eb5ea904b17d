import { jsonRpc, SourceError, type SourceHttp } from '@droptrack/sources';
import { callContracts, parseClaimCall } from '@droptrack/claims';
import type { Campaign } from '@droptrack/discovery';
import { readTokenBalance } from '../evm-campaigns/token-balance';
import type { CampaignRow } from './read-campaign-list';

/** Funds of a campaign in base units; null where the node did not state them. */
export interface CampaignFunds {
  /** Tokens that the contract holds. */
  readonly balance: bigint | null;
  /**
   * Upper bound of the part of the list that is not claimed: its total if the contract holds as much, otherwise the sum over
   * the recipients without a claim.
   */
  readonly unclaimed: bigint | null;
}

export interface CampaignFundsOptions {
  /** JSON-RPC URL of the chain of the campaign. */
  readonly url: string;
  readonly http: SourceHttp;
  /** Base units. */
  readonly total: bigint;
  readonly rows: () => AsyncIterable<readonly CampaignRow[]>;
  /** Number of recipients. */
  readonly wallets: number;
}

/** Recipients whose claims are read: 40 requests. The unclaimed part of a longer list is known only while it is funded in full. */
const CLAIMS_MAX = 2_000;
const CALLS_PER_BATCH = 50;
const UNKNOWN: CampaignFunds = { balance: null, unclaimed: null };

/**
 * Reads the tokens that the contract of a campaign holds, and the part of its list that is not claimed yet. Failures of the
 * node are no error: the figures are then null.
 */
export async function readCampaignFunds(campaign: Campaign, options: CampaignFundsOptions): Promise<CampaignFunds> {
  const { url, http, total, wallets } = options;
  let balance: bigint | null = null;
  try {
    const rpc = jsonRpc(http, url, campaign.rpc);
    if (Number(await rpc('eth_chainId', [])) !== campaign.chainId) return UNKNOWN;
    balance = await readTokenBalance(campaign, rpc);
    if (balance === null) return UNKNOWN;
    if (balance >= total) return { balance, unclaimed: total };
    return { balance, unclaimed: wallets > CLAIMS_MAX ? null : await readUnclaimed(campaign, options) };
  } catch (error) {
    if (error instanceof SourceError) return { balance, unclaimed: null };
    throw error;
  }
}

async function readUnclaimed(campaign: Campaign, { rows, http, url }: CampaignFundsOptions): Promise<bigint | null> {
  const call = parseClaimCall(campaign.claimCheck);
  let unclaimed = 0n;
  for await (const batch of rows()) {
    for (let start = 0; start < batch.length; start += CALLS_PER_BATCH) {
      const part = batch.slice(start, start + CALLS_PER_BATCH);
      const calls = part.flatMap((row) => {
        const data = call.encode(row);
        return data === null ? [] : [{ to: campaign.contract, data }];
      });
      if (calls.length < part.length) return null;
      const results = await callContracts(http, url, campaign.rpc, calls);
      for (const [n, { amount }] of part.entries()) {
        const state = call.decode(results[n], amount);
        if (state === null) return null;
        if (!state.isClaimed) unclaimed += amount - (state.claimedAmount ?? 0n);
      }
    }
  }
  return unclaimed;
}
