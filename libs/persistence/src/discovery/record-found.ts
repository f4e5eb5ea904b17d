import { type Sighting, sightingViolation } from '@droptrack/discovery';
import type { Database, Sql } from '../database/database';
import type { FoundRecord, FoundReport } from './found';
import { lockCandidates } from './lock';
import { placeSightings } from './place-sightings';
import { saveSightings } from './save-sightings';

/**
 * Stores the result of one run of a finder in one transaction: sightings, their candidates, and the checks of lists that
 * become due. Idempotent.
 *
 * Sightings of one drop join one candidate, by identifiers and never by names. Above the limit per day, they wait for a
 * later run without a candidate, and those that look the least like spam get one first.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function recordFound(db: Database, found: FoundRecord): Promise<FoundReport> {
  return db.transaction(async (sql) => {
    await lockCandidates(sql);
    return recordFoundIn(sql, found);
  });
}

/** Does so in a transaction that holds the lock of the candidates. */
export async function recordFoundIn(sql: Sql, found: FoundRecord): Promise<FoundReport> {
  const { source, sightings, gone, nowMs, newPerDayMax } = found;
  const valid = new Map<string, Sighting>();
  const violations: FoundReport['violations'][number][] = [];
  for (const sighting of sightings) {
    const violation = sightingViolation(sighting);
    if (violation === null) valid.set(sighting.externalId, sighting);
    else violations.push({ externalId: sighting.externalId, violation });
  }
  const seen = [...valid.keys()];
  const at = new Date(nowMs).toISOString();
  const missing = gone.filter((externalId) => !valid.has(externalId));
  const saved = await saveSightings(sql, source, [...valid.values()], missing, at);
  const placed = await placeSightings(sql, { source, seen, saved, newPerDayMax, nowMs });
  const [held] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM sightings WHERE source = $1 AND candidate_id IS NULL AND gone_at IS NULL`,
    [source],
  );
  return {
    added: saved.added.length,
    changed: saved.changed.length,
    returned: saved.returned.length,
    gone: saved.gone.length,
    ...placed,
    heldBack: held?.count ?? 0,
    violations,
  };
}
