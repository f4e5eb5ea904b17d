import * as fc from 'fast-check';
import {
  type LegitEvidenceInput,
  type LegitFinding,
  type LegitInput,
  type LegitPart,
  rateLegit,
  RULESET_2026_3,
  RULESET_2026_4,
} from '../index';

const AT_MS = Date.UTC(2026, 10, 29);
const DAY_MS = 86_400_000;
const { legit } = RULESET_2026_4.ratings;
const PARTS = Object.keys(legit.points) as LegitPart[];

const evidence = (score: number, daysAgo = 0) => ({ score, checkedAtMs: AT_MS - daysAgo * DAY_MS });
const all = (score: number, daysAgo = 0): LegitInput['components'] =>
  Object.fromEntries(PARTS.map((id) => [id, evidence(score, daysAgo)]));
const rate = (components: LegitInput['components'], findings: LegitInput['findings'] = []) =>
  rateLegit({ components, findings }, AT_MS, RULESET_2026_4);
const countedOf = (team: LegitEvidenceInput) => rate({ team }).parts[0]!.counted;

const anyEvidence = fc.record({
  score: fc.oneof(fc.constantFrom(0, 0.25, 0.5, 0.75, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  checkedAtMs: fc.option(fc.integer({ min: 0, max: AT_MS })),
});
const anyComponents = fc.dictionary(fc.constantFrom(...PARTS), anyEvidence);
const NEGATIVE: readonly LegitFinding[] = ['loss_not_made_good', 'team_convicted_or_charged', 'abandoned'];

describe('rateLegit by 2026.4', () => {
  it('never rates lower for evidence of any age than without it', () => {
    fc.assert(
      fc.property(anyComponents, fc.constantFrom(...PARTS), anyEvidence, (known, part, added) => {
        const without = Object.fromEntries(Object.entries(known).filter(([id]) => id !== part));
        fc.pre(Object.keys(without).length > 0);
        expect(rate({ ...without, [part]: added }).total).toBeGreaterThanOrEqual(rate(without).total! - 1e-9);
        expect(rate({ ...without, [part]: added }).score).toBeGreaterThanOrEqual(rate(without).score!);
      }),
    );
  });

  it('counts an unknown component as the lowest grade, and lower grades as much', () => {
    expect(rate({ team: evidence(1) }).total).toBe(25 + 0.25 * 75);
    expect([0, 0.25, 0.5, 1].map((score) => countedOf(evidence(score)))).toEqual([0.25, 0.25, 0.5, 1]);
  });

  it('halves the lead of a grade for every 180 days after the first 180', () => {
    expect([0, 180, 360, 540, 3_600].map((days) => countedOf(evidence(1, days)))).toEqual([
      ...[1, 1, 0.25 + 0.75 / 2, 0.25 + 0.75 / 4],
      expect.closeTo(0.25, 5),
    ]);
    expect(countedOf(evidence(0.25, 3_600))).toBe(0.25);
  });

  it('marks evidence as stale from the day on which its lead falls, and halves the lead without a date', () => {
    expect(rate({ team: evidence(1, 180) }).parts[0]).toMatchObject({ stale: false, counted: 1 });
    expect(rate({ team: evidence(1, 181) }).parts[0]!.stale).toBe(true);
    expect(countedOf({ score: 1, checkedAtMs: null })).toBe(0.25 + 0.75 / 2);
  });

  // Under the rules before, a rating fell by half in one night.
  it('falls by less than one point a day when all grades were checked on one day', () => {
    for (let days = 0; days < 2_000; days += 1)
      expect(rate(all(1, days)).total! - rate(all(1, days + 1)).total!).toBeLessThan(0.3);
  });

  it('lowers a rating for negative findings only, at any age', () => {
    fc.assert(
      fc.property(anyComponents, fc.constantFrom(...NEGATIVE), (components, finding) => {
        const { score, cap } = rate(components, [finding]);
        expect(cap).toBe(legit.caps[finding]);
        expect(score).toBeLessThanOrEqual(legit.caps[finding as keyof typeof legit.caps]);
      }),
    );
  });

  it('orders the negative findings between phishing and a contract that is not verified', () => {
    const { phishing_listed: phishing, contract_unverified: unverified } = legit.caps;
    expect(NEGATIVE.map((finding) => rate(all(1), [finding]).score)).toEqual([40, 30, 20]);
    expect(20).toBeGreaterThan(phishing);
    expect(40).toBe(unverified);
  });

  it('adds findings to those of 2026.3, which ignores them', () => {
    expect(legit.caps).toMatchObject(RULESET_2026_3.ratings.legit.caps);
    const before = (findings: LegitFinding[]) => rateLegit({ components: all(1), findings }, AT_MS, RULESET_2026_3);
    expect(before(['abandoned'])).toMatchObject({ score: 100, cap: null });
    expect(before(['abandoned', 'phishing_listed'])).toMatchObject({ score: 10, cap: 10 });
    expect(rateLegit({ components: {}, findings: ['abandoned'] }, AT_MS, RULESET_2026_3).score).toBeNull();
  });
});
