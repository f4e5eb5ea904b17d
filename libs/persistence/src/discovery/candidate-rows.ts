import type { CandidateView, StoredSighting } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { readCampaignLists } from './campaign-lists';

/** Row of the table `candidates`. */
export type CandidateRow = Omit<CandidateView, 'sightings' | 'list' | 'decidedAt' | 'createdAt' | 'updatedAt'> & {
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Columns of {@link CandidateRow}, of the table `candidates AS c`. */
export const CANDIDATE_COLUMNS = `c.id, c.state, c.reason, c.decided_by AS "decidedBy", c.decided_at AS "decidedAt", c.name,
  c.merged_into AS "mergedInto", c.drop_id AS "dropId", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`;

/** Candidates with their sightings and lists, in the order of the rows. */
export async function readViews(sql: Sql, rows: readonly CandidateRow[]): Promise<CandidateView[]> {
  const sightings = await readSightings(
    sql,
    rows.map(({ id }) => id),
  );
  const contracts = [...sightings.values()].flat().flatMap(({ sighting }) => sighting.identity.contract ?? []);
  const lists = await readCampaignLists(sql, [...new Set(contracts)]);
  return rows.map((row) => {
    const ofRow = sightings.get(row.id) ?? [];
    const contract = contractOf(ofRow);
    return {
      ...row,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      sightings: ofRow,
      list: contract === null ? null : (lists.get(contract) ?? null),
    };
  });
}

/** The one contract that sightings of a candidate may have; null without one. */
export const contractOf = (sightings: readonly StoredSighting[]): string | null =>
  sightings.map(({ sighting }) => sighting.identity.contract).find((contract) => contract !== null) ?? null;

async function readSightings(sql: Sql, ids: readonly number[]): Promise<Map<number, StoredSighting[]>> {
  const rows = await sql.query<{
    candidateId: number;
    source: StoredSighting['source'];
    body: StoredSighting['sighting'];
    firstSeenAt: Date;
    lastSeenAt: Date;
    goneAt: Date | null;
  }>(
    `SELECT candidate_id AS "candidateId", source, body, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt",
            gone_at AS "goneAt"
     FROM sightings WHERE candidate_id = ANY ($1) ORDER BY first_seen_at, source, external_id`,
    [ids],
  );
  const byCandidate = new Map<number, StoredSighting[]>();
  for (const { candidateId, source, body, firstSeenAt, lastSeenAt, goneAt } of rows) {
    const ofCandidate = byCandidate.get(candidateId) ?? [];
    ofCandidate.push({
      source,
      sighting: body,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      goneAt: goneAt?.toISOString() ?? null,
    });
    byCandidate.set(candidateId, ofCandidate);
  }
  return byCandidate;
}
