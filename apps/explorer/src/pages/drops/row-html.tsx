import { LRUCache } from 'lru-cache';
import { renderToString } from 'preact-render-to-string';
import { When } from '../../parts/events';
import { Unknown } from '../../parts/figure';
import { Name } from '../../parts/name';
import { Cells, CHAIN_PATH } from './drop-row';
import { type DropsState, dropsPath } from './drops-state';
import type { DropRow } from './load-drops';

/** Drops whose cells are kept, of some 4 KB each with the drop that they show. */
const KEPT_MAX = 500;

/** Encoded cells of a drop, in two pieces around the address of the list of its chain. */
type KeptCells = readonly [before: Buffer, after: Buffer];

/** By the drop as it was received, so that a change of anything in it is another one. */
const kept = new LRUCache<string, KeptCells>({ max: KEPT_MAX });

/**
 * Cells of a drop, which are the same in all lists until the drop or its scores change: a row takes most of the time of a page. The cell of
 * its next date counts the hours, so that it is rendered for each page.
 *
 * @param list - first page of the list, for the link to the same list of one chain.
 */
export function rowCells({ drop, ...row }: DropRow, list: DropsState): readonly Buffer[] {
  const shown = JSON.stringify(drop);
  let cells = kept.get(shown);
  if (cells === undefined) kept.set(shown, (cells = encodedCells({ drop, ...row })));
  const path = dropsPath({ ...list, chain: drop.chain }).replaceAll('&', '&amp;');
  return [cells[0], Buffer.from(path), cells[1]];
}

function encodedCells(row: DropRow): KeptCells {
  const html = renderToString(<Cells row={row} />);
  // A quotation mark of a name is escaped, so that only the address is between two of them.
  const at = html.indexOf(`"${CHAIN_PATH}"`) + 1;
  return [Buffer.from(html.slice(0, at)), Buffer.from(html.slice(at + CHAIN_PATH.length))];
}

/** HTML of the cell of the next date. */
export const nextHtml = ({ next }: DropRow, nowMs: number): string =>
  renderToString(
    <td data-label="Next date">
      {next === null ? (
        <Unknown />
      ) : (
        <>
          <Name text={next.event.title} />
          <span class="detail">
            <When dated={next} nowMs={nowMs} />
          </span>
        </>
      )}
    </td>,
  );
