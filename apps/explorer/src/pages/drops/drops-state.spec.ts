import { DROP_SORTS, DROP_STATUSES, SORT_ORDERS } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { SAMPLE_FILTERS } from '../filters';
import { type DropsState, FIRST_VISIT, dropsPath, parseDropsState } from './drops-state';

const parsed = (path: string) => parseDropsState(new URL(path, 'http://explorer.test').searchParams);

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 16 })
  .map((value) => value.trim())
  .filter((value) => value !== '' && [...value].length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(value));
const states: fc.Arbitrary<DropsState> = fc.record({
  q: fc.option(text),
  status: fc.option(fc.constantFrom(...DROP_STATUSES)),
  chain: fc.option(fc.constantFrom('arbitrum', 'zk-sync', '0g')),
  sort: fc.constantFrom(...DROP_SORTS),
  order: fc.constantFrom(...SORT_ORDERS),
  samples: fc.constantFrom(...SAMPLE_FILTERS),
  cursor: fc.option(fc.stringMatching(/^[\w-]{1,80}$/)),
});

describe('state of the list of drops', () => {
  it('survives its address', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(parsed(dropsPath(state))).toEqual({ state, notes: [] });
      }),
    );
  });

  it('is that of a first visit for an address without a query', () => {
    expect(parsed('/')).toEqual({ state: FIRST_VISIT, notes: [] });
    expect(dropsPath(FIRST_VISIT)).toBe('/');
  });

  it('treats the empty fields of a form as absent', () => {
    expect(parsed('/?q=&status=&chain=&sample=&sort=&order=&cursor=')).toEqual({ state: FIRST_VISIT, notes: [] });
  });

  it.each([
    ['status=dead', 'one of upcoming, live, tge'],
    ['sort=price', 'one of hype, ev, snapshot, legit'],
    ['order=up', 'one of asc, desc'],
    ['sample=maybe', 'one of false, all, true'],
    ['chain=%00', 'the short name of a chain'],
    ['chain=Not%20a%20slug', 'the short name of a chain'],
    ['q=%00', 'text of at most 64 characters'],
    [`q=${'x'.repeat(10_000)}`, 'text of at most 64 characters'],
    ['cursor=%3Cscript%3E', 'the position of a page'],
    [`cursor=${'x'.repeat(10_000)}`, 'the position of a page'],
  ])('ignores %s with a note', (query, note) => {
    const { state, notes } = parsed(`/?${query}`);
    expect(state).toEqual(FIRST_VISIT);
    expect(notes).toEqual([expect.stringContaining(note)]);
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
