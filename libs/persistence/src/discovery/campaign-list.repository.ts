import type { Campaign, CampaignListView } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import { storableMessage } from '../polls/poll.repository';

/** Check of a list that this worker owns until its lease ends. */
export interface LeasedCampaignList {
  /** CAIP-10 account of the campaign. */
  readonly contract: string;
  /** As its finder described it last. */
  readonly campaign: Campaign;
  /** State of the last check. */
  readonly state: CampaignListView['state'];
  /** Drop of the accepted candidate, if no list with the root of the campaign is active for it; null otherwise. */
  readonly dropId: string | null;
  /** Number of the lease; it fences outcomes of expired leases. */
  readonly lease: string;
  /** Consecutive checks without a statement about the list. */
  readonly failures: number;
}

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
 * Outcome of a check. `verified`: the list waits for the acceptance of its candidate; `loaded`: it is active for the drop;
 * `rejected`: it is not the list of the campaign. None of these is checked again by itself; a decision about the candidate
 * makes a check due. `unavailable`: retried.
 */
export type CampaignListOutcome = Pick<LeasedCampaignList, 'contract' | 'lease'> &
  (
    | { readonly kind: 'verified' | 'loaded'; readonly facts: CampaignListFacts }
    | { readonly kind: 'rejected'; readonly reason: string }
    | { readonly kind: 'unavailable'; readonly reason: string; readonly nextDueMs: number }
  );

/** Checks of the lists of campaigns: one row per campaign, which is also the unit of work that workers lease. */
export class CampaignListRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Leases checks that are due: those of accepted candidates first, then those with fewer failures, so that files that no
   * gateway has do not hold up the others, then the longest due. Campaigns that a reorganisation removed, those of rejected
   * candidates, those that the limit of new candidates holds back, and those that ended without an acceptance are skipped:
   * nothing would use their lists. A verified list of an accepted candidate is skipped until its drop exists, which a
   * catalogue file may define later.
   *
   * @param leaseMs - duration of the lease, longer than any check.
   * @param limit - maximum number of leases.
   */
  lease({ leaseMs, limit, nowMs }: { leaseMs: number; limit: number; nowMs: number }): Promise<LeasedCampaignList[]> {
    return this.sql.query<LeasedCampaignList>(LEASE, [nowMs, leaseMs, limit]);
  }

  /** Releases leases before their end, so that the checks are due at once. Checks with a newer lease are skipped. */
  async release(leased: readonly Pick<LeasedCampaignList, 'contract' | 'lease'>[], nowMs: number): Promise<void> {
    await this.sql.query(
      `UPDATE campaign_lists SET due_at = to_timestamp($3::float8 / 1000) WHERE contract IN (
         SELECT l.contract FROM campaign_lists AS l JOIN unnest($1::text[], $2::bigint[]) AS c (contract, lease)
           ON l.contract = c.contract AND l.leases = c.lease
         ORDER BY l.contract FOR NO KEY UPDATE OF l
       )`,
      [leased.map(({ contract }) => contract), leased.map(({ lease }) => lease), nowMs],
    );
  }

  /**
   * Records the outcome of a check. A verified list whose candidate is accepted stays due, to be loaded; it is `loaded` if the
   * active list of its drop has the root of the campaign, as after a crash between the load and its record.
   *
   * @returns false if the lease is no longer the current one; the outcome is then discarded.
   */
  async record(outcome: CampaignListOutcome, nowMs: number): Promise<boolean> {
    const facts = 'facts' in outcome ? outcome.facts : null;
    const rows = await this.sql.query(RECORD, [
      outcome.contract,
      outcome.lease,
      outcome.kind,
      nowMs,
      outcome.kind === 'unavailable' ? outcome.nextDueMs : null,
      'reason' in outcome ? storableMessage(outcome.reason) : null,
      facts?.wallets ?? null,
      facts?.total.toString() ?? null,
      facts?.sha256 ?? null,
      facts?.balance?.toString() ?? null,
      facts?.unclaimed?.toString() ?? null,
    ]);
    return rows.length > 0;
  }

  /** Check of the list of a campaign; null without one. */
  async find(contract: string): Promise<CampaignListView | null> {
    const [row] = await this.sql.query<Omit<CampaignListView, 'checkedAt'> & { readonly checkedAt: Date | null }>(
      `SELECT contract, state, reason, wallets, total::text, balance::text, unclaimed::text, sha256,
              checked_at AS "checkedAt" FROM campaign_lists WHERE contract = $1`,
      [contract],
    );
    return row === undefined ? null : { ...row, checkedAt: row.checkedAt?.toISOString() ?? null };
  }
}

