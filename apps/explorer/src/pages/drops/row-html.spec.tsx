import { type ListedDrop } from '@droptrack/contracts';
import { type DropsState, FIRST_VISIT } from './drops-state';
import { tableRows } from './drops-table';
import { nextCell } from './row-html';
import { drop, event } from './testing';

const scored = (...scores: (number | null)[]) => drop({ hype_score: 60, hype_scores_7d: scores });
const rowHtml = (shown: ListedDrop, list: DropsState) =>
  tableRows({ state: list, rows: [{ drop: shown, next: null }], nowMs: 0 }).toString();

describe('the cells of a drop', () => {
  // They are kept, and a page must show those of its own list and data.
  it('are those of the list, the scores and the drop that they are asked for', () => {
    const known = scored(50, 60);
    const first = rowHtml(known, FIRST_VISIT);
    expect(rowHtml(scored(50, 60), FIRST_VISIT)).toBe(first);
    const byName = rowHtml(known, { ...FIRST_VISIT, sort: 'name', q: 'a&"b' });
    expect(byName).toContain('<a class="drop-chain" href="/?q=a%26%22b&amp;chain=linea&amp;sort=name&amp;order=desc">');
    expect(first).toContain('<a class="drop-chain" href="/?chain=linea">');
    expect(rowHtml(scored(10, 60), FIRST_VISIT)).not.toBe(first);
    expect(first).toContain('in the last 7 days');
    expect(rowHtml(drop(), FIRST_VISIT)).not.toContain('in the last 7 days');
    expect(rowHtml(drop({ name: 'Other' }), FIRST_VISIT)).toContain('Other');
    expect(rowHtml(known, FIRST_VISIT)).toBe(first);
  });

  it('contain a name as text, also one that looks like their address', () => {
    expect(rowHtml(drop({ name: '"#chain"' }), FIRST_VISIT)).toContain('"/?chain=linea"');
    expect(rowHtml(drop({ name: '<b>&' }), FIRST_VISIT)).toContain('&lt;b>&amp;');
  });

  it('state the next date, or that it is unknown', () => {
    expect(nextCell(null, 0).toString()).toContain('unknown');
    const next = { event: event({ title: 'Claim <b>' }), part: 'end', atMs: 0 } as const;
    const nowMs = Date.parse('2026-11-23T13:00:00.000Z');
    expect(nextCell(next, nowMs).toString()).toContain('Claim &lt;b>');
    expect(nextCell(next, nowMs).toString()).toContain('closes <time datetime="2026-11-26T13:00:00.000Z"');
  });
});
