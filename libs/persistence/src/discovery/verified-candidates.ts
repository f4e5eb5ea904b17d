import type { CandidateView } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { CANDIDATE_COLUMNS, type CandidateRow, readViews } from './candidate-rows';

/** Page of candidates. */
interface VerifiedPage {
  /** Minimum number of wallets of the list. */
  readonly walletsMin: number;
  /** Only candidates with a smaller id; null for the first page. */
  readonly beforeId: number | null;
  readonly limit: number;
}

/** New candidates with a verified list of a campaign that is still on its chain, the latest first. */
export async function readVerifiedCandidates(
  sql: Sql,
  { walletsMin, beforeId, limit }: VerifiedPage,
): Promise<CandidateView[]> {
  const rows = await sql.query<CandidateRow>(
    `SELECT ${CANDIDATE_COLUMNS} FROM candidates AS c
     WHERE c.state = 'new' AND ($1::int IS NULL OR c.id < $1) AND EXISTS (
       SELECT FROM sightings AS s JOIN campaign_lists AS l ON l.contract = s.contract
       WHERE s.candidate_id = c.id AND s.gone_at IS NULL AND l.state = 'verified' AND l.wallets >= $2
     )
     ORDER BY c.id DESC LIMIT $3`,
    [beforeId, walletsMin, limit],
  );
  return readViews(sql, rows);
}
