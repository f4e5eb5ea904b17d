import { DEFAULT_SORT_ORDER, DROP_SORTS, DROP_STATUSES, type DropSort, SEARCH_LENGTH } from '@droptrack/contracts';
import { ChainField, SamplesField } from '../filters';
import { type DropsState, FIRST_VISIT, dropsPath, firstPage } from './drops-state';

const STATUS_NAMES = { upcoming: 'Upcoming', live: 'Live', tge: 'Past token generation' } as const;
const SORT_NAMES: Readonly<Record<DropSort, string>> = {
  ev: 'Value per wallet',
  hype: 'Hype',
  legit: 'Legitimacy',
  snapshot: 'Snapshot date',
  launch: 'Launch',
  name: 'Name',
};
const ORDER_NAMES = {
  ev: { desc: 'highest first', asc: 'lowest first' },
  hype: { desc: 'highest first', asc: 'lowest first' },
  legit: { desc: 'highest first', asc: 'lowest first' },
  snapshot: { desc: 'latest first', asc: 'earliest first' },
  launch: { desc: 'latest first', asc: 'earliest first' },
  name: { desc: 'Z to A', asc: 'A to Z' },
} as const;

interface DropsFiltersProps {
  readonly state: DropsState;
  /** Chains to suggest. */
  readonly chains: readonly string[];
}

/** Search and filters as a form, which keeps the sort. */
export const DropsFilters = ({ state, chains }: DropsFiltersProps) => (
  <form class="filters" method="get" action="/" role="search" aria-label="Drops">
    <label>
      Name or symbol
      <input type="search" name="q" value={state.q ?? ''} maxLength={SEARCH_LENGTH.max} />
    </label>
    <ChainField chain={state.chain} chains={chains} />
    <label>
      Status
      <select name="status">
        <option value="">All</option>
        {DROP_STATUSES.map((status) => (
          <option key={status} value={status} selected={state.status === status}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </select>
    </label>
    <SamplesField samples={state.samples} byDefault={FIRST_VISIT.samples} />
    {state.sort !== FIRST_VISIT.sort && <input type="hidden" name="sort" value={state.sort} />}
    {state.order !== DEFAULT_SORT_ORDER[state.sort] && <input type="hidden" name="order" value={state.order} />}
    <button type="submit">Show</button>
  </form>
);

/** Links that sort the list; that of the current sort turns its direction. */
export const SortLinks = ({ state }: { readonly state: DropsState }) => (
  <nav class="sorts" aria-label="Sort">
    Sort by
    <ul>
      {[...DROP_SORTS].sort(byColumn).map((sort) => {
        const isCurrent = state.sort === sort;
        const order = isCurrent ? (state.order === 'asc' ? 'desc' : 'asc') : DEFAULT_SORT_ORDER[sort];
        return (
          <li key={sort}>
            <a
              href={dropsPath({ ...firstPage(state), sort, order })}
              aria-current={isCurrent ? 'true' : undefined}
              title={`${SORT_NAMES[sort]}, ${ORDER_NAMES[sort][order]}`}
            >
              {SORT_NAMES[sort]}
            </a>
            {isCurrent && <span class="muted"> {ORDER_NAMES[sort][state.order]}</span>}
          </li>
        );
      })}
    </ul>
  </nav>
);

const COLUMNS = Object.keys(SORT_NAMES);
const byColumn = (a: DropSort, b: DropSort): number => COLUMNS.indexOf(a) - COLUMNS.indexOf(b);
