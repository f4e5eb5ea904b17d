import { choicesOf, countOf, digitsOf, scattered } from './numbering';

describe('digitsOf', () => {
  it('gives every number below the count digits that no other has', () => {
    const bases = [3, 2, 5];
    const written = Array.from({ length: countOf(bases) }, (_, number) => digitsOf(number, bases).join());
    expect(new Set(written).size).toBe(30);
    expect([written[0], written[1], written[3], written[29]]).toEqual(['0,0,0', '1,0,0', '0,1,0', '2,1,4']);
  });
});

describe('choicesOf', () => {
  it('chooses none, one, and so on up to the most', () => {
    expect(choicesOf(['a', 'b', 'c'], 2).map((choice) => choice.join(''))).toEqual(
      expect.arrayContaining(['', 'a', 'b', 'c', 'ab', 'ac', 'bc']),
    );
    expect(choicesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3)).toHaveLength(1 + 10 + 45 + 120);
  });
});

describe('scattered', () => {
  it.each([1, 2, 12, 1_000, 61_600, 492_800])('gives each of %d numbers once', (size) => {
    const at = scattered(size);
    const given = new Set(Array.from({ length: size }, (_, number) => at(number)));
    expect([given.size, Math.max(...[...given].slice(0, 50_000)) < size]).toEqual([size, true]);
  });

  it('spreads a short stretch over all of them', () => {
    const at = scattered(1_000);
    const tenths = new Set(Array.from({ length: 20 }, (_, number) => Math.floor(at(number) / 100)));
    expect(tenths.size).toBe(10);
  });
});
