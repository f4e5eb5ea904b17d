import { DROP_SORTS, DROP_STATUSES, isSampleDropId, SORT_ORDERS } from '@droptrack/contracts';
import * as fc from 'fast-check';
import type { DropBody } from '../revision';
import { compareRows } from './order';
import { dropOrder } from './drop-entry';
import { isShown } from './drop-table';
import { type DropListQuery, listDrops } from './list-drops';
import { archival, dropBody, dropChange, logOf, symbolChange } from './testing';
import { type CatalogueView, emptyView, foldRevisions } from './view';

const CHAINS = ['base', 'linea', 'solana', 'zora'];
/** Few letters, so that searches match, and match differently after a rename. */
const word = fc.stringMatching(/^[abX1]{1,6}$/);

/** Few ids, so that changes of a drop are common; some of sample drops. */
const dropId = fc.stringMatching(/^(sample-)?[ab1]{1,2}$/);

/** Few values, so that ties are common. */
const figure = fc.integer({ min: 0, max: 3 });

const change = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .record({
        id: dropId,
        name: word,
        chain: fc.constantFrom(...CHAINS),
        status: fc.constantFrom(...DROP_STATUSES),
        hype_score: fc.option(fc.integer({ min: 0, max: 5 })),
        rating: fc.record({ reward: fc.constant(null), legit: fc.option(figure), difficulty: fc.constant(null) }),
        ev_usd: fc.record({ p50: fc.option(figure), p10: fc.constant(null), p90: fc.constant(null) }),
        launch_at: fc.option(figure.map((day) => `2026-09-1${day}T00:00:00.000Z`)),
      })
      .map((over: Partial<DropBody>) => dropChange(dropBody(over))),
  },
  { weight: 1, arbitrary: dropId.map((id) => archival('drop', id)) },
  { weight: 2, arbitrary: fc.tuple(dropId, fc.option(word)).map(([id, symbol]) => symbolChange(id, symbol)) },
);
const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }).map((list) => new Set(list)));
const queries: fc.Arbitrary<DropListQuery> = fc.record({
  sort: fc.constantFrom(...DROP_SORTS),
  order: fc.constantFrom(...SORT_ORDERS),
  statuses: some(DROP_STATUSES),
  chains: some([...CHAINS, 'atlantis']),
  sample: fc.option(fc.boolean()),
  q: fc.option(word),
  updatedSinceMs: fc.constant(null),
});

/** Straightforward implementation of the contract of a list. */
function plainly({ drops }: CatalogueView, { sort, order, statuses, chains, sample, q }: DropListQuery): string[] {
  return drops.byId
    .filter(isShown)
    .filter((row) => statuses === null || statuses.has(row.status))
    .filter((row) => chains === null || chains.has(row.chain))
    .filter((row) => sample === null || isSampleDropId(row.id) === sample)
    .filter((row) => {
      const texts = [...row.searchText.split('\n'), drops.symbols.get(row.id) ?? ''];
      return q === null || texts.some((text) => text.includes(q.toLowerCase()));
    })
    .sort((a, b) => compareRows(dropOrder(sort, order), a, b))
    .map(({ id }) => id);
}

/** All pages of a list. */
function walked(view: CatalogueView, query: DropListQuery, limit: number): string[] {
  const ids: string[] = [];
  for (let page = listDrops(view, query, null, limit); ; page = listDrops(view, query, page.next, limit)) {
    ids.push(...page.rows.map(({ id }) => id));
    if (page.next === null) return ids;
  }
}

it('returns drops without a value last in both orders, after those with 0, and by id', () => {
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(['hype', 'hypeScore'] as const, ['ev', 'evP50Usd'] as const, ['legit', 'legit'] as const),
      fc.constantFrom(...SORT_ORDERS),
      fc.integer({ min: 1, max: 7 }),
      (changes, [sort, key], order, limit) => {
        const view = foldRevisions(emptyView, logOf(changes));
        const rows = view.drops.byId.filter(isShown);
        const query = { sort, order, statuses: null, chains: null, sample: null, q: null, updatedSinceMs: null };
        const ids = walked(view, query, limit);
        const valued = rows.filter((row) => row[key] !== null);
        expect(new Set(ids.slice(0, valued.length))).toEqual(new Set(valued.map(({ id }) => id)));
        expect(ids.slice(valued.length)).toEqual(rows.filter((row) => row[key] === null).map(({ id }) => id));
      },
    ),
  );
});

// Pages are read from partitions and a search index, which must not affect the result.
it('returns the rows that pass all filters, in order, after any renames and archivals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
      fc.array(queries, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 7 }),
      (batches, asked, limit) => {
        const log = logOf(batches.flat());
        let view = emptyView;
        for (const { length } of batches) {
          view = foldRevisions(view, log.slice(view.seq, view.seq + length));
          for (const query of asked) expect(walked(view, query, limit)).toEqual(plainly(view, query));
        }
      },
    ),
    { numRuns: 300 },
  );
});
