import type { Sql } from '../database/database';

/** Makes the checks of the lists of a candidate due, so that a verified list becomes active once the candidate is accepted. */
export async function makeListsDue(sql: Sql, candidateId: number, nowMs: number): Promise<void> {
  await sql.query(
    `UPDATE campaign_lists SET due_at = $2 WHERE state <> 'rejected'
       AND contract IN (SELECT contract FROM sightings WHERE candidate_id = $1)`,
    [candidateId, new Date(nowMs).toISOString()],
  );
}
