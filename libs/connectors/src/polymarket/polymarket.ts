import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { type Connector, SourceQueryError } from '../port';
import { SourceError } from '../source.error';
import type { SourcesConfig } from '../sources-config';
import { isListed, marketOf, probabilityOf } from './probability';

/** A market by its slug, and the outcome of it that is good for the drop, as the market writes it. */
export interface PolymarketQuery {
  readonly market: string;
  readonly outcome: string;
}

const slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,199}$/);
const stated = z.union([
  slug.transform((market) => ({ market, outcome: 'Yes' })),
  z.strictObject({
    market: slug,
    outcome: z
      .string()
      .regex(/^[^\p{C}]{1,100}$/u)
      .default('Yes'),
  }),
]);

/**
 * Probability of an outcome (`market_probability`), as the prices of a market on Polymarket have it. What a market must
 * fulfil to count is told at {@link probabilityOf}.
 */
export function polymarketConnector({ url }: SourcesConfig['polymarket']): Connector<PolymarketQuery> {
  return {
    id: 'polymarket',
    limits: {
      intervalMs: 3_600_000,
      pollTimeoutMs: 15_000,
      concurrency: 4,
      requestsPerMinute: 60,
      requestBurst: 10,
    },
    parseQuery,
    async collect({ query, http, nowMs }) {
      const value = await probability(url, query, http);
      return {
        readings: value === null ? [] : [{ signal: 'market_probability', value, observedAtMs: nowMs }],
        memory: null,
      };
    },
  };
}

function parseQuery(value: unknown): PolymarketQuery {
  const parsed = stated.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError("must be a market's slug, or { market: its slug, outcome: Yes }");
}

/**
 * One list holds either open or closed markets, and which of them it is without `closed` is not what the documentation
 * says: so we say it. A market that is only among the closed ones has ended: no reading, and no fault of the drop's file.
 */
async function probability(url: string, query: PolymarketQuery, http: SourceHttp): Promise<number | null> {
  const list = async (closed: boolean): Promise<unknown> => {
    const answer = await http.json(`${url}/markets?slug=${encodeURIComponent(query.market)}&closed=${closed}`);
    return answer.kind === 'answer' ? answer.body : null;
  };
  const market = marketOf(query.market, await list(false));
  if (market !== null) return probabilityOf(query.outcome, market);
  if (isListed(query.market, await list(true))) return null;
  throw new SourceError('not_found', 'Polymarket: has no market of that slug');
}
