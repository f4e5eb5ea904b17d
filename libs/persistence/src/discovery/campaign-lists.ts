import type { CampaignListView } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { LIST_SOURCE, storableMessage, type TaskOutcome } from '../tasks/task';

/** Figures of a verified list. */
export interface CampaignListFacts {
  readonly wallets: number;
  /** Base units. */
  readonly total: bigint;
  /** Of the file, 64 lower-case hex digits. */
  readonly sha256: string;
  /** Base units; null if unknown. */
  readonly balance: bigint | null;
  readonly unclaimed: bigint | null;
}

/**
 * Result of a check. `verified`: the list waits for the acceptance of its candidate; `loaded`: it is active for the drop;
 * `rejected`: it is not the list of the campaign. None of these is checked again by itself; a decision about the candidate
 * makes a check due. A check that failed is retried; its list is `unavailable` until then.
 */
export type ListResult =
  | { readonly state: 'verified' | 'loaded'; readonly facts: CampaignListFacts }
  | { readonly state: 'rejected'; readonly reason: string };

/**
 * Records the state of the list of a campaign by the outcome of its check. A verified list whose candidate is accepted stays due,
 * to be loaded; it is `loaded` if the active list of its drop has the root of the campaign, as after a crash between the load
 * and its record.
 */
export async function recordList(sql: Sql, outcome: TaskOutcome, nowMs: number): Promise<void> {
  const values =
    outcome.end === 'answered' && outcome.result.list !== undefined
      ? valuesOf(outcome.result.list)
      : outcome.end === 'failed'
        ? ['unavailable', storableMessage(outcome.message), null, null, null, null, null]
        : null;
  if (values === null) return;
  const [list] = await sql.query<{ isLoadable: boolean }>(RECORD, [outcome.subject, nowMs, ...values]);
  if (list?.isLoadable !== true) return;
  await sql.query('UPDATE tasks SET due_at = to_timestamp($3::float8 / 1000) WHERE source = $1 AND subject = $2', [
    outcome.source,
    outcome.subject,
    nowMs,
  ]);
}

function valuesOf(list: ListResult): readonly (string | number | null)[] {
  if (list.state === 'rejected') return ['rejected', storableMessage(list.reason), null, null, null, null, null];
  const { wallets, total, sha256, balance, unclaimed } = list.facts;
  return [list.state, null, wallets, String(total), sha256, balance?.toString() ?? null, unclaimed?.toString() ?? null];
}

/** Checks of the lists of campaigns, by contract; none for a campaign without a list. */
export async function readCampaignLists(
  sql: Sql,
  contracts: readonly string[],
): Promise<ReadonlyMap<string, CampaignListView>> {
  const rows = await sql.query<Omit<CampaignListView, 'checkedAt'> & { readonly checkedAt: Date | null }>(
    `SELECT contract, state, reason, wallets, total::text, balance::text, unclaimed::text, sha256,
            checked_at AS "checkedAt" FROM campaign_lists WHERE contract = ANY ($1)`,
    [contracts],
  );
  return new Map(rows.map((row) => [row.contract, { ...row, checkedAt: row.checkedAt?.toISOString() ?? null }]));
}

/**
 * Drop of the accepted candidate of the campaign `l.contract`, if it exists, and whether one of its active lists has the root of
 * the campaign, named ones included: another list of the same rows would double each allocation. Otherwise its unnamed list is
 * replaced: one from before a reorganisation, or of an operator.
 */
const DROP_OF_CAMPAIGN = `
  SELECT d.id, EXISTS (
    SELECT FROM lists WHERE drop_id = d.id AND kind = 'allocation' AND in_force
      AND root = decode(substr(s.body #>> '{campaign,merkleRoot}', 3), 'hex')
  ) AS "isLoaded"
  FROM sightings AS s
  JOIN candidates AS c ON c.id = s.candidate_id AND c.state = 'accepted'
  JOIN drops AS d ON d.id = c.drop_id
  WHERE s.contract = l.contract AND s.gone_at IS NULL AND s.body ->> 'kind' = 'campaign'
  ORDER BY s.first_seen_at LIMIT 1`;

/**
 * Chooses checks of lists that are due: those of accepted candidates first, then those with fewer failures, so that files that no
 * gateway has do not hold up the others, then the longest due. Campaigns that a reorganisation removed, those of rejected
 * candidates, those that the limit of new candidates holds back, and those that ended without an acceptance are skipped:
 * nothing would use their lists. A verified list of an accepted candidate is skipped until its drop exists, which a
 * catalogue file may define later.
 */
export const CHOOSE_LISTS = `
  SELECT t.subject, t.source, t.due_at, jsonb_build_object(
           'campaign', seen.campaign, 'state', l.state, 'dropId', CASE WHEN NOT drop."isLoaded" THEN drop.id END
         ) AS query
  FROM tasks AS t JOIN campaign_lists AS l ON l.contract = t.subject
  CROSS JOIN LATERAL (
    SELECT s.body -> 'campaign' AS campaign, c.state = 'accepted' AS "isAccepted",
           (s.body #>> '{facts,endsAt}')::timestamptz AS ends_at
    FROM sightings AS s JOIN candidates AS c ON c.id = s.candidate_id AND c.state <> 'rejected'
    WHERE s.contract = l.contract AND s.gone_at IS NULL AND s.body ->> 'kind' = 'campaign'
    ORDER BY s.first_seen_at LIMIT 1
  ) AS seen
  LEFT JOIN LATERAL (${DROP_OF_CAMPAIGN}) AS drop ON true
  WHERE t.source = '${LIST_SOURCE}' AND t.due_at <= to_timestamp($1::float8 / 1000)
    AND (l.state <> 'verified' OR drop.id IS NOT NULL)
    AND (seen."isAccepted" OR seen.ends_at IS NULL OR seen.ends_at > to_timestamp($1::float8 / 1000))
  ORDER BY seen."isAccepted" DESC, t.failures, t.due_at LIMIT $3 FOR NO KEY UPDATE OF t SKIP LOCKED`;

const RECORD = `
  WITH known AS (
    SELECT CASE WHEN $3 = 'verified' AND EXISTS (
      SELECT FROM campaign_lists AS l CROSS JOIN LATERAL (${DROP_OF_CAMPAIGN}) AS drop WHERE l.contract = $1 AND drop."isLoaded"
    ) THEN 'loaded' ELSE $3 END AS state
  )
  UPDATE campaign_lists AS l
  SET state = known.state, reason = $4, checked_at = to_timestamp($2::float8 / 1000),
      wallets = $5, total = $6::numeric, sha256 = $7, balance = $8::numeric, unclaimed = $9::numeric
  FROM known WHERE l.contract = $1
  RETURNING known.state = 'verified' AND EXISTS (
    SELECT FROM sightings AS s JOIN candidates AS c ON c.id = s.candidate_id WHERE s.contract = l.contract AND c.state = 'accepted'
  ) AS "isLoadable"`;
