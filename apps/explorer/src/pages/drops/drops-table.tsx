import { Fragment } from 'preact';
import { type DropsState, firstPage } from './drops-state';
import { nextHtml, rowHtml } from './drop-row';
import type { DropRow } from './load-drops';

interface DropsTableProps {
  readonly state: DropsState;
  readonly rows: readonly DropRow[];
  readonly nowMs: number;
}

/** The drops of a page. Narrow screens show each row as a card. */
export const DropsTable = ({ state, rows, nowMs }: DropsTableProps) => {
  const sorted = (sort: DropsState['sort']) =>
    state.sort === sort ? (state.order === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined;
  // A column without a value says nothing.
  const hasNext = rows.some(({ next }) => next !== null);
  const list = firstPage(state);
  return (
    <div class="scroll" role="region" aria-labelledby="drops-caption" tabIndex={0}>
      <table class="drops">
        <caption id="drops-caption" class="visually-hidden">
          Drops
        </caption>
        <thead>
          <tr>
            <th scope="col">Drop</th>
            <th scope="col">Status</th>
            <th scope="col" class="number" aria-sort={sorted('ev')}>
              Value per wallet
            </th>
            <th scope="col" class="number" aria-sort={sorted('hype')}>
              Hype
            </th>
            <th scope="col" class="number" aria-sort={sorted('legit')}>
              Legitimacy
            </th>
            <th scope="col" class="number">
              Tokens
            </th>
            <th scope="col" aria-sort={sorted('launch')}>
              Launch
            </th>
            <th scope="col">Claim</th>
            {hasNext && <th scope="col">Next date</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Fragment key={row.drop.id}>
              {isUnsorted(row, state) && (at === 0 || !isUnsorted(rows[at - 1] ?? row, state)) && (
                <tr class="unsorted">
                  <td colSpan={hasNext ? 9 : 8}>{UNSORTED[state.sort]}</td>
                </tr>
              )}
              <tr dangerouslySetInnerHTML={{ __html: rowHtml(row, list) + (hasNext ? nextHtml(row, nowMs) : '') }} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Heading of the drops that have no place in the order of a sort. */
const UNSORTED: Readonly<Record<DropsState['sort'], string>> = {
  ev: 'Value not known',
  hype: 'Hype not measured',
  legit: 'Legitimacy not known',
  snapshot: 'Snapshot date not known',
  name: '',
  launch: 'Date of the launch not known',
};

function isUnsorted({ drop }: DropRow, { sort }: DropsState): boolean {
  switch (sort) {
    case 'ev':
      return drop.ev_usd.p50 === null;
    case 'hype':
      return drop.hype_score === null;
    case 'legit':
      return drop.rating.legit === null;
    case 'snapshot':
      return drop.snapshot.date === null;
    case 'launch':
      return drop.launch_at === null;
    case 'name':
      return false;
  }
}
