import { DEFAULT_RULESET, InvalidInputError, type ExpectedValue, type Ruleset } from '@droptrack/scoring';
import type { DropDefinition } from '../definition';
import { eventStatusAt } from '../derive/calendar-event';
import { deriveExpectedValue } from '../derive/figures';
import { isCancelled, launchesOf } from '../derive/launch';
import { valueBasis } from '../derive/value-basis';
import type { MarketBody } from '../market/market';
import { observedFact } from '../market/with-market';
import type { ListBody } from '../revision';

/** Body of a revision with its position in the log; null once the entity is archived. */
export interface Recorded<T> {
  readonly seq: number;
  readonly recordedAtMs: number;
  readonly body: T | null;
}

/** Definitions, allocation lists and observations of a drop in the log, oldest first. */
export interface DropRecord {
  readonly drop: string;
  readonly definitions: readonly Recorded<DropDefinition>[];
  readonly lists: readonly Recorded<ListBody>[];
  readonly markets: readonly Recorded<MarketBody>[];
}

/** Payout of a drop over its wallets, USD. */
export interface RealisedPayout {
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  /** True if the quantiles are facts, such as those of the published list; otherwise the spread is the ruleset's. */
  readonly listed: boolean;
  /** True at the mean price at which the tokens were claimed; otherwise at that of the launch. */
  readonly atClaim: boolean;
}

/** Outcome of a drop. */
export interface Outcome {
  /** Start of the launch. Without one, the instant at which cancellation or status was recorded. Milliseconds since the epoch. */
  readonly atMs: number;
  readonly happened: boolean;
  /** Null while the price is not known, and for a cancelled drop. */
  readonly payout: RealisedPayout | null;
}

/** Last of the revisions up to a sequence number. */
export function latest<T>(revisions: readonly Recorded<T>[], seq = Infinity): Recorded<T> | null {
  return revisions.findLast((revision) => revision.seq <= seq) ?? null;
}

/**
 * Outcome of a drop, from its latest definition and list; null while it is open. The price is the one at which the tokens were
 * claimed where the ledgers have it, otherwise that of the first week of trading. Other observed prices are no outcome: they move on.
 *
 * @param nowMs - instant up to which the log was read, milliseconds since the epoch.
 */
export function outcomeOf(record: DropRecord, nowMs: number): Outcome | null {
  const definition = latest(record.definitions)?.body ?? null;
  if (definition === null) return null;
  if (isCancelled(definition.events)) {
    const atMs = recordedSinceMs(record, ({ events }) => isCancelled(events));
    return { atMs, happened: false, payout: null };
  }
  const payout = payoutOf(definition, latest(record.lists)?.body ?? null, latest(record.markets)?.body ?? null);
  const launched = launchesOf(definition.events).filter((event) => eventStatusAt(event, nowMs) === 'occurred');
  if (launched.length === 0) {
    if (!isPinnedAsPast(definition)) return null;
    return { atMs: recordedSinceMs(record, isPinnedAsPast), happened: true, payout };
  }
  // The start of a coarse period: within it, the launch may already have been known.
  const atMs = Math.min(...launched.map(({ startsAt }) => Date.parse(startsAt)));
  return { atMs, happened: true, payout };
}

/** True if the payout of a drop was already known in its first revision: then nothing in the log was a forecast of it. */
export function isKnownFromStart({ definitions }: DropRecord): boolean {
  const first = definitions[0]?.body ?? null;
  return first !== null && payoutOf(first, null, null) !== null;
}

/** Expected value by a ruleset; null if a fact is outside its range. */
export function valueOrNull(
  definition: DropDefinition,
  list: ListBody | null,
  ruleset: Ruleset = DEFAULT_RULESET,
): ExpectedValue | null {
  try {
    return deriveExpectedValue(definition, list, ruleset);
  } catch (error) {
    if (error instanceof InvalidInputError) return null;
    throw error;
  }
}

function payoutOf(definition: DropDefinition, list: ListBody | null, market: MarketBody | null): RealisedPayout | null {
  const claimed = definitionAtClaim(definition, market);
  const atClaim = claimed === null ? null : payoutOf(claimed, list, null);
  if (atClaim !== null) return { ...atClaim, atClaim: true };
  const value = valueOrNull(definition, list);
  const basis = value === null ? null : valueBasis(definition, value);
  if (value === null || basis === null || basis === 'forecast') return null;
  const { p10, p50, p90 } = value;
  const listed = basis === 'realised';
  return p10 === null || p50 === null || p90 === null ? null : { p10, p50, p90, listed, atClaim: false };
}

/** Definition with the price at which the tokens were claimed in place of that of the launch; null while it is not known. */
function definitionAtClaim(definition: DropDefinition, market: MarketBody | null): DropDefinition | null {
  const { token, value } = definition;
  const paid = market?.claimed_value;
  const price = paid?.value.token === token.address?.value ? (paid?.value.price_usd ?? null) : null;
  if (paid === undefined || price === null) return null;
  return { ...definition, value: { ...value, fdvUsd: null, priceUsd: observedFact({ ...paid, value: price }) } };
}

/** True for a drop whose status states that its token exists, whatever its calendar contains. */
const isPinnedAsPast = ({ status }: DropDefinition): boolean => status?.value === 'tge';

/** Instant of the first of the last definitions in a row for which something holds. */
function recordedSinceMs({ definitions }: DropRecord, holds: (definition: DropDefinition) => boolean): number {
  const other = definitions.findLastIndex(({ body }) => body === null || !holds(body));
  return definitions[other + 1]?.recordedAtMs ?? Infinity;
}
