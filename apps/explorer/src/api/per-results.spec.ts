import { perResults } from './per-results';

describe('perResults', () => {
  it('keeps a value for the same results, and makes it again for others', () => {
    let made = 0;
    const value = perResults(([a, b]: readonly [string[], string[] | null], nowMs: number) => {
      made += 1;
      return `${a.join('')} ${b?.join('') ?? 'none'} at ${nowMs}`;
    });
    const [first, second] = [['a'], ['b']];
    expect(value([first, second], 1)).toBe('a b at 1');
    expect(value([first, second], 2)).toBe('a b at 1');
    expect(made).toBe(1);
    expect(value([first, null], 3)).toBe('a none at 3');
    expect(value([['a'], second], 4)).toBe('a b at 4');
    expect(value([first, [...second]], 5)).toBe('a b at 5');
    expect(made).toBe(4);
  });
});
