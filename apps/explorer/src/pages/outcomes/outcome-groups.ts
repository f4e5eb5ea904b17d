import type { DropOutcome } from '@droptrack/contracts';
import { formatShare } from '../../parts/format';

/** Medians of a group of outcomes; null without a known value. */
export interface OutcomeGroup {
  readonly name: string;
  readonly drops: number;
  /** Median of the means per wallet, USD. */
  readonly paidUsd: number | null;
  /** Median of the changes until day 90, as a share. */
  readonly change90d: number | null;
}

/** Outcomes by a property, the latest or last name first. */
export function outcomeGroups(
  outcomes: readonly DropOutcome[],
  nameOf: (outcome: DropOutcome) => string,
): readonly OutcomeGroup[] {
  const groups = new Map<string, DropOutcome[]>();
  for (const outcome of outcomes) {
    const name = nameOf(outcome);
    groups.set(name, [...(groups.get(name) ?? []), outcome]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([name, members]) => ({
      name,
      drops: members.length,
      paidUsd: median(members.map((outcome) => outcome.paid_usd)),
      change90d: median(members.map((outcome) => outcome.change_90d)),
    }));
}

/** Median of the known values; of two in the middle, their mean. */
export function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [low, high] = [known[Math.floor((known.length - 1) / 2)], known[Math.floor(known.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** `+12.5%`, `−3%` of a change as a share. */
export const formatChange = (share: number): string =>
  `${share < 0 ? '−' : share > 0 ? '+' : ''}${formatShare(Math.abs(share))}`;