/**
 * Drop of the accepted candidate of a campaign, if it exists, and whether one of its active lists has the root of the campaign,
 * named ones included: another list of the same rows would double each allocation. Otherwise its unnamed list is replaced: one
 * from before a reorganisation, or of an operator.
 */
const DROP = `
  SELECT d.id, EXISTS (
    SELECT FROM lists WHERE drop_id = d.id AND kind = 'allocation' AND in_force
      AND root = decode(substr(s.body #>> '{campaign,merkleRoot}', 3), 'hex')
  ) AS "isLoaded"
  FROM sightings AS s
  JOIN candidates AS c ON c.id = s.candidate_id AND c.state = 'accepted'
  JOIN drops AS d ON d.id = c.drop_id
  WHERE s.contract = l.contract AND s.gone_at IS NULL AND s.body ->> 'kind' = 'campaign'
  ORDER BY s.first_seen_at LIMIT 1`;

const LEASE = `
  WITH chosen AS MATERIALIZED (
    SELECT l.contract, seen.campaign,
           CASE WHEN NOT drop."isLoaded" THEN drop.id END AS drop_id FROM campaign_lists AS l
    CROSS JOIN LATERAL (
      SELECT s.body -> 'campaign' AS campaign, c.state = 'accepted' AS "isAccepted",
             (s.body #>> '{facts,endsAt}')::timestamptz AS ends_at
      FROM sightings AS s JOIN candidates AS c ON c.id = s.candidate_id AND c.state <> 'rejected'
      WHERE s.contract = l.contract AND s.gone_at IS NULL AND s.body ->> 'kind' = 'campaign'
      ORDER BY s.first_seen_at LIMIT 1
    ) AS seen
    LEFT JOIN LATERAL (${DROP}) AS drop ON true
    WHERE l.due_at <= to_timestamp($1::float8 / 1000) AND (l.state <> 'verified' OR drop.id IS NOT NULL)
      AND (seen."isAccepted" OR seen.ends_at IS NULL OR seen.ends_at > to_timestamp($1::float8 / 1000))
    ORDER BY seen."isAccepted" DESC, l.failures, l.due_at LIMIT $3 FOR NO KEY UPDATE OF l SKIP LOCKED
  )
  UPDATE campaign_lists AS l
  SET leases = l.leases + 1, due_at = to_timestamp(($1::float8 + $2::float8) / 1000)
  FROM chosen WHERE l.contract = chosen.contract
  RETURNING l.contract, chosen.campaign, l.state, chosen.drop_id AS "dropId", l.leases::text AS lease, l.failures`;

const RECORD = `
  WITH known AS (
    SELECT CASE WHEN $3 = 'verified' AND EXISTS (
      SELECT FROM campaign_lists AS l CROSS JOIN LATERAL (${DROP}) AS drop WHERE l.contract = $1 AND drop."isLoaded"
    ) THEN 'loaded' ELSE $3 END AS state
  )
  UPDATE campaign_lists AS l
  SET state = known.state, reason = $6,
      checked_at = to_timestamp($4::float8 / 1000),
      due_at = CASE
        WHEN $3 = 'unavailable' THEN to_timestamp($5::float8 / 1000)
        WHEN known.state = 'verified' AND EXISTS (
          SELECT FROM sightings AS s JOIN candidates AS c ON c.id = s.candidate_id
          WHERE s.contract = l.contract AND c.state = 'accepted'
        ) THEN to_timestamp($4::float8 / 1000)
      END,
      failures = CASE $3 WHEN 'unavailable' THEN l.failures + 1 ELSE 0 END,
      wallets = $7, total = $8::numeric, sha256 = $9, balance = $10::numeric, unclaimed = $11::numeric
  FROM known WHERE l.contract = $1 AND l.leases = $2::bigint
  RETURNING l.contract`;
