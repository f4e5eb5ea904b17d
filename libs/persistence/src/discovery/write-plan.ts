import { bestName, type CandidatePlan, type FinderId } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { setListsDue } from './make-lists-due';
import type { NamedSighting } from './place-sightings';

/** Name of the automatic merges in `decided_by`. */
const BY = 'discovery';

/** Writes new candidates, the candidates of sightings, and merges. */
export async function writePlan(
  sql: Sql,
  { created, placed, merged }: CandidatePlan,
  sightings: readonly NamedSighting[],
  at: string,
): Promise<void> {
  if (placed.length + merged.length === 0) return;
  const byKey = new Map(sightings.map((sighting) => [sighting.key, sighting]));
  const rows = placed.flatMap(({ key, candidateId }) => {
    const sighting = byKey.get(key);
    return sighting === undefined
      ? []
      : [{ candidateId, source: sighting.source, externalId: sighting.externalId, name: sighting.name }];
  });
  const names = namesOf(rows);
  await sql.query(
    `INSERT INTO candidates (id, source, state, name, created_at, updated_at)
     SELECT id, source, 'new', name, $1, $1 FROM jsonb_to_recordset($2::jsonb) AS c (id integer, source text, name text)`,
    [at, JSON.stringify(created.map((one) => ({ ...one, name: names.get(one.id) })))],
  );
  await sql.query(
    `UPDATE sightings AS s SET candidate_id = p."candidateId"
     FROM jsonb_to_recordset($1::jsonb) AS p ("candidateId" integer, source text, "externalId" text)
     WHERE s.source = p.source AND s.external_id = p."externalId"`,
    [JSON.stringify(rows)],
  );
  if (merged.length === 0) return;
  await sql.query(
    `WITH m AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS m ("candidateId" integer, "intoId" integer, reason text)
     ), moved AS (
       UPDATE sightings AS s SET candidate_id = m."intoId" FROM m WHERE s.candidate_id = m."candidateId"
     )
     UPDATE candidates AS c SET state = 'merged', merged_into = m."intoId", reason = m.reason, decided_by = $3,
            decided_at = $2, updated_at = $2
     FROM m WHERE c.id = m."candidateId"`,
    [JSON.stringify(merged), at, BY],
  );
}

/** Names open candidates by their sightings, and makes the check of the list of a new campaign due. */
export async function refreshCandidates(
  sql: Sql,
  source: FinderId,
  { placed, merged }: CandidatePlan,
  changed: readonly string[],
  at: string,
): Promise<void> {
  const ids = [...placed.map(({ candidateId }) => candidateId), ...merged.map(({ intoId }) => intoId)];
  const rows = await sql.query<{ candidateId: number; source: FinderId; name: string }>(
    `SELECT s.candidate_id AS "candidateId", s.source, s.body ->> 'name' AS name
     FROM sightings AS s JOIN candidates AS c ON c.id = s.candidate_id
     WHERE c.state IN ('new', 'watched') AND (c.id = ANY ($1) OR c.id IN (
       SELECT candidate_id FROM sightings WHERE source = $2 AND external_id = ANY ($3)
     )) ORDER BY s.first_seen_at, s.source, s.external_id`,
    [ids, source, changed],
  );
  const names = [...namesOf(rows)].map(([id, name]) => ({ id, name }));
  await sql.query(
    `UPDATE candidates AS c SET name = n.name, updated_at = $1
     FROM jsonb_to_recordset($2::jsonb) AS n (id integer, name text) WHERE c.id = n.id`,
    [at, JSON.stringify(names)],
  );
  const created = await sql.query<{ contract: string }>(
    `INSERT INTO campaign_lists (contract, state)
     SELECT DISTINCT contract, 'pending' FROM sightings
     WHERE candidate_id = ANY ($1) AND gone_at IS NULL AND body #>> '{campaign,ipfsCid}' IS NOT NULL
     ON CONFLICT DO NOTHING RETURNING contract`,
    [names.map(({ id }) => id)],
  );
  await setListsDue(
    sql,
    created.map(({ contract }) => contract),
    at,
  );
}

/** Names of candidates by their sightings. */
function namesOf(
  sightings: readonly { readonly candidateId: number; readonly source: FinderId; readonly name: string }[],
): Map<number, string | null> {
  const byCandidate = new Map<number, { source: FinderId; name: string }[]>();
  for (const { candidateId, source, name } of sightings) {
    const ofCandidate = byCandidate.get(candidateId) ?? [];
    ofCandidate.push({ source, name });
    byCandidate.set(candidateId, ofCandidate);
  }
  return new Map([...byCandidate].map(([id, of]) => [id, bestName(of)]));
}
