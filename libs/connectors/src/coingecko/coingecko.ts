import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { type Connector, SourceError, SourceQueryError } from '../port';
import type { SourcesConfig } from '../sources-config';

/** A list is good for all polls of this time. The source itself makes a new one every ten minutes. */
const LIST_AGE_MAX_MS = 5 * 60_000;

const coinPattern = /^[a-z0-9._-]{1,100}$/;

/**
 * Rank among the coins that are searched for most on CoinGecko (`search_trend`); its query is a coin's id there.
 *
 * A coin that is not in the list has a reading of 0. So has one that does not exist: the list cannot tell them apart.
 */
export function coingeckoConnector(config: SourcesConfig['coingecko']): Connector<string> {
  const list = sharedList(config);
  return {
    id: 'coingecko',
    limits: {
      intervalMs: 30 * 60_000,
      pollTimeoutMs: 15_000,
      concurrency: 2,
      requestsPerMinute: 10,
      requestBurst: 5,
    },
    parseQuery,
    async collect({ query, http, nowMs }) {
      const { askedAtMs, ids } = list(http, nowMs);
      const value = trendOf(query, await ids);
      // Of two polls at once the one that asked may have begun a moment later.
      return { readings: [{ signal: 'search_trend', value, observedAtMs: Math.min(askedAtMs, nowMs) }], memory: null };
    },
  };
}

function parseQuery(stated: unknown): string {
  if (typeof stated === 'string' && coinPattern.test(stated)) return stated;
  throw new SourceQueryError("must be a coin's id on CoinGecko in small letters, such as linea");
}

interface AskedList {
  readonly askedAtMs: number;
  readonly ids: Promise<readonly string[]>;
}

/**
 * One list answers for all drops: who asks while a list is young, or still under way, gets that one. A failure is told
 * to those who waited for it and then forgotten, so that the next poll asks again.
 */
function sharedList(config: SourcesConfig['coingecko']): (http: SourceHttp, nowMs: number) => AskedList {
  let latest: AskedList | null = null;
  return (http, nowMs) => {
    if (latest !== null && Math.abs(nowMs - latest.askedAtMs) < LIST_AGE_MAX_MS) return latest;
    const asked: AskedList = { askedAtMs: nowMs, ids: fetchTrending(config, http) };
    latest = asked;
    asked.ids.catch(() => {
      if (latest === asked) latest = null;
    });
    return asked;
  };
}

async function fetchTrending(
  { url, apiKey }: SourcesConfig['coingecko'],
  http: SourceHttp,
): Promise<readonly string[]> {
  const headers = apiKey === null ? {} : { 'x-cg-demo-api-key': apiKey };
  const answer = await http.json(`${url}/search/trending`, { headers });
  if (answer.kind === 'not_modified') throw new SourceError('wrong_shape', 'CoinGecko: no list');
  return trendingIds(answer.body);
}

/** Ranks that the signal tells apart (scoring.md §1); the source lists about as many. */
const RANKS = 15;

/** An empty list would make every coin fall to 0 at once: that is an outage, not a quiet day. */
const trending = z.object({ coins: z.array(z.object({ item: z.object({ id: z.string() }) })).min(1) });

/**
 * The ids of the coins that are searched for most, best first.
 *
 * @throws {SourceError} `wrong_shape`, for an empty list too.
 */
export function trendingIds(body: unknown): readonly string[] {
  const parsed = trending.safeParse(body);
  if (parsed.success) return parsed.data.coins.map(({ item }) => item.id);
  throw new SourceError('wrong_shape', 'CoinGecko: not a list of trending coins', null, { cause: parsed.error });
}

/** 1 for the first of the list, a 15th less for each rank below, 0 from rank 16 on and for what is not in the list. */
export function trendOf(coinId: string, ids: readonly string[]): number {
  const index = ids.indexOf(coinId);
  return index === -1 ? 0 : Math.max(0, 1 - index / RANKS);
}
