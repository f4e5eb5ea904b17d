import type { Environment } from './environment';
import { type Measurement, ratiosOf } from './measurement';
import { spreadOf } from './spread';
import { formatTable } from './table';

/** Table and surroundings, for people. */
export function formatReport(environment: Environment, measurements: readonly Measurement[], isSmoke: boolean): string {
  const around = Object.entries(environment).map(([name, phrase]) => `${name.padEnd(9)} ${phrase}`);
  const notes = isSmoke ? ['', 'A smoke run: everything ran, the figures mean nothing.'] : [];
  return [...around, '', formatTable(measurements), ...notes].join('\n');
}

/** The same, and the figure of every round, for programs. */
export function presentReport(environment: Environment, measurements: readonly Measurement[], isSmoke: boolean) {
  return {
    environment,
    smoke: isSmoke,
    measurements: measurements.map((measurement) => {
      const ratios = ratiosOf(measurement);
      const { bench, what, unit, rounds, beside, target } = measurement;
      return {
        bench,
        what,
        unit,
        median: spreadOf(rounds).median,
        rounds,
        beside: beside ?? null,
        ratio: ratios === null ? null : { ...spreadOf(ratios), rounds: ratios },
        target: target ?? null,
      };
    }),
  };
}
