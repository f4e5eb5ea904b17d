import type { ListedDrop } from '@droptrack/contracts';
import { LRUCache } from 'lru-cache';
import type { ComponentChild } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { perResults } from '../../api/per-results';
import type { DatedEvent } from '../../parts/event-times';
import { When } from '../../parts/events';
import { Unknown } from '../../parts/figure';
import { Name } from '../../parts/name';
import { Cells, CHAIN_PATH } from './drop-row';

/** Drops whose cells are kept, of some 4 KB each with the drop that they show. */
const KEPT_MAX = 500;

/** Encoded cells of a drop, in two pieces around the address of the list of its chain. */
type KeptCells = readonly [before: Buffer, after: Buffer];

/** By the drop as it was received, so that a change of anything in it is another one. */
const kept = new LRUCache<string, KeptCells>({ max: KEPT_MAX });
const cellsOf = perResults(([drop]: readonly [ListedDrop]): KeptCells => {
  const shown = JSON.stringify(drop);
  let cells = kept.get(shown);
  if (cells === undefined) kept.set(shown, (cells = encodedCells(drop)));
  return cells;
});

/**
 * Cells of a drop, which are the same in all lists until the drop or its scores change: a row takes most of the time of a page. The cell of
 * its next date counts the hours, so that it is kept apart, and only as long as the events.
 *
 * @param chainPath - address of the list of its chain.
 */
export function rowCells(drop: ListedDrop, chainPath: string): readonly Buffer[] {
  const [before, after] = cellsOf([drop]);
  return [before, Buffer.from(chainPath.replaceAll('&', '&amp;')), after];
}

function encodedCells(drop: ListedDrop): KeptCells {
  const html = renderToString(<Cells drop={drop} />);
  // A quotation mark of a name is escaped, so that only the address is between two of them.
  const at = html.indexOf(`"${CHAIN_PATH}"`) + 1;
  return [Buffer.from(html.slice(0, at)), Buffer.from(html.slice(at + CHAIN_PATH.length))];
}

/** Encoded cell of the next date. */
export const nextCell = (next: DatedEvent | null, nowMs: number): Buffer =>
  next === null ? NO_NEXT : nextCellOf([next], nowMs);

const nextCellOf = perResults(([next]: readonly [DatedEvent], nowMs: number) =>
  encodedNext(
    <>
      <Name text={next.event.title} />
      <span class="detail">
        <When dated={next} nowMs={nowMs} />
      </span>
    </>,
  ),
);

const encodedNext = (content: ComponentChild): Buffer =>
  Buffer.from(renderToString(<td data-label="Next date">{content}</td>));

const NO_NEXT = encodedNext(<Unknown />);
