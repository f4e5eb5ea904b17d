import type { Drop, HypeSeries } from '@droptrack/contracts';

/**
 * Change of hype over 7 days; null if it is unknown. A drop has 0 also for a history shorter than 7 days; its series and its
 * explanation then have null.
 *
 * @param known - series or explanation of the same instant; null if neither is available.
 */
export const hypeChange = (
  { hype_delta_7d: declared }: Pick<Drop, 'hype_delta_7d'>,
  known: Pick<HypeSeries, 'delta_7d'> | null,
): number | null => (known === null ? declared || null : known.delta_7d);
