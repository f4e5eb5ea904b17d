import type { Sql } from '../database/database';

/** Advisory lock of the candidates; taken before the lock of an apply. */
const CANDIDATES_LOCK = 7_310_017;

/**
 * Lets one transaction at a time change candidates: two workers do not create two candidates for one drop, and no sighting
 * joins a candidate while an operator decides about it.
 */
export async function lockCandidates(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [CANDIDATES_LOCK]);
}
