import type { Sql } from '../database/database';

/**
 * Makes the checks of the lists of a candidate due, so that a verified list becomes active once the candidate is accepted. A
 * rejected list is pending again: a gateway that had another file may have been the only evidence.
 */
export async function makeListsDue(sql: Sql, candidateId: number, nowMs: number): Promise<void> {
  await sql.query(
    `UPDATE campaign_lists
     SET due_at = $2,
         state = CASE state WHEN 'rejected' THEN 'pending' ELSE state END,
         reason = CASE state WHEN 'rejected' THEN NULL ELSE reason END,
         checked_at = CASE state WHEN 'rejected' THEN NULL ELSE checked_at END
     WHERE contract IN (SELECT contract FROM sightings WHERE candidate_id = $1)`,
    [candidateId, new Date(nowMs).toISOString()],
  );
}
