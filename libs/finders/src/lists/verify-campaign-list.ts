import type { Campaign } from '@droptrack/discovery';
import { type Hash, InvalidTreeError, treeKind } from '@droptrack/eligibility';
import { CampaignListError } from './campaign-list.error';
import { DistinctRows } from './distinct-rows';
import type { CampaignRow } from './read-campaign-list';
import { LeafHashes } from './tree-root';

/** Facts of a campaign that its list has to match. */
export type ListedCampaign = Pick<Campaign, 'treeFormat' | 'merkleRoot' | 'totalAmount' | 'recipients'>;

/** Figures of a verified list. */
export interface CampaignListFigures {
  /** Number of rows, each of another wallet. */
  readonly wallets: number;
  /** Base units. */
  readonly total: bigint;
}

/** Maximum number of rows, which bounds the memory of the check: 68 bytes each. */
export const CAMPAIGN_ROWS_MAX = 2_000_000;
/** A contract cannot hold more. */
const TOTAL_MAX = 2n ** 256n - 1n;

/**
 * Rebuilds the root of a list from its rows, and compares it with the root of the contract; then the total and the number of
 * recipients with those of the creation event. These two are arguments that the contract does not enforce: where they
 * differ, the author of the campaign contradicts the list, and a person has to decide. Rows of one wallet or one claim index are
 * rejected, as in every list.
 *
 * @throws {CampaignListError} `rejected` for any difference, and what the rows throw.
 */
export async function verifyCampaignList(
  rows: AsyncIterable<readonly CampaignRow[]>,
  campaign: ListedCampaign,
  hash: Hash,
): Promise<CampaignListFigures> {
  const leaves = new LeafHashes();
  const distinct = new DistinctRows();
  const { leafHash } = treeKind(campaign.treeFormat);
  let total = 0n;
  for await (const batch of rows) {
    if (leaves.length + batch.length > CAMPAIGN_ROWS_MAX) {
      throw rejected(`it has more than ${CAMPAIGN_ROWS_MAX} recipients`);
    }
    for (const row of batch) {
      const { line, wallet, amount, index } = row;
      distinct.push(row);
      leaves.push(tree(`entry ${line}: `, () => leafHash({ wallet, amount, index }, hash)));
      total += amount;
    }
  }
  if (leaves.length === 0) throw rejected('it has no recipients');
  const root = await leaves.root(campaign.treeFormat, hash).catch((error: unknown) => tree('', () => raise(error)));
  const hex = `0x${Buffer.from(root).toString('hex')}`;
  if (hex !== campaign.merkleRoot) throw rejected(`its root is ${hex}, that of the contract ${campaign.merkleRoot}`);
  await assertLoadable(distinct, total);
  assertAsStated('total', String(total), campaign.totalAmount);
  assertAsStated('number of recipients', String(leaves.length), campaign.recipients?.toString() ?? null);
  return { wallets: leaves.length, total };
}

const rejected = (message: string): CampaignListError => new CampaignListError('rejected', message);

/** @param declared - null if the creation event does not state it. */
function assertAsStated(name: string, found: string, declared: string | null): void {
  if (declared === null || declared === found) return;
  throw rejected(`its ${name} is ${found}, that of the creation event ${declared}`);
}

async function assertLoadable(distinct: DistinctRows, total: bigint): Promise<void> {
  if (total > TOTAL_MAX) throw rejected('its total is 2^256 or more');
  const duplicate = await distinct.duplicate();
  if (duplicate === 'wallet') throw rejected('it has several rows of one wallet');
  if (duplicate === 'index') throw rejected('it has several rows with one claim index');
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
