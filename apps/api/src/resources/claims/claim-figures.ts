import { claimedValueOf } from '@droptrack/catalogue';
import type { ClaimBucket, ClaimedTokens, ClaimedWallets, ClaimInterval } from '@droptrack/contracts';
import type { ClaimHour } from '@droptrack/persistence';

const HOUR_MS = 3_600_000;
const BUCKET_MS: Readonly<Record<ClaimInterval, number>> = { '1h': HOUR_MS, '1d': 24 * HOUR_MS };
/** Digits of shares. */
const SHARE_DIGITS = 6;

/** Sums of all claims. */
export interface ClaimTotals {
  readonly claims: number;
  readonly wallets: number;
  /** Base units. */
  readonly amount: bigint;
}

export const totalsOf = (hours: readonly ClaimHour[]): ClaimTotals =>
  hours.reduce(
    (sum, { claims, wallets, amount }) => ({
      claims: sum.claims + claims,
      wallets: sum.wallets + wallets,
      amount: sum.amount + BigInt(amount),
    }),
    { claims: 0, wallets: 0, amount: 0n },
  );

/** Buckets of hours, ascending as they are, without the claims of unknown times. @param decimals - of the token; null while unknown. */
export function bucketsOf(
  hours: readonly ClaimHour[],
  interval: ClaimInterval,
  decimals: number | null,
): readonly ClaimBucket[] {
  const length = BUCKET_MS[interval];
  const buckets: { startMs: number; hours: ClaimHour[] }[] = [];
  for (const hour of hours) {
    if (hour.hourMs === null) continue;
    const startMs = Math.floor(hour.hourMs / length) * length;
    const last = buckets.at(-1);
    if (last?.startMs === startMs) last.hours.push(hour);
    else buckets.push({ startMs, hours: [hour] });
  }
  return buckets.map(({ startMs, hours: each }) => {
    const { claims, wallets, amount } = totalsOf(each);
    const { usd: value_usd = null, price_usd = null } = claimedValueOf(each, decimals) ?? {};
    return { t: new Date(startMs).toISOString(), claims, wallets, amount: amount.toString(), value_usd, price_usd };
  });
}

/**
 * Hours until half of the wallets had their first claim; null without a claim, and with claims of unknown times. A claim counts as
 * made in its hour.
 *
 * @param openedAtMs - start of the claim window, milliseconds since the epoch; null while unknown, for the first claim instead.
 */
export function medianHoursToClaim(hours: readonly ClaimHour[], openedAtMs: number | null): number | null {
  const { wallets } = totalsOf(hours);
  const firstMs = hours[0]?.hourMs ?? null;
  if (firstMs === null || wallets === 0) return null;
  let seen = 0;
  const medianMs = hours.find((hour) => (seen += hour.wallets) * 2 >= wallets)?.hourMs ?? firstMs;
  return Math.max(0, Math.floor((medianMs - (openedAtMs ?? firstMs)) / HOUR_MS));
}

/** Sums of the lists of a drop. */
export interface Listed {
  readonly wallets: number;
  /** Base units. */
  readonly total: bigint;
}

export const claimedWallets = ({ wallets }: ClaimTotals, listed: Listed | null): ClaimedWallets => ({
  claimed: wallets,
  listed: listed?.wallets ?? null,
  share: listed === null || listed.wallets === 0 ? null : rounded(wallets / listed.wallets),
});

/**
 * Sum of the claims by an end, whose hour counts as before it, in base units; null with claims of unknown times.
 *
 * @param endsAtMs - milliseconds since the epoch.
 */
export function claimedBy(hours: readonly ClaimHour[], endsAtMs: number): bigint | null {
  if (hours.some(({ hourMs }) => hourMs === null)) return null;
  return totalsOf(hours.filter(({ hourMs }) => hourMs !== null && hourMs < endsAtMs)).amount;
}

/** @param claimedByEnd - base units; null before the end of the claim window, and while unknown. */
export function claimedTokens(
  { amount }: ClaimTotals,
  listed: Listed | null,
  { decimals, claimedByEnd }: { readonly decimals: number | null; readonly claimedByEnd: bigint | null },
): ClaimedTokens {
  const total = listed?.total ?? null;
  const left = total === null || claimedByEnd === null ? null : total > claimedByEnd ? total - claimedByEnd : 0n;
  return {
    claimed: amount.toString(),
    listed: total === null ? null : total.toString(),
    share: total === null || total === 0n ? null : rounded(Number((amount * 10n ** 9n) / total) / 1e9),
    left_at_end: left?.toString() ?? null,
    decimals,
  };
}

const rounded = (share: number): number => Number(share.toFixed(SHARE_DIGITS));
