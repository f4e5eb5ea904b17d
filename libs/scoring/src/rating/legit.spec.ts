import * as fc from 'fast-check';
import {
  InvalidInputError,
  type LegitInput,
  type LegitPart,
  rateLegit,
  RULESET_2026_1,
  RULESET_2026_3,
  RULESETS,
} from '../index';

const AT_MS = Date.UTC(2026, 7, 22);
const DAY_MS = 86_400_000;
const PARTS = Object.keys(RULESET_2026_1.ratings.legit.points) as LegitPart[];

const evidence = (score: number, daysAgo = 0) => ({ score, checkedAtMs: AT_MS - daysAgo * DAY_MS });
const all = (score: number): LegitInput['components'] => Object.fromEntries(PARTS.map((id) => [id, evidence(score)]));
const rate = (components: LegitInput['components'], findings: LegitInput['findings'] = []) =>
  rateLegit({ components, findings }, AT_MS, RULESET_2026_3);

/** By the rules before 2026.4, which has its own spec. */
describe('rateLegit', () => {
  it('sums the points of the evidence', () => {
    expect(rate(all(1)).score).toBe(100);
    expect(rate(all(0)).score).toBe(0);
    expect(rate({ ...all(0), team: evidence(1), audits: evidence(0.5) }).score).toBe(35);
  });

  it('is null without evidence, in every ruleset', () => {
    for (const ruleset of RULESETS) {
      const { parts, ...rating } = rateLegit({ components: {}, findings: [] }, AT_MS, ruleset);
      expect(rating).toEqual({ score: null, total: null, cap: null, knownShare: 0 });
      expect(parts.some(({ known }) => known)).toBe(false);
    }
  });

  it('takes a finding as evidence: unknown components count half below its cap', () => {
    expect(rate({}, ['unknown_team_no_audit'])).toMatchObject({ score: 50, total: 50, cap: 60, knownShare: 0 });
    expect(rate({}, ['phishing_listed'])).toMatchObject({ score: 10, total: 50, cap: 10, knownShare: 0 });
  });

  it('counts an unknown component half beside a known one, and reports it as unknown', () => {
    expect(rate({ rules: evidence(0) })).toMatchObject({ score: 45, knownShare: 0.1 });
    const known = Object.entries({ ...all(0), team: evidence(0.9) }).filter(([id]) => id !== 'audits');
    const { score, parts } = rate(Object.fromEntries(known));
    expect(score).toBe(33);
    expect(parts.find(({ id }) => id === 'audits')).toMatchObject({ known: false, counted: 0.5, points: 10 });
  });

  it('halves evidence once its check is more than 180 days old', () => {
    expect(rate({ ...all(0), team: evidence(1, 180) }).score).toBe(25);
    const { score, parts } = rate({ ...all(0), team: { score: 1, checkedAtMs: AT_MS - 180 * DAY_MS - 1 } });
    expect(score).toBe(13);
    expect(parts[0]).toMatchObject({ id: 'team', known: true, stale: true, points: 12.5 });
  });

  it('halves evidence without a date, but not evidence checked after the instant', () => {
    expect(rate({ ...all(0), team: { score: 1, checkedAtMs: null } }).total).toBe(12.5);
    expect(rate({ ...all(0), team: evidence(1, -1) }).total).toBe(25);
  });

  it('reports the share of the points that is known, also where evidence is stale', () => {
    expect(rate(all(0)).knownShare).toBe(1);
    expect(rate({ team: evidence(1), rules: evidence(1, 500) }).knownShare).toBe(0.35);
  });

  it.each([
    ['asks_secrets', 0],
    ['phishing_listed', 10],
    ['contract_unverified', 40],
    ['single_unofficial_source', 50],
    ['unknown_team_no_audit', 60],
  ] as const)('is capped by %s at %p', (finding, cap) => {
    expect(rate(all(1), [finding])).toMatchObject({ score: cap, total: 100, cap });
    expect(rate(all(0), [finding]).score).toBe(0);
  });

  it('is limited by the lowest of several caps', () => {
    expect(rate(all(1), ['contract_unverified', 'phishing_listed', 'unknown_team_no_audit']).score).toBe(10);
  });

  it('is an integer from 0 to 100 that never rises with time', () => {
    const component = fc.record({
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      checkedAtMs: fc.option(fc.integer({ min: 0, max: AT_MS })),
    });
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...PARTS), component, { minKeys: 1 }),
        fc.nat({ max: 1_000 }),
        (components, days) => {
          for (const ruleset of RULESETS) {
            const now = rateLegit({ components, findings: [] }, AT_MS, ruleset).score!;
            const later = rateLegit({ components, findings: [] }, AT_MS + days * DAY_MS, ruleset).score!;
            expect(Number.isInteger(now) && now >= 0 && now <= 100 && later <= now).toBe(true);
          }
        },
      ),
    );
  });

  it.each([NaN, -0.1, 1.1])('rejects evidence of %p', (score) => {
    expect(() => rate({ team: evidence(score) })).toThrow(InvalidInputError);
  });

  it('rejects an invalid date', () => {
    expect(() => rate({ team: { score: 1, checkedAtMs: NaN } })).toThrow(InvalidInputError);
    expect(() => rateLegit({ components: {}, findings: [] }, NaN)).toThrow(InvalidInputError);
  });
});
