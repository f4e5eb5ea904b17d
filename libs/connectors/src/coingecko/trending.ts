import { z } from 'zod';
import { SourceError } from '../source.error';

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
