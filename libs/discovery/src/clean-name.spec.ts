import fc from 'fast-check';
import { cleanName, NAME_LENGTH_MAX } from './clean-name';

describe('cleanName', () => {
  it.each([
    ['  Uniswap\n\tSeason  2 ', 'Uniswap Season 2'],
    ['\u202Epaws\u202C\u200Binu\u0000', 'pawsinu'],
    ['Season 2: "Uniswap"', 'Season 2: "Uniswap"'],
    ['two  spaces', 'two spaces'],
    ['Zoë', 'Zoë'],
    ['Zoe\u200D\u0308', 'Zo\u00EB'],
  ])('%j becomes %j', (text, name) => expect(cleanName(text)).toBe(name));

  it('returns null if nothing visible is left', () => expect(cleanName('\u200B \u0000\u202E')).toBeNull());

  // Characters that compose, decompose, change their order, or are removed.
  const unit = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'eoA \t\n\u00A0\u2000\u1100\u1161\u11A8'),
    fc.constantFrom(...'\u0301\u0308\u0323\u0327\u0345\u0344\u09BE\u09C7\u{1D165}\u{1D16E}'),
    fc.constantFrom(...'\u200B\u200D\u202E\uFEFF\u0000\u034F\uFE0F'),
    fc.constantFrom(...'\u0958\uFB1D\u2ADC\u1F82\u0390\u{1D160}\u212B'),
  );

  it('returns a short text without control or bidirectional characters for any input, and is idempotent', () =>
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 300 }), fc.constantFrom(NAME_LENGTH_MAX, 20, 3), (text, lengthMax) => {
        const name = cleanName(text, lengthMax);
        if (name === null) return;
        expect([...name].length).toBeLessThanOrEqual(lengthMax);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(cleanName(name, lengthMax)).toBe(name);
      }),
      { numRuns: 1_000 },
    ));
});
