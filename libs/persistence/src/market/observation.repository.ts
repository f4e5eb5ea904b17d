import { type MarketBody, nextMarket, type Observations } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import { type NewObservation, observationRow } from './observation';

/** Observed inputs of the figures of a drop. */
export interface DropMarket {
  /** Observations from which figures are computed; null without any. */
  readonly current: MarketBody | null;
  /** The same if it is not in the log yet; null otherwise. */
  readonly draft: MarketBody | null;
}

/** Drop without observations. */
export const NO_MARKET: DropMarket = { current: null, draft: null };

interface MarketRow {
  readonly id: string;
  readonly recorded: MarketBody | null;
  readonly observed: Partial<Observations> | null;
}

/** Latest statements of sources about drops (table `observations`), and what is recorded of them. */
export class ObservationRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Stores observations that are later than the stored ones, or of another token. The caller holds the rows of the drops.
   *
   * @param observations - at most one of each drop and kind.
   * @returns ids of the drops with a change.
   */
  async store(observations: readonly NewObservation[]): Promise<string[]> {
    if (observations.length === 0) return [];
    const rows = await this.sql.query<{ drop_id: string }>(
      `INSERT INTO observations AS o (drop_id, kind, value, token, url, observed_at)
       SELECT drop_id, kind, value, token, url, to_timestamp(observed_ms / 1000)
       FROM jsonb_to_recordset($1::jsonb)
         AS n (drop_id text, kind text, value jsonb, token text, url text, observed_ms float8)
       ORDER BY drop_id, kind
       ON CONFLICT (drop_id, kind) DO UPDATE
       SET value = excluded.value, token = excluded.token, url = excluded.url, observed_at = excluded.observed_at
       WHERE excluded.observed_at > o.observed_at OR excluded.token <> o.token
       RETURNING drop_id`,
      [JSON.stringify(observations.map(observationRow))],
    );
    return [...new Set(rows.map(({ drop_id }) => drop_id))];
  }

  /**
   * Observed inputs of drops as of an instant; drops without any are absent.
   *
   * @param atMs - milliseconds since the epoch.
   */
  async read(dropIds: readonly string[], atMs: number): Promise<Map<string, DropMarket>> {
    const rows = await this.sql.query<MarketRow>(READ, [dropIds]);
    return new Map(
      rows.map(({ id, recorded, observed }) => {
        const draft = nextMarket(id, recorded, { ...NOTHING, ...observed }, atMs);
        return [id, { current: draft ?? recorded, draft }];
      }),
    );
  }
}

const NOTHING: Observations = { price_usd: null, fdv_usd: null, probability: null };

const READ = `
  SELECT wanted.id, latest.body AS recorded, declared.facts AS observed
  FROM unnest($1::text[]) AS wanted (id)
  LEFT JOIN LATERAL (
    SELECT body FROM revisions AS r WHERE r.entity = 'market' AND r.id = wanted.id ORDER BY r.seq DESC LIMIT 1
  ) AS latest ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_object_agg(kind, jsonb_strip_nulls(jsonb_build_object('token', token)) || jsonb_build_object(
             'value', value, 'url', url,
             'observed_at', to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS facts
    FROM observations WHERE drop_id = wanted.id
  ) AS declared ON true
  WHERE latest.body IS NOT NULL OR declared.facts IS NOT NULL`;
