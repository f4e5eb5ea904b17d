import { RULESET_2026_1 } from '../rulesets';
import type { SignalReading } from './measure';

export const AT_MS = Date.UTC(2026, 7, 22, 10);
export const HOUR_MS = 3_600_000;

/** Past of 28 equal days for which `value` has the given z. */
export function pastFor(value: number, z: number): number[] {
  const usual = Math.expm1(Math.log1p(value) - z * RULESET_2026_1.hype.momentum.deviationFloor);
  return Array.from({ length: 28 }, () => usual);
}

/** Fresh reading. */
export function fresh(value: number, dayValues: readonly number[] = []): SignalReading {
  return { value, observedAtMs: AT_MS, dayValues };
}
