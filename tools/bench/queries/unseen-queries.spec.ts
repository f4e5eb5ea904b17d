import { nearestToMean } from './queries';
import {
  changes,
  choicesOf,
  digitsOf,
  filters,
  mixed,
  nextPages,
  type QuerySpace,
  scattered,
  searches,
  sortedFilters,
  unseenQueries,
} from './unseen-queries';

const CREATED_AT_MS = Date.parse('2026-08-22T10:00:00Z');
const CURSORS = Array.from({ length: 3_000 }, (_, index) => ({ list: 'sort=ev&order=asc', cursor: `c${index}` }));
const CREATED = { key: 'k', cursors: CURSORS, createdAtMs: CREATED_AT_MS };

/** The query string of a request. */
const queryOf = (request: string): string => /\?(\S+) HTTP/.exec(request)?.[1] ?? '';

describe('unseenQueries', () => {
  // A cache may hold earlier responses: a repetition would measure something else.
  it.each([
    ['api', 400_000],
    ['conventional', 80_000],
  ] as const)('never repeats a request to the %s', (service, count) => {
    const at = unseenQueries({ service, ...CREATED });
    expect(new Set(Array.from({ length: count }, (_, number) => at(number))).size).toBe(count);
  });

  it('uses every parameter of a list all the time', () => {
    const at = unseenQueries({ service: 'api', ...CREATED });
    const queries = Array.from({ length: 40 }, (_, number) => queryOf(at(number)));
    for (const name of ['status', 'chain', 'sort', 'order', 'q', 'updated_since', 'limit', 'cursor']) {
      expect(queries.filter((query) => new URLSearchParams(query).has(name)).length).toBeGreaterThanOrEqual(10);
    }
  });

  it('uses only parameters that the conventional service takes', () => {
    const at = unseenQueries({ service: 'conventional', ...CREATED, cursors: [{ list: 'status=live', cursor: 'c' }] });
    const names = Array.from({ length: 200 }, (_, number) => [...new URLSearchParams(queryOf(at(number))).keys()]);
    expect(new Set(names.flat())).toEqual(new Set(['status', 'chain', 'limit', 'cursor']));
  });

  it('fails when there are no more, instead of a repetition', () => {
    const two: QuerySpace = { size: 2, at: String };
    const at = mixed([two, two]);
    expect([at(0), at(1)]).toEqual(['0', '1']);
    expect(() => at(2)).toThrow('no more');
  });
});

describe('the spaces of queries', () => {
  it('have no two equal queries', () => {
    for (const space of [filters(), sortedFilters(), searches(), changes(CREATED_AT_MS), nextPages(CURSORS)]) {
      const count = Math.min(space.size, 60_000);
      expect(new Set(Array.from({ length: count }, (_, number) => space.at(number))).size).toBe(count);
    }
  });
});

describe('digitsOf', () => {
  it('writes every number below the product of the bases with digits of its own', () => {
    const bases = [3, 2, 5];
    const written = Array.from({ length: 30 }, (_, number) => digitsOf(number, bases).join());
    expect(new Set(written).size).toBe(30);
    expect([written[0], written[1], written[3], written[29]]).toEqual(['0,0,0', '1,0,0', '0,1,0', '2,1,4']);
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

describe('scattered', () => {
  it.each([1, 2, 12, 1_000, 61_600, 492_800])('returns each of %d numbers once', (size) => {
    const at = scattered(size);
    const returned = new Set(Array.from({ length: size }, (_, number) => at(number)));
    expect([returned.size, Math.max(...[...returned].slice(0, 50_000)) < size]).toEqual([size, true]);
  });

  it('spreads a short stretch over all of them', () => {
    const at = scattered(1_000);
    const tenths = new Set(Array.from({ length: 20 }, (_, number) => Math.floor(at(number) / 100)));
    expect(tenths.size).toBe(10);
  });
});

describe('nearestToMean', () => {
  // The bytes of all responses count, so one long response among short ones must weigh.
  it('takes the response of the mean length, not of the median', () => {
    const responses = [1, 1, 1, 40, 100].map((bodyLength) => ({ bodyLength }));
    expect(nearestToMean(responses).bodyLength).toBe(40);
  });
});
