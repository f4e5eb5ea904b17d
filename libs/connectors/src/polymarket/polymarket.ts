import { z } from 'zod';
import type { SourceHttp } from '../http/source-http';
import { type Connector, SourceError, SourceQueryError } from '../port';
import type { SourcesConfig } from '../sources-config';

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

/** Below it a price is what a few people paid, and cheap to move (scoring.md §1). */
const VOLUME_USD_MIN = 10_000;

const decimal = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,40}(\.\d{1,100})?(e[+-]?\d{1,3})?$/i)
      .transform(Number),
  ])
  .pipe(z.number().min(0));

/** Polymarket sends its lists as JSON inside a string. */
const listInText = z
  .string()
  .max(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  });

const market = z.object({
  slug: z.string(),
  outcomes: listInText.pipe(z.array(z.string())),
  /** Missing until somebody has offered a price. */
  outcomePrices: listInText.pipe(z.array(decimal.pipe(z.number().max(1)))).nullish(),
  /** Missing until somebody has traded. */
  volumeNum: z.number().min(0).nullish(),
  volume: decimal.nullish(),
  closed: z.boolean(),
  active: z.boolean().nullish(),
  umaResolutionStatus: z.string().nullish(),
});

/** A market as Polymarket lists it, its lists unpacked; prices from 0 to 1. */
export type Market = z.infer<typeof market>;

/**
 * The market with this slug out of a list.
 *
 * @returns null when it is not in the list.
 * @throws {SourceError} `wrong_shape`.
 */
export function marketOf(slug: string, body: unknown): Market | null {
  return understood(z.array(market), body).find((each) => each.slug === slug) ?? null;
}

/**
 * Whether a list holds a market with this slug, whatever else is or is not known of it.
 *
 * @throws {SourceError} `wrong_shape`.
 */
export function isListed(slug: string, body: unknown): boolean {
  return understood(z.array(z.object({ slug: z.string() })), body).some((each) => each.slug === slug);
}

/**
 * What the market says of an outcome, from 0 to 1.
 *
 * @returns null where it says nothing: it is closed or resolved and predicts no more, is not open yet, has no prices, or
 *   its volume is unknown or too low.
 * @throws {SourceError} `not_found` for an outcome that the market does not have, `wrong_shape` where prices are missing
 *   for some outcomes.
 */
export function probabilityOf(outcome: string, market: Market): number | null {
  const { outcomes, outcomePrices } = market;
  if (market.closed || market.active === false || market.umaResolutionStatus === 'resolved') return null;
  const index = outcomes.indexOf(outcome);
  if (index === -1) throw new SourceError('not_found', `Polymarket: the market's outcomes are ${named(outcomes)}`);
  if (outcomePrices === null || outcomePrices === undefined) return null;
  if (outcomePrices.length !== outcomes.length) {
    throw new SourceError('wrong_shape', 'Polymarket: the market has other prices than outcomes');
  }
  const volumeUsd = market.volumeNum ?? market.volume ?? 0;
  return volumeUsd < VOLUME_USD_MIN ? null : (outcomePrices[index] ?? null);
}

function understood<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'Polymarket: not a list of markets', null, { cause: parsed.error });
}

/** The first few, cut short: it is somebody else's text. */
function named(outcomes: readonly string[]): string {
  const few = outcomes.slice(0, 5).map((outcome) => JSON.stringify(outcome.slice(0, 40)));
  return [...few, ...(outcomes.length > few.length ? ['…'] : [])].join(', ') || 'none';
}
