import * as fc from 'fast-check';
import { RULESETS, scoreHype, SIGNAL_IDS, type SignalId, type SignalReading } from '../index';
import { AT_MS, HOUR_MS } from './testing';

type Signals = Partial<Record<SignalId, SignalReading | 'not_applicable'>>;

const value = fc.oneof(fc.nat({ max: 50 }), fc.double({ min: 0, max: 1e10, noNaN: true }));
const reading: fc.Arbitrary<SignalReading> = fc.record({
  value,
  observedAtMs: fc.nat({ max: 2_000 }).map((hours) => AT_MS - hours * HOUR_MS),
  dayValues: fc.array(fc.option(value), { maxLength: 60 }),
});
const signals: fc.Arbitrary<Signals> = fc.dictionary(
  fc.constantFrom(...SIGNAL_IDS),
  fc.oneof({ weight: 5, arbitrary: reading }, { weight: 1, arbitrary: fc.constant('not_applicable' as const) }),
);
const id = fc.constantFrom(...SIGNAL_IDS);

/** Properties that every ruleset must have (docs/scoring.md, Hype). */
describe.each(RULESETS)('scoreHype by $version', (ruleset) => {
  const score = (known: Signals) => scoreHype({ atMs: AT_MS, signals: known }, ruleset);
  const suspects = (known: Signals) => score(known).signals.filter(({ status }) => status === 'suspect');

  it('is an integer from 0 to 100, and its parts sum to it', () => {
    fc.assert(
      fc.property(signals, (known) => {
        const result = score(known);
        expect(Number.isInteger(result.score)).toBe(true);
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(100);
        const points = result.signals.reduce((sum, { contribution }) => sum + contribution, 0);
        expect(points + result.prior).toBeCloseTo(result.exact, 9);
        expect(result.prior).toBeCloseTo((1 - result.confidence) * 25, 9);
        expect(result.confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('explains each contribution: 100 · weight · freshness · sub-score', () => {
    fc.assert(
      fc.property(signals, (known) => {
        for (const { contribution, weight, freshness, normalized } of score(known).signals)
          expect(contribution).toBeCloseTo(100 * weight * freshness * (normalized ?? 0), 9);
      }),
    );
  });

  it('does not depend on the order in which signals are given', () => {
    fc.assert(
      fc.property(signals, (known) => {
        expect(score(Object.fromEntries(Object.entries(known).reverse()))).toEqual(score(known));
      }),
    );
  });

  it('publishes a momentum that has the sign of the only signal with a past', () => {
    fc.assert(
      fc.property(reading, (input) => {
        const { momentum, signals: parts } = score({ reddit_authors: input });
        const { status, momentum: share } = parts.find(({ id: each }) => each === 'reddit_authors')!;
        if (share === null || status === 'suspect' || !ruleset.hype.momentum.published) expect(momentum).toBeNull();
        else expect(momentum).toBe(Math.floor(100 * (2 * share - 1) + 0.5));
      }),
    );
  });

  // The suspect rule applies before the formulas: it can remove a signal as it rises.
  it('rises with every signal while none is suspect', () => {
    fc.assert(
      fc.property(signals, id, reading, value, (known, which, input, more) => {
        const lower = { ...known, [which]: input };
        const higher = { ...known, [which]: { ...input, value: input.value + more } };
        fc.pre(suspects(lower).length === 0 && suspects(higher).length === 0);
        expect(score(higher).exact).toBeGreaterThanOrEqual(score(lower).exact - 1e-9);
      }),
    );
  });

  it('moves by at most 100 · weight when one signal spikes, while no other is suspect', () => {
    fc.assert(
      fc.property(signals, id, reading, value, (known, which, input, spike) => {
        const before = { ...known, [which]: input };
        const after = { ...known, [which]: { ...input, value: spike } };
        fc.pre([...suspects(before), ...suspects(after)].every((suspect) => suspect.id === which));
        const nominal = ruleset.hype.signals.find((rule) => rule.id === which)!.weight;
        const out = ruleset.hype.signals.filter((rule) => before[rule.id] === 'not_applicable');
        const weight = nominal / (1 - out.reduce((sum, rule) => sum + rule.weight, 0));
        expect(Math.abs(score(after).exact - score(before).exact)).toBeLessThanOrEqual(100 * weight + 1e-9);
      }),
    );
  });

  it('is the same with a reading that is too old and without a reading', () => {
    fc.assert(
      fc.property(signals, id, reading, (known, which, input) => {
        const without = Object.fromEntries(Object.entries(known).filter(([each]) => each !== which));
        const ancient = { ...known, [which]: { ...input, observedAtMs: AT_MS - 5_000 * HOUR_MS } };
        fc.pre(which !== 'calendar_proximity');
        expect(score(ancient)).toEqual(score(without));
      }),
    );
  });
});
