import { numbersOf, plainArray } from './plain-array';

describe('arrays as text', () => {
  it('are what PostgreSQL reads as the same numbers and ids', () => {
    expect(plainArray([1, -2.5, 1e21, null])).toBe('{1,-2.5,1e+21,NULL}');
    expect(plainArray(['wh_0aZ', '9007199254740993'])).toBe('{wh_0aZ,9007199254740993}');
    expect(plainArray([])).toBe('{}');
  });

  // It would be read as two, or as something else.
  it.each(['a b', 'a"b', 'a\\b', '{a', 'a}', 'é', "a'b", 'a\n'])(
    'hold nothing that would have to be quoted: %j',
    (text) => {
      expect(() => plainArray(['wh_1', text])).toThrow(RangeError);
    },
  );

  it('are read as their numbers, one by one', () => {
    expect([numbersOf('{1,22,333}'), numbersOf('{7}'), numbersOf('{}'), numbersOf('')]).toEqual([
      ['1', '22', '333'],
      ['7'],
      [],
      [],
    ]);
  });
});
