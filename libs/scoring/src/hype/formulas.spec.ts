import * as fc from 'fast-check';
import { levelOf, RULESETS, type Ruleset, scoreHype, SIGNAL_IDS, type SignalReading, type SignalRule } from '../index';
import { normalCdf } from './measure';
import { AT_MS, HOUR_MS } from './testing';

const DAY_MS = 24 * HOUR_MS;

/**
 * Formulas of docs/scoring.md, Hype, as they are written there: without the shortcuts of the implementation, and without
 * the suspect rule.
 */
function scoreByFormulas(signals: ReadonlyMap<string, SignalReading>, { hype }: Ruleset): number {
  let confidence = 0;
  let points = 0;
  for (const rule of hype.signals) {
    const reading = signals.get(rule.id);
    const freshness = reading === undefined ? 0 : freshnessByFormula(rule, reading.observedAtMs);
    if (reading === undefined || freshness < hype.freshnessMin) continue;
    const isAveraged = hype.averaging !== null && rule.kind === 'count';
    const level = levelOf(rule, isAveraged ? meanByFormula(reading, hype.averaging) : reading.value);
    const momentum = rule.momentum ? momentumByFormula(reading, hype.momentum) : null;
    const { share } = hype.momentum;
    confidence += rule.weight * freshness;
    points += 100 * rule.weight * freshness * (momentum === null ? level : (1 - share) * level + share * momentum);
  }
  return points + (1 - confidence) * hype.prior;
}

function freshnessByFormula({ aging }: SignalRule, observedAtMs: number): number {
  const over = (AT_MS - observedAtMs) / HOUR_MS - (aging?.freshHours ?? Infinity);
  return aging === null || over <= 0 ? 1 : 2 ** (-over / aging.halfLifeHours);
}

function meanByFormula(
  { value, observedAtMs, dayValues }: SignalReading,
  rule: { halfLifeDays: number; days: number; zeroDaysBefore?: number },
) {
  const byAge = new Map(dayValues.slice(0, rule.days).map((each, index) => [index + 1, each]));
  byAge.set(Math.floor(AT_MS / DAY_MS) - Math.floor(observedAtMs / DAY_MS), value);
  const days = [...byAge].flatMap(([age, each]) =>
    each === null ? [] : [{ each, weight: 2 ** (-age / rule.halfLifeDays) }],
  );
  const first = Math.max(...[...byAge].flatMap(([age, each]) => (each === null ? [] : [age])));
  for (let age = first + 1; age <= Math.min(first + (rule.zeroDaysBefore ?? 0), rule.days); age += 1)
    days.push({ each: 0, weight: 2 ** (-age / rule.halfLifeDays) });
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  return days.reduce((sum, { each, weight }) => sum + weight * each, 0) / total;
}

function momentumByFormula({ value, dayValues }: SignalReading, rule: Ruleset['hype']['momentum']): number | null {
  const logs = dayValues.slice(0, rule.baselineDays).flatMap((each) => (each === null ? [] : [Math.log1p(each)]));
  if (logs.length < rule.daysMin) return null;
  const median = medianByFormula(logs);
  const deviation = medianByFormula(logs.map((each) => Math.abs(each - median)));
  const z = (Math.log1p(value) - median) / (rule.deviationFactor * deviation + rule.deviationFloor);
  return normalCdf(Math.min(rule.zClip, Math.max(-rule.zClip, z)));
}

function medianByFormula(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, each) => sum + each, 0) / middle.length;
}

const value = fc.oneof(fc.nat({ max: 50 }), fc.double({ min: 0, max: 1e10, noNaN: true }));
const reading: fc.Arbitrary<SignalReading> = fc.record({
  value,
  observedAtMs: fc.nat({ max: 2_000 }).map((hours) => AT_MS - hours * HOUR_MS),
  dayValues: fc.array(fc.option(value), { maxLength: 60 }),
});

describe.each(RULESETS)('scoreHype by $version', (ruleset) => {
  it('follows the formulas of docs/scoring.md', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...SIGNAL_IDS), reading), (signals) => {
        const { exact, signals: parts } = scoreHype({ atMs: AT_MS, signals }, ruleset);
        fc.pre(parts.every(({ status }) => status !== 'suspect'));
        expect(exact).toBeCloseTo(scoreByFormulas(new Map(Object.entries(signals)), ruleset), 9);
      }),
    );
  });
});
