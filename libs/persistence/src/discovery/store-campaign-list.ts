import type { CampaignListView } from '@droptrack/discovery';
import type { Database } from '../database/database';

/**
 * Stores the check of the list of a campaign that is not checked again. A stored check of the same campaign stays.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function storeCampaignList(db: Database, view: CampaignListView): Promise<void> {
  const { contract, state, reason, wallets, total, sha256, balance, unclaimed, checkedAt } = view;
  await db.query(
    `INSERT INTO campaign_lists (contract, state, reason, wallets, total, sha256, balance, unclaimed, checked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [contract, state, reason, wallets, total, sha256, balance, unclaimed, checkedAt],
  );
}
