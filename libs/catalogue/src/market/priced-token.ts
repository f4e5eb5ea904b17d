import { claimsOf, type DropDefinition, type EventDefinition } from '../definition';

const DAY_MS = 86_400_000;
/** Time after the end of the last claim window for which the price of a token is still needed. */
const PRICED_AFTER_CLAIM_MS = 30 * DAY_MS;
/** Length that is assumed for a claim window without an end. */
const OPEN_CLAIM_MS = 365 * DAY_MS;

/**
 * Token of a drop whose price has to be observed, as CAIP-19; null if it is unknown, or if its price is declared. The claims from a
 * distributor are valued at the price of their hour, whatever is declared.
 */
export function pricedToken(definition: DropDefinition): string | null {
  const { token, value } = definition;
  return value.priceUsd === null || claimsOf(definition).size > 0 ? (token.address?.value ?? null) : null;
}

/**
 * True while the price of the token matters: while a list is active, and until 30 days after the last claim window of a
 * drop without one, or with a declared price. A window without an end counts as a year; a drop without a window, until its
 * first event. The price of today is no outcome of a distribution of years ago.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function isPriceNeeded({ events, value }: DropDefinition, hasList: boolean, atMs: number): boolean {
  if (hasList && value.priceUsd === null) return true;
  const declared = events.filter(({ status }) => status !== 'cancelled');
  const claims = declared.filter(({ type }) => type === 'claim');
  if (claims.length === 0) return declared.every(({ startsAt }) => atMs < Date.parse(startsAt));
  return claims.some((claim) => atMs < endMsOf(claim) + PRICED_AFTER_CLAIM_MS);
}

const endMsOf = ({ startsAt, endsAt }: EventDefinition): number =>
  endsAt === null ? Date.parse(startsAt) + OPEN_CLAIM_MS : Date.parse(endsAt);
