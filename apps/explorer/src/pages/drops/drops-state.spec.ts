import { DROP_SORTS, DROP_STATUSES, SORT_ORDERS } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { SAMPLE_FILTERS } from '../filters';
import { type DropsState, FIRST_VISIT, dropsPath, nextPage, parseDropsState, previousPage } from './drops-state';

const parsed = (path: string) => parseDropsState(new URL(path, 'http://explorer.test').searchParams);

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 16 })
  .map((value) => value.trim())
  .filter((value) => value !== '' && [...value].length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(value));
const cursor = fc.stringMatching(/^[\w-]{1,80}$/);
const states: fc.Arbitrary<DropsState> = fc
  .record({
    q: fc.option(text),
    status: fc.option(fc.constantFrom(...DROP_STATUSES)),
    chain: fc.option(fc.constantFrom('arbitrum', 'zk-sync', '0g')),
    sort: fc.constantFrom(...DROP_SORTS),
    order: fc.constantFrom(...SORT_ORDERS),
    samples: fc.constantFrom(...SAMPLE_FILTERS),
    cursor: fc.option(cursor),
    page: fc.integer({ min: 1, max: 99_999 }),
    trail: fc.array(cursor, { maxLength: 12 }),
  })
  .map((state) => (state.cursor === null ? { ...state, page: 1, trail: [] } : state));

describe('state of the list of drops', () => {
  it('survives its address', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(parsed(dropsPath(state))).toEqual({ state, notes: [], isUnfiltered: false });
      }),
    );
  });

  it('is that of a first visit for an address without a query', () => {
    expect(parsed('/')).toEqual({ state: FIRST_VISIT, notes: [], isUnfiltered: false });
    expect(dropsPath(FIRST_VISIT)).toBe('/');
  });

  it('treats the empty fields of a form as absent', () => {
    expect(parsed('/?q=&status=&chain=&sample=&sort=&order=&cursor=')).toEqual({
      state: FIRST_VISIT,
      notes: [],
      isUnfiltered: false,
    });
  });

  it.each([
    ['status=dead', 'one of upcoming, live, tge'],
    ['sort=price', 'one of hype, ev, snapshot, legit, name'],
    ['order=up', 'one of asc, desc'],
    ['sample=maybe', 'one of false, all, true'],
    ['chain=%00', 'the short name of a chain'],
    ['chain=Not%20a%20slug', 'the short name of a chain'],
    ['q=%00', 'text of at most 64 characters'],
    [`q=${'x'.repeat(10_000)}`, 'text of at most 64 characters'],
    ['page=0', 'the number of a page'],
    ['trail=%3Cscript%3E', 'the positions of pages'],
    ['cursor=%3Cscript%3E', 'the position of a page'],
    [`cursor=${'x'.repeat(10_000)}`, 'the position of a page'],
  ])('ignores %s with a note', (query, note) => {
    const { state, notes } = parsed(`/?${query}`);
    expect(state).toEqual(FIRST_VISIT);
    expect(notes).toEqual([expect.stringContaining(note)]);
  });

  it('leads back through the pages that a visitor has gone through', () => {
    const cursors = Array.from({ length: 30 }, (_, n) => `c${n}`);
    const pages = cursors.reduce<DropsState[]>((all, cursor) => [...all, nextPage(all.at(-1)!, cursor)], [FIRST_VISIT]);
    for (const page of pages) expect(parsed(dropsPath(page)).state).toEqual(page);
    const back = (state: DropsState) => previousPage(parsed(dropsPath(state)).state)?.cursor;
    expect(pages.slice(1, 14).map(back)).toEqual([null, ...cursors.slice(0, 12)]);
    expect(pages.slice(1).map(({ page }) => page)).toEqual(cursors.map((_, n) => n + 2));
    // Addresses stay short: after many pages, only the last ones can be gone back to.
    let state: DropsState | null = pages.at(-1)!;
    for (let n = 0; n < 12; n++) state = previousPage(state!);
    expect([state!.page, previousPage(state!)]).toEqual([19, null]);
    expect(previousPage(FIRST_VISIT)).toBeNull();
  });

  it('is defined for any query', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('q', 'status', 'chain', 'cursor'), fc.string())), (members) => {
        const { state } = parseDropsState(new URLSearchParams(members));
        expect(parsed(dropsPath(state)).state).toEqual(state);
      }),
    );
  });
});
