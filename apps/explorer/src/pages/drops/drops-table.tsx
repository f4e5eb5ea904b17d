import { renderToString } from 'preact-render-to-string';
import { PART_MARK } from '../page';
import { type DropsState, dropsPath, firstPage } from './drops-state';
import type { DropRow } from './load-drops';
import { nextCell, rowCells } from './row-html';

interface DropsTableProps {
  readonly state: DropsState;
  readonly rows: readonly DropRow[];
}

/** The table of the drops of a page around its {@link tableRows}. Narrow screens show each row as a card. */
export const DropsTable = ({ state, rows }: DropsTableProps) => {
  const sorted = (sort: DropsState['sort']) =>
    state.sort === sort ? (state.order === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined;
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
            {hasNextDate(rows) && <th scope="col">Next date</th>}
          </tr>
        </thead>
        <tbody dangerouslySetInnerHTML={{ __html: PART_MARK }} />
      </table>
    </div>
  );
};

const [ROW, ROW_END] = [Buffer.from('<tr>'), Buffer.from('</tr>')];

/** The rows of the drops of a page, encoded. */
export function tableRows({ state, rows, nowMs }: DropsTableProps & { readonly nowMs: number }): Buffer {
  const hasNext = hasNextDate(rows);
  const chainPath = chainPaths(state);
  const pieces = rows.flatMap((row, at) => {
    const isFirstUnsorted = isUnsorted(row, state) && (at === 0 || !isUnsorted(rows[at - 1] ?? row, state));
    return [
      ...(isFirstUnsorted ? [Buffer.from(unsortedHtml(state, hasNext ? 9 : 8))] : []),
      ROW,
      ...rowCells(row.drop, chainPath(row.drop.chain)),
      ...(hasNext ? [nextCell(row.next, nowMs)] : []),
      ROW_END,
    ];
  });
  return Buffer.concat(pieces);
}

/** Addresses of the same list of one chain. */
function chainPaths(state: DropsState): (chain: string) => string {
  const [list, paths] = [firstPage(state), new Map<string, string>()];
  return (chain) => {
    const path = paths.get(chain) ?? dropsPath({ ...list, chain });
    paths.set(chain, path);
    return path;
  };
}

/** A column without a value says nothing. */
const hasNextDate = (rows: readonly DropRow[]): boolean => rows.some(({ next }) => next !== null);

const unsortedHtml = ({ sort }: DropsState, columns: number): string =>
  renderToString(
    <tr class="unsorted">
      <td colSpan={columns}>{UNSORTED[sort]}</td>
    </tr>,
  );

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
