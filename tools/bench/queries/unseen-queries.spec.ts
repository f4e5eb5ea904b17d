import { nearestToMean } from './queries';
import { choicesOf, combined, unseenQueries } from './unseen-queries';

const CURSORS = Array.from({ length: 3_000 }, (_, index) => ({ list: 'sort=ev&order=asc', cursor: `c${index}` }));
const CREATED = { key: 'k', cursors: CURSORS, createdAtMs: Date.parse('2026-08-22T10:00:00Z') };

describe('unseenQueries', () => {
  // A cache may hold earlier responses: a repetition would measure something else.
  it('never repeats a request', () => {
    const [at, count] = [unseenQueries(CREATED), 400_000];
    expect(new Set(Array.from({ length: count }, (_, number) => at(number))).size).toBe(count);
  });

  it('uses every parameter of a list all the time', () => {
    const at = unseenQueries(CREATED);
    const queries = Array.from({ length: 40 }, (_, number) => /\?(\S+) HTTP/.exec(at(number))?.[1] ?? '');
    for (const name of ['status', 'chain', 'sort', 'order', 'q', 'updated_since', 'limit', 'cursor']) {
      expect(queries.filter((query) => new URLSearchParams(query).has(name)).length).toBeGreaterThanOrEqual(10);
    }
  });
});

describe('combined', () => {
  const digits = Array.from('0123456789');

  // Sizes with and without common divisors of the step.
  it.each([[[1]], [[2]], [[3, 4]], [[10, 100]], [[28, 44, 50]]])(
    'has every combination of %j once, then fails',
    (sizes) => {
      const at = combined(sizes.map((size, place) => Array.from({ length: size }, (_, n) => `p${place}=${n}`)));
      const count = sizes.reduce((product, size) => product * size, 1);
      expect(new Set(Array.from({ length: count }, (_, number) => at(number))).size).toBe(count);
      expect(() => at(count)).toThrow('no more');
    },
  );

  it('omits empty parts', () => {
    const at = combined([['a', ''], ['b']]);
    expect([at(0), at(1)].toSorted()).toEqual(['a&b', 'b']);
  });

  it('spreads a short stretch over all of them', () => {
    const at = combined([digits, digits, digits]);
    expect(new Set(Array.from({ length: 20 }, (_, number) => at(number).at(-1))).size).toBe(10);
  });
});

describe('choicesOf', () => {
  it('chooses none, one, and so on up to the maximum', () => {
    expect(choicesOf(['a', 'b', 'c'], 2).map((choice) => choice.join(''))).toEqual(
      expect.arrayContaining(['', 'a', 'b', 'c', 'ab', 'ac', 'bc']),
    );
    expect(choicesOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3)).toHaveLength(1 + 10 + 45 + 120);
  });
});

describe('nearestToMean', () => {
  // The bytes of all responses count, so one long response among short ones must weigh.
  it('takes the response of the mean length, not of the median', () => {
    const responses = [1, 1, 1, 40, 100].map((bodyLength) => ({ bodyLength }));
    expect(nearestToMean(responses).bodyLength).toBe(40);
  });
});
