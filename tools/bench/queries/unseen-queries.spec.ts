import { changes, filters, nextPages, type QuerySpace, searches, sortedFilters } from './query-space';
import { mixed, unseenQueries } from './unseen-queries';

const MADE_AT_MS = Date.parse('2026-08-22T10:00:00Z');
const CURSORS = Array.from({ length: 3_000 }, (_, index) => ({ list: 'sort=ev&order=asc', cursor: `c${index}` }));
const MADE = { key: 'k', cursors: CURSORS, madeAtMs: MADE_AT_MS };

/** The part of a request that says what it asks. */
const queryOf = (request: string): string => /\?(\S+) HTTP/.exec(request)?.[1] ?? '';

describe('unseenQueries', () => {
  // What was asked before may be kept ready: a repetition would measure something else.
  it.each([
    ['api', 400_000],
    ['conventional', 80_000],
  ] as const)('never asks the %s the same twice', (service, count) => {
    const at = unseenQueries({ service, ...MADE });
    expect(new Set(Array.from({ length: count }, (_, number) => at(number))).size).toBe(count);
  });

  it('asks for everything that a list takes, all the time', () => {
    const at = unseenQueries({ service: 'api', ...MADE });
    const queries = Array.from({ length: 40 }, (_, number) => queryOf(at(number)));
    for (const name of ['status', 'chain', 'sort', 'order', 'q', 'updated_since', 'limit', 'cursor']) {
      expect(queries.filter((query) => new URLSearchParams(query).has(name)).length).toBeGreaterThanOrEqual(10);
    }
  });

  it('asks the conventional service for what it knows', () => {
    const at = unseenQueries({ service: 'conventional', ...MADE, cursors: [{ list: 'status=live', cursor: 'c' }] });
    const names = Array.from({ length: 200 }, (_, number) => [...new URLSearchParams(queryOf(at(number))).keys()]);
    expect(new Set(names.flat())).toEqual(new Set(['status', 'chain', 'limit', 'cursor']));
  });

  it('says when there are no more, and asks nothing twice instead', () => {
    const two: QuerySpace = { size: 2, at: String };
    const at = mixed([two, two]);
    expect([at(0), at(1)]).toEqual(['0', '1']);
    expect(() => at(2)).toThrow('no more');
  });
});

describe('the spaces of queries', () => {
  it('have no two queries that ask the same', () => {
    for (const space of [filters(), sortedFilters(), searches(), changes(MADE_AT_MS), nextPages(CURSORS)]) {
      const count = Math.min(space.size, 60_000);
      expect(new Set(Array.from({ length: count }, (_, number) => space.at(number))).size).toBe(count);
    }
  });
});
