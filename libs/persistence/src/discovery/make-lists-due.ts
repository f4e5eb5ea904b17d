import type { Sql } from '../database/database';
import { LIST_SOURCE } from '../tasks/task';

/**
 * Makes the checks of the lists of a candidate due, so that a verified list becomes active once the candidate is accepted. A
 * rejected list is pending again: a gateway that had another file may have been the only evidence.
 */
export async function makeListsDue(sql: Sql, candidateId: number, nowMs: number): Promise<void> {
  const ofCandidate = 'SELECT contract FROM sightings WHERE candidate_id = $1';
  await sql.query(
    `UPDATE campaign_lists SET state = 'pending', reason = NULL, checked_at = NULL
     WHERE state = 'rejected' AND contract IN (${ofCandidate})`,
    [candidateId],
  );
  // Without its end, the lease of a check that runs now is not renewed.
  await sql.query(
    `UPDATE tasks SET due_at = $2, leased_until = NULL WHERE kind = 'list' AND subject IN (${ofCandidate})`,
    [candidateId, new Date(nowMs).toISOString()],
  );
}

/**
 * Makes the checks of the lists of campaigns due; campaigns without a list are skipped.
 *
 * @param at - null: no check is due.
 * @param isReset - whether the outcome of a check that runs now is of a former list: the higher lease number fences it.
 */
export async function setListsDue(
  sql: Sql,
  contracts: readonly string[],
  at: string | null,
  isReset = false,
): Promise<void> {
  if (contracts.length === 0) return;
  await sql.query(
    `INSERT INTO tasks AS t (kind, source, subject, due_at)
     SELECT 'list', $1, contract, $3::timestamptz FROM campaign_lists WHERE contract = ANY ($2) ORDER BY contract
     ON CONFLICT (subject, source) DO UPDATE
     SET due_at = excluded.due_at, leased_until = NULL, lease = t.lease + $4::int,
         failures = CASE $4::int WHEN 1 THEN 0 ELSE t.failures END`,
    [LIST_SOURCE, contracts, at, Number(isReset)],
  );
}
