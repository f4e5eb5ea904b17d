import { z } from 'zod';
import { type SourceHttp, type Connector, SourceError, SourceQueryError } from '@droptrack/sources';

/** Time for which all polls share a list. The source updates it every ten minutes. */
const LIST_AGE_MAX_MS = 5 * 60_000;

const coinPattern = /^[a-z0-9._-]{1,100}$/;

/** URL without a trailing slash, and the key of a plan. */
export interface CoingeckoSettings {
  readonly url: string;
  readonly apiKey: string | null;
}

/**
 * Rank among the most searched coins on CoinGecko (`search_trend`). The query is the id of a coin there.
 *
 * A coin outside the list has a reading of 0, as has a coin that does not exist: the list does not distinguish them.
 */
export function coingeckoConnector(config: CoingeckoSettings): Connector<string> {
  const list = sharedList(config);
  return {
    id: 'coingecko',
    limits: {
      intervalMs: 30 * 60_000,
      timeoutMs: 15_000,
      concurrency: 2,
      requestsPerMinute: 10,
      requestBurst: 5,
    },
    parseQuery: parseCoingeckoQuery,
    async read({ query, http, nowMs }) {
      const { requestedAtMs, ids } = list(http, nowMs);
      const value = trendOf(query, await ids);
      // The poll that requested the shared list may have started after this one.
      return {
        readings: [{ signal: 'search_trend', value, observedAtMs: Math.min(requestedAtMs, nowMs) }],
        memory: null,
      };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseCoingeckoQuery(declared: unknown): string {
  if (typeof declared === 'string' && coinPattern.test(declared)) return declared;
  throw new SourceQueryError('must be the id of a coin on CoinGecko in lower case, such as linea');
}

interface SharedList {
  readonly requestedAtMs: number;
  readonly ids: Promise<readonly string[]>;
}

/**
 * Shares one list between the polls of all drops, also while its request is in flight. A failed request rejects the polls
 * that wait for it and is not cached, so the next poll requests the list again.
 */
function sharedList(config: CoingeckoSettings): (http: SourceHttp, nowMs: number) => SharedList {
  let latest: SharedList | null = null;
  return (http, nowMs) => {
    if (latest !== null && Math.abs(nowMs - latest.requestedAtMs) < LIST_AGE_MAX_MS) return latest;
    const list: SharedList = { requestedAtMs: nowMs, ids: fetchTrending(config, http) };
    latest = list;
    list.ids.catch(() => {
      if (latest === list) latest = null;
    });
    return list;
  };
}

/** Keys of paid plans have a host and a header of their own (https://docs.coingecko.com/reference/authentication). */
const PRO_HOST = 'pro-api.coingecko.com';
const PRO_HEADER = 'x-cg-pro-api-key';
const DEMO_HEADER = 'x-cg-demo-api-key';

async function fetchTrending({ url, apiKey }: CoingeckoSettings, http: SourceHttp): Promise<readonly string[]> {
  const headers = apiKey === null ? {} : { [new URL(url).host === PRO_HOST ? PRO_HEADER : DEMO_HEADER]: apiKey };
  const response = await http.json(`${url}/search/trending`, { headers });
  if (response.kind === 'not_modified') throw new SourceError('wrong_shape', 'CoinGecko: no list');
  return trendingIds(response.body);
}

/** Ranks that the signal distinguishes (docs/scoring.md#signals); the source lists about as many. */
const RANKS = 15;

/** Not empty: every coin would fall to 0 at once, which indicates an outage. */
const trending = z.object({ coins: z.array(z.object({ item: z.object({ id: z.string() }) })).min(1) });

/**
 * Ids of the most searched coins, best first.
 *
 * @throws {SourceError} `wrong_shape`, also for an empty list.
 */
export function trendingIds(body: unknown): readonly string[] {
  const parsed = trending.safeParse(body);
  if (parsed.success) return parsed.data.coins.map(({ item }) => item.id);
  throw new SourceError('wrong_shape', 'CoinGecko: not a list of trending coins', null, { cause: parsed.error });
}

/** 1 for the first rank, one 15th less for each rank below; 0 from rank 16 on and outside the list. */
export function trendOf(coinId: string, ids: readonly string[]): number {
  const index = ids.indexOf(coinId);
  return index === -1 ? 0 : Math.max(0, 1 - index / RANKS);
}
