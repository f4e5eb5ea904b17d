import fc from 'fast-check';
import { cleanName, NAME_LENGTH_MAX } from './clean-name';

describe('cleanName', () => {
  it.each([
    ['  Uniswap\n\tSeason  2 ', 'Uniswap Season 2'],
    ['\u202Epaws\u202C\u200Binu\u0000', 'pawsinu'],
    ['Zoë', 'Zoë'],
  ])('%j becomes %j', (text, name) => expect(cleanName(text)).toBe(name));

  it('returns null if nothing visible is left', () => expect(cleanName('\u200B \u0000\u202E')).toBeNull());

  it('returns a short text without control or bidirectional characters for any input, and is idempotent', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = cleanName(text);
        if (name === null) return;
        expect([...name].length).toBeLessThanOrEqual(NAME_LENGTH_MAX);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(cleanName(name)).toBe(name);
      }),
    ));
});
