import { DEFAULT_RULESET, HYPE_RULES, hypeRulesOf, rulesetOf, RULESETS } from './index';

describe('rulesetOf', () => {
  // A stored point refers to its ruleset: with a duplicate or missing version it could not be verified.
  it('finds each ruleset by its own version, and no other', () => {
    expect(RULESETS.map(({ version }) => rulesetOf(version))).toEqual([...RULESETS]);
    expect(RULESETS).toContain(DEFAULT_RULESET);
  });

  it.each(['', '2026', '2026.10', 'toString'])('has none for %p', (version) => {
    expect(rulesetOf(version)).toBeNull();
  });
});

describe('hypeRulesOf', () => {
  // The SDK verifies scores with these rules, so they must be those of the rulesets.
  it('has the hype rules of every ruleset, and of no other', () => {
    expect(Object.keys(HYPE_RULES)).toEqual(RULESETS.map(({ version }) => version));
    for (const { version, hype } of RULESETS) expect(hypeRulesOf(version)).toBe(hype);
    for (const version of ['', '2026.10', 'toString']) expect(hypeRulesOf(version)).toBeNull();
  });
});
