import { z } from 'zod';
import type { ObservedReading } from '../port';
import { SourceError } from '../source.error';

/** The newest entry of a history; `usd` is null where the source has no number for it. */
export type ValueLocked = { readonly usd: number | null; readonly atMs: number };

const DAY_MS = 86_400_000;
/** A history that ends before this is of something that is no longer counted. */
const OVER_AFTER_MS = 2 * DAY_MS;

const seconds = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,11}$/)
      .transform(Number),
  ])
  .pipe(z.int().positive());
const usd = z.number().nullable();

const protocol = z.object({ tvl: z.array(z.unknown()) });
const protocolEntry = z.object({ date: seconds, totalLiquidityUSD: usd });
const chain = z.array(z.unknown());
const chainEntry = z.object({ date: seconds, tvl: usd });

/**
 * The value that is locked in a protocol, out of DefiLlama's answer about it.
 *
 * It is the last entry of `tvl`, the history over all chains. DefiLlama adds the count of the last hour to its end, and
 * its site shows that figure as the protocol's total: what is borrowed, staked, pooled with the protocol's own token,
 * vested or in its treasury is left out. `currentChainTvls` holds the same hour, but puts those parts (`staking`,
 * `Ethereum-borrowed`) beside the chains without a mark: who sums it counts every new kind of part until its name is
 * known here. And it has no date, which alone tells a protocol at rest from one that is no longer counted.
 *
 * @returns null for a protocol without a history.
 * @throws {SourceError} `wrong_shape`.
 */
export function lockedInProtocol(body: unknown): ValueLocked | null {
  const last = understood(protocol, body).tvl.at(-1);
  if (last === undefined) return null;
  const { date, totalLiquidityUSD } = understood(protocolEntry, last);
  return { usd: totalLiquidityUSD, atMs: date * 1_000 };
}

/**
 * The value that is locked on a chain: the last entry of its history, in which DefiLlama counts nothing twice.
 *
 * @returns null for a chain without a history.
 * @throws {SourceError} `wrong_shape`.
 */
export function lockedOnChain(body: unknown): ValueLocked | null {
  const last = understood(chain, body).at(-1);
  if (last === undefined) return null;
  const { date, tvl } = understood(chainEntry, last);
  return { usd: tvl, atMs: date * 1_000 };
}

/**
 * What a newest entry says now. DefiLlama dates the entry of a day that is not over by its begin or by the last count,
 * and keeps it current: it is true now. One that is older than two days is the last word about what is no longer
 * counted, and was true then.
 *
 * @returns null where there is no figure: no entry, no number, or one below 0, as a faulty count may give.
 * @throws {SourceError} `wrong_shape` for an entry of a day to come.
 */
export function readingOf(locked: ValueLocked | null, nowMs: number): ObservedReading | null {
  if (locked === null || locked.usd === null || locked.usd < 0) return null;
  if (locked.atMs > nowMs + DAY_MS) throw new SourceError('wrong_shape', 'DefiLlama: the last entry is of the future');
  const isOver = nowMs - locked.atMs > OVER_AFTER_MS;
  return { signal: 'tvl_usd', value: locked.usd, observedAtMs: isOver ? locked.atMs : nowMs };
}

function understood<Shape>(schema: z.ZodType<Shape>, body: unknown): Shape {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceError('wrong_shape', 'DefiLlama: not a history of value locked', null, { cause: parsed.error });
}
