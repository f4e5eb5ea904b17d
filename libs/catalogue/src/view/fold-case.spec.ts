import fc from 'fast-check';
import { foldCase } from './fold-case';

describe('foldCase', () => {
  it.each([
    ['ZKsync', 'zksync'],
    ['ÉTOILE', 'étoile'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Straße', 'straße'],
    // Beyond 16 bits.
    ['𐐀', '𐐨'],
    ['', ''],
  ])('%p becomes %p', (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });

  // Search compares a folded part with a folded text, so the context of a part must not change it.
  it('folds a text like its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (start, end) => {
        expect(foldCase(start + end)).toBe(foldCase(start) + foldCase(end));
      }),
    );
  });
});
