import { createHash } from 'node:crypto';
import { type FinderId, type Sighting, type SightingIdentity, sightingSpam } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { canonicalJson } from '../drops/difference';
import { setListsDue } from './make-lists-due';

/** Sightings of one run by their changes, as external ids. */
export interface SavedSightings {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Those with another identity; part of `changed`. */
  readonly moved: readonly string[];
  readonly returned: readonly string[];
  readonly gone: readonly string[];
}

interface Former extends SightingIdentity {
  readonly externalId: string;
  readonly sha256: string;
  readonly isGone: boolean;
  /** Root and CID of a campaign. */
  readonly list: string | null;
}

/** Stores the sightings of one run, each external id once, and marks those that are gone. */
export async function saveSightings(
  sql: Sql,
  source: FinderId,
  sightings: readonly Sighting[],
  gone: readonly string[],
  at: string,
): Promise<SavedSightings> {
  const former = await readFormer(sql, source, sightings);
  const rows = sightings.map((sighting) => sightingRow(sighting, former.get(sighting.externalId)));
  await sql.query(
    `INSERT INTO sightings
       (source, external_id, first_seen_at, last_seen_at, body, sha256, token, contract, defillama, market, spam)
     SELECT $1, "externalId", $2, $2, body, decode(sha256, 'hex'), token, contract, defillama, market, spam
     FROM jsonb_to_recordset($3::jsonb) AS s ("externalId" text, body jsonb, sha256 text, token text, contract text,
                                              defillama text, market text, spam real)
     ON CONFLICT (source, external_id) DO UPDATE
     SET last_seen_at = excluded.last_seen_at, gone_at = NULL, body = excluded.body, sha256 = excluded.sha256,
         token = excluded.token, contract = excluded.contract, defillama = excluded.defillama,
         market = excluded.market, spam = excluded.spam`,
    [source, at, JSON.stringify(rows)],
  );
  const removed = gone.length === 0 ? [] : await markGone(sql, source, gone, at);
  await resetLists(sql, contractsOf(rows.filter(({ is }) => is.relisted)), at);
  await setListsDue(sql, contractsOf(rows.filter(({ is }) => is.returned)), at);
  const having = (is: keyof (typeof rows)[number]['is']) =>
    rows.filter((row) => row.is[is]).map(({ externalId }) => externalId);
  return {
    added: having('added'),
    changed: having('changed'),
    moved: having('moved'),
    returned: having('returned'),
    gone: removed,
  };
}

async function readFormer(sql: Sql, source: FinderId, sightings: readonly Sighting[]): Promise<Map<string, Former>> {
  const rows = await sql.query<Former>(
    `SELECT external_id AS "externalId", encode(sha256, 'hex') AS sha256, gone_at IS NOT NULL AS "isGone",
            token, contract, defillama, market,
            concat(body #>> '{campaign,merkleRoot}', ' ', body #>> '{campaign,ipfsCid}') AS list
     FROM sightings WHERE source = $1 AND external_id = ANY ($2)`,
    [source, sightings.map(({ externalId }) => externalId)],
  );
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Row of a sighting, and its changes. */
function sightingRow(sighting: Sighting, former: Former | undefined) {
  const { externalId, identity, campaign } = sighting;
  const body = canonicalJson(sighting);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const list = `${campaign?.merkleRoot ?? ''} ${campaign?.ipfsCid ?? ''}`;
  const members = ['token', 'contract', 'defillama', 'market'] as const;
  const { token, contract, defillama, market } = identity;
  return {
    externalId,
    ...{ body: sighting, sha256, token, contract, defillama, market },
    spam: sightingSpam(sighting),
    is: {
      added: former === undefined,
      changed: former !== undefined && former.sha256 !== sha256,
      moved: former !== undefined && members.some((member) => former[member] !== identity[member]),
      returned: former?.isGone === true,
      relisted: former !== undefined && former.list !== list,
    },
  };
}

/** @returns the external ids of those that were not gone before. */
async function markGone(sql: Sql, source: FinderId, gone: readonly string[], at: string): Promise<string[]> {
  const rows = await sql.query<{ externalId: string; contract: string | null; candidateId: number | null }>(
    `UPDATE sightings SET gone_at = $3 WHERE source = $1 AND external_id = ANY ($2) AND gone_at IS NULL
     RETURNING external_id AS "externalId", contract, candidate_id AS "candidateId"`,
    [source, gone, at],
  );
  await setListsDue(sql, contractsOf(rows), null);
  return rows.map(({ externalId }) => externalId);
}

/**
 * A campaign that was removed from its chain may come back with another list, at the same address. The outcome of a check that
 * runs now is of the former list: the higher lease number fences it.
 */
async function resetLists(sql: Sql, contracts: readonly string[], at: string): Promise<void> {
  if (contracts.length === 0) return;
  await sql.query(
    `UPDATE campaign_lists SET state = 'pending', reason = NULL, wallets = NULL, total = NULL, sha256 = NULL,
            balance = NULL, unclaimed = NULL, checked_at = NULL
     WHERE contract = ANY ($1)`,
    [contracts],
  );
  await setListsDue(sql, contracts, at, true);
}

const contractsOf = (rows: readonly { readonly contract: string | null }[]): string[] =>
  rows.flatMap(({ contract }) => contract ?? []);
