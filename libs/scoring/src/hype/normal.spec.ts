import { normalCdf } from './measure';

describe('normalCdf', () => {
  // Values of Abramowitz and Stegun, table 26.1, to 15 digits.
  it.each([
    [0, 0.5],
    [0.3, 0.617911422188953],
    [1, 0.841344746068543],
    [1.5, 0.933192798731142],
    [2, 0.977249868051821],
    [3, 0.99865010196837],
  ])('is accurate to 1e-7 at %p, on both sides', (z, share) => {
    expect(Math.abs(normalCdf(z) - share)).toBeLessThan(1e-7);
    expect(Math.abs(normalCdf(-z) - (1 - share))).toBeLessThan(1e-7);
  });

  // A score must not fall because a signal rises, so the approximation must be monotonic.
  it('is monotonic in steps of 0.001 from -3 to 3', () => {
    for (let step = -3_000; step < 3_000; step += 1)
      expect(normalCdf((step + 1) / 1_000)).toBeGreaterThan(normalCdf(step / 1_000));
  });
});
