import { nullIfFailed } from '../../api/null-if-failed';
import { formatInteger } from '../../parts/format';
import { Notice } from '../../parts/marks';
import { type Page, PART_MARK } from '../page';
import { DropsFilters, SortLinks } from './drops-filters';
import {
  type DropsState,
  FIRST_VISIT,
  dropsPath,
  firstPage,
  isFiltered,
  nextPage,
  parseDropsState,
  previousPage,
} from './drops-state';
import { DropsTable, tableRows } from './drops-table';
import { highlightsPart } from './highlights';
import { Legend } from './legend';
import { loadOpenWindows } from './load-open-windows';
import { loadDrops, NOTHING_LOADED, PAGE_DROPS } from './load-drops';

/** The list of drops. */
export const dropsPage: Page = async ({ query, nowMs }, session) => {
  const { state: requested, notes, isUnfiltered } = parseDropsState(query);
  const isFirstVisit = dropsPath(requested) === dropsPath(FIRST_VISIT);
  const [loaded, openWindows] = await Promise.all([
    isUnfiltered ? { state: requested, ...NOTHING_LOADED } : loadDrops(session, requested, nowMs),
    isFirstVisit && !isUnfiltered ? nullIfFailed(loadOpenWindows(session, nowMs)) : null,
  ]);
  const { state, page, rows, events } = loaded;
  const nextCursor = page.next_cursor;
  const hasHighlights = isFirstVisit && rows.length > 0;
  return {
    title: 'Drops',
    parts: [
      ...(hasHighlights ? [highlightsPart([page, openWindows, events], nowMs)] : []),
      ...(rows.length > 0 ? [tableRows({ state, rows, nowMs })] : []),
    ],
    description:
      'Token distributions of crypto projects: the payout per wallet, the attention, the trust and the dates, each with its reason.',
    content: (
      <>
        <h1>Drops</h1>
        <p class="lead">
          Token distributions of crypto projects: the payout per wallet, the attention, the trust and the dates, each
          with its reason.
        </p>
        {[...notes, ...loaded.notes].map((note) => (
          <p class="notice" role="status" key={note}>
            {note}
          </p>
        ))}
        {hasHighlights && <div class="highlights" dangerouslySetInnerHTML={{ __html: PART_MARK }} />}
        <DropsFilters state={state} chains={[...new Set(rows.map(({ drop }) => drop.chain))].sort()} />
        {rows.length === 0 ? (
          <Empty state={state} isUnfiltered={isUnfiltered} />
        ) : (
          <Results state={state} rows={rows} />
        )}
        <Pages state={state} rows={rows.length} nextCursor={nextCursor} total={loaded.total} />
      </>
    ),
  };
};

const Results = ({ state, ...table }: Parameters<typeof DropsTable>[0]) => (
  <>
    <div class="list-head">
      <SortLinks state={state} />
      {state.samples === 'hidden' ? (
        <a href={dropsPath({ ...firstPage(state), samples: 'all' })}>Also show samples</a>
      ) : (
        <a href={dropsPath({ ...firstPage(state), samples: 'hidden' })}>Hide samples</a>
      )}
    </div>
    <DropsTable state={state} {...table} />
    <Legend />
  </>
);

const Empty = ({ state, isUnfiltered }: { readonly state: DropsState; readonly isUnfiltered: boolean }) =>
  isUnfiltered || isFiltered(state) || state.cursor !== null ? (
    <Notice title={isUnfiltered ? 'No drop is listed, as a filter cannot be used' : 'No drop matches'}>
      <p>
        <a href={dropsPath({ ...FIRST_VISIT, sort: state.sort, order: state.order })}>Clear the filters</a>
        {state.samples === 'hidden' && (
          <>
            , or <a href={dropsPath({ ...firstPage(state), samples: 'all' })}>search samples too</a>
          </>
        )}
        .
      </p>
    </Notice>
  ) : (
    <Notice title={state.samples === 'hidden' ? 'The catalogue has no real drops' : 'The catalogue has no such drops'}>
      <p>
        Add drops as YAML files with <code>droptrack catalogue apply</code>
        {state.samples === 'hidden' && (
          <>
            , or <a href={dropsPath({ ...firstPage(state), samples: 'all' })}>look at samples</a>
          </>
        )}
        .
      </p>
    </Notice>
  );

interface PagesProps {
  readonly state: DropsState;
  readonly rows: number;
  readonly nextCursor: string | null;
  /** Number of drops on all pages; null while unknown. */
  readonly total: number | null;
}

/** Which drops of how many these are, and the way to the others. */
const Pages = ({ state, rows, nextCursor, total }: PagesProps) => {
  const previous = previousPage(state);
  const before = (state.page - 1) * PAGE_DROPS;
  const all = nextCursor === null ? before + rows : total;
  return (
    <nav class="pages" aria-label="Pages">
      {rows > 0 && (
        <span class="muted">
          {state.cursor === null && nextCursor === null
            ? `${formatInteger(rows)} ${rows === 1 ? 'drop' : 'drops'}`
            : `Drops ${formatInteger(before + 1)} to ${formatInteger(before + rows)}${all === null ? ', and more' : ` of ${formatInteger(all)}`}`}
        </span>
      )}
      {state.cursor !== null && <a href={dropsPath(firstPage(state))}>First page</a>}
      {previous !== null && (
        <a href={dropsPath(previous)} rel="prev">
          Previous page
        </a>
      )}
      {nextCursor !== null && (
        <a href={dropsPath(nextPage(state, nextCursor))} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
};
