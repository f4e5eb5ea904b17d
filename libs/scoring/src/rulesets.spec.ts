import { DEFAULT_RULESET, rulesetOf, RULESETS } from './index';

describe('rulesetOf', () => {
  // A stored point names its ruleset for good: two of one name, or one that cannot be found, and it could not be checked.
  it('finds each ruleset by its own version, and no other', () => {
    expect(RULESETS.map(({ version }) => rulesetOf(version))).toEqual([...RULESETS]);
    expect(RULESETS).toContain(DEFAULT_RULESET);
  });

  it.each(['', '2026', '2026.10', 'toString'])('has none for %p', (version) => {
    expect(rulesetOf(version)).toBeNull();
  });
});
