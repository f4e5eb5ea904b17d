import type { Campaign } from '@droptrack/discovery';
import { type Hash, InvalidTreeError, treeKind } from '@droptrack/eligibility';
import { CampaignListError } from './campaign-list.error';
import type { CampaignRow } from './read-campaign-list';
import { LeafHashes } from './tree-root';

/** Facts of a campaign that its list has to match. */
export type ListedCampaign = Pick<Campaign, 'treeFormat' | 'merkleRoot' | 'totalAmount' | 'recipients'>;

/** Figures of a verified list. */
export interface CampaignListFigures {
  /** Number of rows. */
  readonly wallets: number;
  /** Base units. */
  readonly total: bigint;
}

/** Maximum number of rows, which bounds the memory of the check: 36 bytes each. */
export const CAMPAIGN_ROWS_MAX = 2_000_000;

/**
 * Rebuilds the root of a list from its rows, and compares it with the root of the contract; then the total and the number of
 * recipients with those of the creation event. These two are arguments that the contract does not enforce: where they
 * differ, the author of the campaign contradicts the list, and a person has to decide.
 *
 * @throws {CampaignListError} `rejected` for any difference, and what the rows throw.
 */
export async function verifyCampaignList(
  rows: AsyncIterable<readonly CampaignRow[]>,
  campaign: ListedCampaign,
  hash: Hash,
): Promise<CampaignListFigures> {
  const leaves = new LeafHashes();
  const { leafHash } = treeKind(campaign.treeFormat);
  let total = 0n;
  for await (const batch of rows) {
    if (leaves.length + batch.length > CAMPAIGN_ROWS_MAX) {
      throw rejected(`it has more than ${CAMPAIGN_ROWS_MAX} recipients`);
    }
    for (const { line, wallet, amount, index } of batch) {
      leaves.push(tree(`entry ${line}: `, () => leafHash({ wallet, amount, index }, hash)));
      total += amount;
    }
  }
  if (leaves.length === 0) throw rejected('it has no recipients');
  const root = await leaves.root(campaign.treeFormat, hash).catch((error: unknown) => tree('', () => raise(error)));
  const hex = `0x${Buffer.from(root).toString('hex')}`;
  if (hex !== campaign.merkleRoot) throw rejected(`its root is ${hex}, that of the contract ${campaign.merkleRoot}`);
  assertAsStated('total', String(total), campaign.totalAmount);
  assertAsStated('number of recipients', String(leaves.length), campaign.recipients?.toString() ?? null);
  return { wallets: leaves.length, total };
}

const rejected = (message: string): CampaignListError => new CampaignListError('rejected', message);

/** @param stated - null if the creation event does not state it. */
function assertAsStated(name: string, found: string, stated: string | null): void {
  if (stated === null || stated === found) return;
  throw rejected(`its ${name} is ${found}, that of the creation event ${stated}`);
}

function tree<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InvalidTreeError) throw rejected(`${where}${error.message}`);
    throw error;
  }
}

function raise(error: unknown): never {
  throw error;
}
