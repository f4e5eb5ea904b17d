import { createHash } from 'node:crypto';
import { type FinderId, type Sighting, sightingViolation } from '@droptrack/discovery';
import type { Database, Sql } from '../database/database';
import { canonicalJson } from '../drops/difference';

/** Result of one run of a finder. */
export interface FoundRecord {
  readonly source: FinderId;
  readonly sightings: readonly Sighting[];
  /** External ids of sightings that the source no longer has. */
  readonly gone: readonly string[];
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Maximum number of new candidates of the source per UTC day. */
  readonly newPerDayMax: number;
}

/** A sighting that joined a candidate, or a candidate that was merged into another, with its reason. */
export interface RecordedMerge {
  readonly candidateId: number;
  /** Such as `same token eip155:1/erc20:0x…`. */
  readonly reason: string;
}

/** Changes by one run of a finder. */
export interface FoundReport {
  /** Sightings that are new, have another body, exist again after they were gone, and are gone. */
  readonly added: number;
  readonly changed: number;
  readonly returned: number;
  readonly gone: number;
  /** Ids of new candidates. */
  readonly candidates: readonly number[];
  /** Sightings that joined another one in a candidate, and candidates that became one. */
  readonly merges: readonly RecordedMerge[];
  /** Sightings of the source that wait for a candidate because of the limit per day. */
  readonly heldBack: number;
  /** Sightings outside the bounds, which are not stored. */
  readonly violations: readonly { readonly externalId: string; readonly violation: string }[];
}

/** Advisory lock: one record at a time, so that two workers do not create two candidates for one drop. */
const RECORD_LOCK = 7_310_017;

/**
 * Stores the result of one run of a finder in one transaction: sightings, their candidates, and the checks of lists that
 * become due. Idempotent.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function recordFound(db: Database, found: FoundRecord): Promise<FoundReport> {
  return db.transaction((sql) => recordIn(sql, found));
}

async function recordIn(sql: Sql, { source, sightings, nowMs }: FoundRecord): Promise<FoundReport> {
  const checked = sightings.map((sighting) => ({ sighting, violation: sightingViolation(sighting) }));
  await sql.query('SELECT pg_advisory_xact_lock($1)', [RECORD_LOCK]);
  const at = new Date(nowMs).toISOString();
  const candidates: number[] = [];
  for (const { sighting, violation } of checked) {
    if (violation !== null) continue;
    const body = canonicalJson(sighting);
    const { token, contract, defillama, market } = sighting.identity;
    const [row] = await sql.query<{ candidateId: number | null }>(
      `INSERT INTO sightings (source, external_id, first_seen_at, last_seen_at, body, sha256, token, contract, defillama, market)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (source, external_id) DO UPDATE
       SET last_seen_at = excluded.last_seen_at, body = excluded.body, sha256 = excluded.sha256, gone_at = NULL
       RETURNING candidate_id AS "candidateId"`,
      [
        source,
        sighting.externalId,
        at,
        body,
        createHash('sha256').update(body).digest(),
        token,
        contract,
        defillama,
        market,
      ],
    );
    if (row === undefined || row.candidateId !== null) continue;
    const [added] = await sql.query<{ id: number }>(
      `WITH added AS (
         INSERT INTO candidates (state, name, created_at, updated_at) VALUES ('new', $3, $4, $4) RETURNING id
       )
       UPDATE sightings SET candidate_id = added.id FROM added WHERE source = $1 AND external_id = $2 RETURNING added.id`,
      [source, sighting.externalId, sighting.name, at],
    );
    if (added !== undefined) candidates.push(added.id);
    if (sighting.campaign === null || sighting.campaign.ipfsCid === null || contract === null) continue;
    await sql.query(
      `INSERT INTO campaign_lists (contract, state, due_at) VALUES ($1, 'pending', $2) ON CONFLICT DO NOTHING`,
      [contract, at],
    );
  }
  return {
    added: candidates.length,
    changed: 0,
    returned: 0,
    gone: 0,
    candidates,
    merges: [],
    heldBack: 0,
    violations: checked.flatMap(({ sighting, violation }) =>
      violation === null ? [] : [{ externalId: sighting.externalId, violation }],
    ),
  };
}
