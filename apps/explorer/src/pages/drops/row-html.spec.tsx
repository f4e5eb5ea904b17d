import { type DropsState, FIRST_VISIT } from './drops-state';
import type { DropRow } from './load-drops';
import { nextHtml, rowCells } from './row-html';
import { drop } from './testing';

const scored = (...scores: (number | null)[]) => drop({ hype_score: 60, hype_scores_7d: scores });
const rowHtml = (row: DropRow, list: DropsState) => Buffer.concat(rowCells(row, list)).toString();
const row = { drop: scored(50, 60), basis: null, next: null };

describe('the cells of a drop', () => {
  // They are kept, and a page must show those of its own list and data.
  it('are those of the list, the scores and the drop that they are asked for', () => {
    const first = rowHtml(row, FIRST_VISIT);
    expect(rowHtml({ ...row, drop: scored(50, 60) }, FIRST_VISIT)).toBe(first);
    const byName = rowHtml(row, { ...FIRST_VISIT, sort: 'name', q: 'a&"b' });
    expect(byName).toContain('<a class="drop-chain" href="/?q=a%26%22b&amp;chain=linea&amp;sort=name&amp;order=desc">');
    expect(first).toContain('<a class="drop-chain" href="/?chain=linea">');
    expect(rowHtml({ ...row, drop: scored(10, 60) }, FIRST_VISIT)).not.toBe(first);
    expect(first).toContain('in the last 7 days');
    expect(rowHtml({ ...row, drop: drop() }, FIRST_VISIT)).not.toContain('in the last 7 days');
    expect(rowHtml({ ...row, drop: drop({ name: 'Other' }) }, FIRST_VISIT)).toContain('Other');
    expect(rowHtml(row, FIRST_VISIT)).toBe(first);
  });

  it('contain a name as text, also one that looks like their address', () => {
    expect(rowHtml({ ...row, drop: drop({ name: '"#chain"' }) }, FIRST_VISIT)).toContain('"/?chain=linea"');
    expect(rowHtml({ ...row, drop: drop({ name: '<b>&' }) }, FIRST_VISIT)).toContain('&lt;b>&amp;');
  });

  it('state that a next date is unknown', () => {
    expect(nextHtml(row, 0)).toContain('unknown');
  });
});
