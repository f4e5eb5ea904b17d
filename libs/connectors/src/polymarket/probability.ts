import { z } from 'zod';
import { SourceError } from '../source.error';

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
