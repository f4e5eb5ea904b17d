import {
  type ClaimedValue,
  isCurrent,
  type MarketBody,
  type Observations,
  type Observed,
  type ObservedPrice,
  reachedThresholds,
} from './market';

/** Change of a value, relative to the recorded one, from which on it is recorded. */
const CHANGE_MIN = 0.01;
/** Age of the recorded observation at which an unchanged one replaces it: well before it expires. */
const REFRESH_MS = 6 * 3_600_000;
/** Time after which a share claimed that has changed is recorded, though it has reached no other threshold. */
const CLAIMED_MS = 24 * 3_600_000;

/**
 * Decides whether new observations of a drop are recorded. A value that has changed by less than 1 % is not, so that a
 * price that moves all the time does not cause a revision, and an event for each subscriber, with every poll; it is
 * recorded again once the recorded one is 6 hours old, so that a value that does not change does not expire.
 *
 * @param recorded - latest body in the log; null without one.
 * @param atMs - present, milliseconds since the epoch.
 * @returns the body to record; null without a change.
 */
export function nextMarket(
  drop: string,
  recorded: MarketBody | null,
  observed: Observations,
  atMs: number,
): MarketBody | null {
  const isEnd = observed.claims_end !== undefined && endOf(observed) !== endOf(recorded);
  const end = isEnd ? observed.claims_end : recorded?.claims_end;
  const claimed = claimedOf(recorded?.claimed_share, observed.claimed_share, isEnd);
  const value = valueOf(recorded?.claimed_value, observed, claimed !== recorded?.claimed_share);
  const next = {
    drop,
    price_usd: pricesOf(recorded?.price_usd ?? null, observed.price_usd, atMs),
    fdv_usd: latestOf(recorded?.fdv_usd ?? null, observed.fdv_usd, atMs),
    probability: latestOf(recorded?.probability ?? null, observed.probability, atMs),
    ...(claimed !== undefined && { claimed_share: claimed }),
    ...(value !== undefined && { claimed_value: value }),
    ...(end !== undefined && { claims_end: end }),
  };
  const isSame =
    next.price_usd === (recorded?.price_usd ?? null) &&
    next.fdv_usd === (recorded?.fdv_usd ?? null) &&
    next.probability === (recorded?.probability ?? null) &&
    claimed === recorded?.claimed_share &&
    value === recorded?.claimed_value &&
    !isEnd;
  return isSame ? null : next;
}

/** The claims end once, unless the end is moved. */
const endOf = (observations: Observations | null): string | null => observations?.claims_end?.value.ends_at ?? null;

/** The first share and that at the end; between them, one that reaches or loses a threshold, or that differs a day later. */
function claimedOf(
  recorded: Observed<number> | undefined,
  observed: Observed<number> | undefined,
  isEnd: boolean,
): Observed<number> | undefined {
  if (recorded === undefined || observed === undefined || isEnd) return observed ?? recorded;
  if (recorded.value === observed.value) return recorded;
  const isOther = reachedThresholds(recorded.value).length !== reachedThresholds(observed.value).length;
  const laterMs = Date.parse(observed.observed_at) - Date.parse(recorded.observed_at);
  return isOther || laterMs >= CLAIMED_MS ? observed : recorded;
}

/** With the share, and at once if it is the first one, or of another token. */
function valueOf(former: Observed<ClaimedValue> | undefined, observed: Observations, isOtherShare: boolean) {
  const next = observed.claimed_value ?? former;
  return isOtherShare || former?.value.token !== next?.value.token ? next : former;
}

function pricesOf(recorded: ObservedPrice | null, observed: ObservedPrice | null, atMs: number): ObservedPrice | null {
  const isOther = recorded !== null && observed !== null && recorded.token !== observed.token;
  return latestOf(isOther ? null : recorded, observed, atMs) ?? recorded;
}

function latestOf<T extends Observed<number | readonly number[]>>(
  recorded: T | null,
  observed: T | null,
  atMs: number,
): T | null {
  if (observed === null || !isCurrent(observed, atMs)) return recorded;
  if (recorded === null || !isCurrent(recorded, atMs)) return observed;
  const laterMs = Date.parse(observed.observed_at) - Date.parse(recorded.observed_at);
  if (laterMs <= 0) return recorded;
  return laterMs >= REFRESH_MS || hasChanged(recorded.value, observed.value) ? observed : recorded;
}

function hasChanged(before: number | readonly number[], after: number | readonly number[]): boolean {
  const [from, to] = [[before].flat(), [after].flat()];
  return from.some((value, index) => {
    const difference = Math.abs((to[index] ?? NaN) - value);
    return difference > 0 && difference >= CHANGE_MIN * value;
  });
}
