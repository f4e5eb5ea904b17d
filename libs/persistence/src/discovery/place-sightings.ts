import {
  type CandidatePlan,
  type FinderId,
  type IdentifiedCandidate,
  type IdentifiedSighting,
  planCandidates,
  type SightingIdentity,
} from '@droptrack/discovery';
import type { Sql } from '../database/database';
import type { FoundReport } from './found';
import { refreshCandidates, writePlan } from './write-plan';
import type { SavedSightings } from './save-sightings';

interface PlaceOptions {
  readonly source: FinderId;
  /** External ids of the run. */
  readonly seen: readonly string[];
  readonly saved: SavedSightings;
  readonly newPerDayMax: number;
  readonly nowMs: number;
}

/** A sighting with the members that a new candidate is named by. */
export type NamedSighting = IdentifiedSighting & { readonly externalId: string; readonly name: string };

/** Maximum number of held-back sightings of other runs that are compared with those of a run. */
const OTHERS_MAX = 1_000;
const DAY_MS = 86_400_000;

/** Gives the sightings of a run their candidates, and those that were held back as far as the limit per day allows. */
export async function placeSightings(
  sql: Sql,
  options: PlaceOptions,
): Promise<Pick<FoundReport, 'candidates' | 'merges'>> {
  const { source, saved, nowMs } = options;
  const at = new Date(nowMs).toISOString();
  await detachOtherContracts(sql, source, saved.moved);
  const newMax = await countNewLeft(sql, options);
  const sightings = await readSightings(sql, options, newMax);
  const candidates = sightings.length === 0 ? [] : await readCandidates(sql, sightings);
  const plan = await withStoredIds(sql, planCandidates(candidates, sightings, new Map([[source, newMax]])));
  await writePlan(sql, plan, sightings, at);
  const touched = [...saved.changed, ...saved.returned, ...saved.gone];
  if (sightings.length + touched.length > 0) await refreshCandidates(sql, source, plan, touched, at);
  return {
    candidates: plan.created.map(({ id }) => id),
    merges: [
      ...plan.placed.flatMap(({ candidateId, reason }) => (reason === null ? [] : [{ candidateId, reason }])),
      ...plan.merged.map(({ intoId, reason }) => ({ candidateId: intoId, reason })),
    ],
  };
}

/** A source that states another contract for a sighting described another drop before. */
async function detachOtherContracts(sql: Sql, source: FinderId, moved: readonly string[]): Promise<void> {
  if (moved.length === 0) return;
  await sql.query(
    `UPDATE sightings AS s SET candidate_id = NULL WHERE source = $1 AND external_id = ANY ($2) AND EXISTS (
       SELECT FROM sightings AS o WHERE o.candidate_id = s.candidate_id AND o.contract <> s.contract
     )`,
    [source, moved],
  );
}

/** Number of candidates that the source may still create on this UTC day. */
async function countNewLeft(sql: Sql, { source, newPerDayMax, nowMs }: PlaceOptions): Promise<number> {
  const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM candidates WHERE source = $1 AND created_at >= $2 AND created_at < $3`,
    [source, new Date(dayMs).toISOString(), new Date(dayMs + DAY_MS).toISOString()],
  );
  return Math.max(0, newPerDayMax - (row?.count ?? 0));
}

const COLUMNS = `source || '/' || external_id AS key, source, external_id AS "externalId", body ->> 'name' AS name, spam,
  candidate_id AS "candidateId",
  jsonb_build_object('token', token, 'contract', contract, 'defillama', defillama, 'market', market) AS identity`;
const SHARED = 'token = ANY ($1) OR contract = ANY ($2) OR defillama = ANY ($3) OR market = ANY ($4)';

/**
 * Sightings without a candidate: those of the run, those that were held back before and may get one now, and those that
 * share an identifier with them. And those of the run whose identity has changed.
 */
async function readSightings(
  sql: Sql,
  { source, seen, saved }: PlaceOptions,
  newMax: number,
): Promise<NamedSighting[]> {
  const own = await sql.query<NamedSighting>(
    `SELECT ${COLUMNS} FROM sightings WHERE source = $1 AND (
       external_id = ANY ($2) AND candidate_id IS NULL OR external_id = ANY ($3)
       OR external_id IN (
         SELECT external_id FROM sightings WHERE source = $1 AND candidate_id IS NULL AND gone_at IS NULL
         ORDER BY spam, first_seen_at, external_id LIMIT $4
       )
     )`,
    [source, seen, saved.moved, newMax],
  );
  if (own.length === 0) return [];
  const others = await sql.query<NamedSighting>(
    `SELECT ${COLUMNS} FROM sightings WHERE candidate_id IS NULL AND gone_at IS NULL AND (${SHARED})
     ORDER BY spam, first_seen_at, external_id LIMIT $5`,
    [...valuesOf(own), OTHERS_MAX],
  );
  return [...new Map([...own, ...others].map((sighting) => [sighting.key, sighting])).values()];
}

/** Candidates that share an identifier with sightings, except merged ones, which have none. */
function readCandidates(sql: Sql, sightings: readonly IdentifiedSighting[]): Promise<IdentifiedCandidate[]> {
  return sql.query<IdentifiedCandidate>(
    `SELECT c.id, c.state, jsonb_agg(jsonb_build_object(
              'token', s.token, 'contract', s.contract, 'defillama', s.defillama, 'market', s.market)) AS identities
     FROM candidates AS c JOIN sightings AS s ON s.candidate_id = c.id
     WHERE c.id = ANY ($5) OR c.id IN (SELECT candidate_id FROM sightings WHERE ${SHARED})
     GROUP BY c.id ORDER BY c.id`,
    [...valuesOf(sightings), sightings.flatMap(({ candidateId }) => candidateId ?? [])],
  );
}

/** Identifiers of sightings, for {@link SHARED}. */
function valuesOf(sightings: readonly IdentifiedSighting[]): string[][] {
  const members: readonly (keyof SightingIdentity)[] = ['token', 'contract', 'defillama', 'market'];
  return members.map((member) => [...new Set(sightings.flatMap(({ identity }) => identity[member] ?? []))]);
}

/** The plan with ids of the table instead of negative ones. */
async function withStoredIds(sql: Sql, plan: CandidatePlan): Promise<CandidatePlan> {
  if (plan.created.length === 0) return plan;
  const rows = await sql.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('candidates', 'id'))::int AS id FROM generate_series(1, $1)`,
    [plan.created.length],
  );
  const ids = new Map(plan.created.map(({ id }, i) => [id, rows[i]?.id ?? id]));
  return {
    ...plan,
    created: plan.created.map((one) => ({ ...one, id: ids.get(one.id) ?? one.id })),
    placed: plan.placed.map((one) => ({ ...one, candidateId: ids.get(one.candidateId) ?? one.candidateId })),
  };
}
