import type { CandidateView } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { CANDIDATE_COLUMNS, type CandidateRow, readViews } from './candidate-rows';

/** New candidates with a verified list and funds for everything unclaimed, the latest first. */
export async function readVerifiedCandidates(sql: Sql, limit: number): Promise<CandidateView[]> {
  const rows = await sql.query<CandidateRow>(
    `SELECT ${CANDIDATE_COLUMNS} FROM candidates AS c
     WHERE c.state = 'new' AND EXISTS (
       SELECT FROM sightings AS s JOIN campaign_lists AS l ON l.contract = s.contract
       WHERE s.candidate_id = c.id AND s.gone_at IS NULL AND l.state = 'verified' AND l.balance >= l.unclaimed
     )
     ORDER BY c.id DESC LIMIT $1`,
    [limit],
  );
  return readViews(sql, rows);
}
