import type { ClaimedValue, ClaimsEnd, Range } from '@droptrack/catalogue';

/** Value of a drop as a source declared it. */
export type NewObservation = {
  readonly dropId: string;
  /** Public page or resource that declared it, https; null without one. */
  readonly url: string | null;
  /** Instant of the statement, milliseconds since the epoch. */
  readonly observedAtMs: number;
} & (
  | {
      readonly kind: 'price_usd';
      /** USD, above 0 and finite. */
      readonly value: number;
      /** CAIP-19. */
      readonly token: string;
    }
  | { readonly kind: 'fdv_usd'; readonly value: Range }
  | { readonly kind: 'probability'; readonly value: number }
  /** Share claimed, 0 or above, as of a block at that instant. */
  | { readonly kind: 'claimed_share'; readonly value: number }
  /** Worth of these claims. */
  | { readonly kind: 'claimed_value'; readonly value: ClaimedValue }
  | { readonly kind: 'claims_end'; readonly value: ClaimsEnd }
);

/** Significant digits of stored observations: no source is more exact. */
const DIGITS = 4;

/** Number with the precision of observations. */
export const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

/** Row of an observation. */
export function observationRow(observation: NewObservation) {
  const { dropId, kind, url, observedAtMs } = observation;
  return {
    drop_id: dropId,
    kind,
    value: valueOf(observation),
    token: observation.kind === 'price_usd' ? observation.token : null,
    url,
    observed_ms: observedAtMs,
  };
}

function valueOf({ kind, value }: NewObservation) {
  if (kind === 'claims_end' || kind === 'claimed_value') return value;
  return kind === 'fdv_usd' ? value.map(rounded) : rounded(value);
}
