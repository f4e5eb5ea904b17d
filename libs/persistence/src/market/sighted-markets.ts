import { OBSERVATION_AGE_MS_MAX, type Range } from '@droptrack/catalogue';
import { type ByDate, fdvQuantiles, launchProbabilityBy, type Sighting } from '@droptrack/discovery';
import type { Sql } from '../database/database';
import type { NewObservation } from './observation';

interface SightedMarket {
  readonly dropId: string;
  readonly body: Pick<Sighting, 'url' | 'market'>;
  readonly seenAtMs: number;
}

/**
 * Forecasts of prediction markets for the drops of the catalogue, from the sightings of the last 24 hours: those of the
 * accepted candidate of a drop, and those of the market that its definition names. Of several, the latest counts. The fully diluted
 * value is that of a launched token: it is conditioned on a launch by the market about the launch of the same drop until the same
 * deadline.
 *
 * @param nowMs - milliseconds since the epoch.
 */
export async function readSightedMarkets(sql: Sql, nowMs: number): Promise<NewObservation[]> {
  const rows = await sql.query<SightedMarket>(SIGHTED, [nowMs - OBSERVATION_AGE_MS_MAX]);
  const launches = new Map(
    rows.flatMap(({ dropId, body: { market } }) =>
      market?.launch ? [[dropId, market.launchDates ?? [market.launch]] as const] : [],
    ),
  );
  const latest = new Map<string, NewObservation>();
  for (const observation of rows.flatMap((row) => observationsOf(row, launches.get(row.dropId) ?? [], nowMs))) {
    latest.set(`${observation.dropId}/${observation.kind}`, observation);
  }
  return [...latest.values()];
}

function observationsOf(
  { dropId, body: { url, market }, seenAtMs }: SightedMarket,
  launches: readonly ByDate[],
  nowMs: number,
): NewObservation[] {
  if (market === null) return [];
  const of = { dropId, url, observedAtMs: Math.min(seenAtMs, nowMs) };
  const launch = launchProbabilityBy(launches, market.fdvBy ?? null);
  const fdv = rangeOf(fdvQuantiles(market.fdvUsd, launch ?? undefined));
  return [
    ...(fdv === null ? [] : [{ ...of, kind: 'fdv_usd' as const, value: fdv }]),
    ...(market.airdrop === null ? [] : [{ ...of, kind: 'probability' as const, value: market.airdrop.probability }]),
  ];
}

const rangeOf = ({ p10, p90 }: ReturnType<typeof fdvQuantiles>): Range | null =>
  p10 === null || p90 === null ? null : [p10, p90];

/** The latest last, so that it replaces earlier ones. A query for signals names a market by its slug, with or without an outcome. */
const SIGHTED = `
  SELECT DISTINCT d.id AS "dropId", s.body, (extract(epoch FROM s.last_seen_at) * 1000)::float8 AS "seenAtMs",
         s.external_id
  FROM sightings AS s
  LEFT JOIN candidates AS c ON c.id = s.candidate_id AND c.state = 'accepted'
  JOIN drops AS d ON d.archived_at IS NULL AND (
    d.id = c.drop_id
    OR s.market = coalesce(d.definition #>> '{sources,polymarket,market}', d.definition #>> '{sources,polymarket}')
  )
  WHERE s.market IS NOT NULL AND s.gone_at IS NULL AND s.last_seen_at > to_timestamp($1::float8 / 1000)
    AND s.body ->> 'kind' = 'market'
  ORDER BY "seenAtMs", s.external_id`;
