import { z } from 'zod';
import { type SourceHttp, type Connector, SourceError, SourceQueryError } from '@droptrack/sources';

/** Market by its slug, and the favourable outcome in the spelling of the market. */
export interface PolymarketQuery {
  readonly market: string;
  readonly outcome: string;
}

const slug = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,199}$/);
const queryShape = z.union([
  slug.transform((market) => ({ market, outcome: 'Yes' })),
  z.strictObject({
    market: slug,
    outcome: z
      .string()
      .regex(/^[^\p{C}]{1,100}$/u)
      .default('Yes'),
  }),
]);

/** URL without a trailing slash. */
export interface PolymarketSettings {
  readonly url: string;
}

/**
 * Probability of an outcome (`market_probability`) by the prices of a market on Polymarket. See {@link probabilityOf} for the
 * requirements of a market.
 */
export function polymarketConnector({ url }: PolymarketSettings): Connector<PolymarketQuery> {
  return {
    id: 'polymarket',
    limits: {
      intervalMs: 3_600_000,
      timeoutMs: 15_000,
      concurrency: 4,
      requestsPerMinute: 60,
      requestBurst: 10,
    },
    parseQuery: parsePolymarketQuery,
    async read({ query, http, nowMs }) {
      const value = await probability(url, query, http);
      return {
        readings: value === null ? [] : [{ signal: 'market_probability', value, observedAtMs: nowMs }],
        memory: null,
      };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parsePolymarketQuery(declared: unknown): PolymarketQuery {
  const parsed = queryShape.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError('must be the slug of a market, or { market: its slug, outcome: Yes }');
}

const NOT_FOUND = 404;

/**
 * Probability by the current prices; null for a market that is closed, which is no error of the catalogue file.
 *
 * The market itself is asked: the list `/markets` is past its sunset of 1 May 2026, as its headers say
 * (https://github.com/forecastingresearch/forecastbench/issues/194).
 */
async function probability(url: string, query: PolymarketQuery, http: SourceHttp): Promise<number | null> {
  const options = { acceptStatuses: [NOT_FOUND] };
  const response = await http.json(`${url}/markets/slug/${encodeURIComponent(query.market)}`, options);
  const body = response.kind === 'response' && response.status !== NOT_FOUND ? response.body : null;
  // A source that ignores the slug must not supply the price of another market.
  if (body === null || validated(named, body).slug !== query.market) {
    throw new SourceError('not_found', 'Polymarket: has no market of that slug');
  }
  // The other members of a market that has ended do not matter.
  return validated(named, body).closed === true ? null : probabilityOf(query.outcome, parseMarket(body));
}

const named = z.object({ slug: z.string(), closed: z.unknown() });

/** Minimum volume: prices of smaller markets are cheap to manipulate (docs/scoring.md#signals). */
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

/** Shape of a market of the gamma API, with the members that a price needs. */
export const marketShape = z.object({
  slug: z.string(),
  outcomes: listInText.pipe(z.array(z.string())),
  /** Missing until the first offer. */
  outcomePrices: listInText.pipe(z.array(decimal.pipe(z.number().max(1)))).nullish(),
  /** Missing until the first trade. */
  volumeNum: z.number().min(0).nullish(),
  volume: decimal.nullish(),
  closed: z.boolean(),
  active: z.boolean().nullish(),
  umaResolutionStatus: z.string().nullish(),
});

/** Market with parsed lists; prices from 0 to 1. */
export type Market = z.infer<typeof marketShape>;

/** @throws {SourceError} `wrong_shape`. */
export const parseMarket = (body: unknown): Market => validated(marketShape, body);

/**
 * Price of an outcome, 0 to 1.
 *
 * @returns null for a market that is closed, resolved or not open yet, has no prices, or has an unknown or too low volume.
 * @throws {SourceError} `not_found` for an outcome that the market does not have, `wrong_shape` if some outcomes have no
 *   price.
 */
export function probabilityOf(outcome: string, market: Market): number | null {
  const { outcomes, outcomePrices } = market;
  if (market.closed || market.active === false || market.umaResolutionStatus === 'resolved') return null;
  const index = outcomes.indexOf(outcome);
  if (index === -1) throw new SourceError('not_found', `Polymarket: the market's outcomes are ${firstOf(outcomes)}`);
  if (outcomePrices === null || outcomePrices === undefined) return null;
  if (outcomePrices.length !== outcomes.length) {
    throw new SourceError('wrong_shape', 'Polymarket: the numbers of prices and outcomes differ');
  }
  const volumeUsd = market.volumeNum ?? market.volume ?? 0;
  return volumeUsd < VOLUME_USD_MIN ? null : (outcomePrices[index] ?? null);
}

function validated<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'Polymarket: not a market', null, { cause: parsed.error });
}

/** First few outcomes, shortened, because the text is not ours. */
function firstOf(outcomes: readonly string[]): string {
  const few = outcomes.slice(0, 5).map((outcome) => JSON.stringify(outcome.slice(0, 40)));
  return [...few, ...(outcomes.length > few.length ? ['…'] : [])].join(', ') || 'none';
}
