import type { HypeSeries } from '@droptrack/contracts';
import { nextHtml, rowHtml } from './drop-row';
import { FIRST_VISIT } from './drops-state';
import { drop } from './testing';

const series = (...scores: (number | null)[]): HypeSeries =>
  ({ data: scores.map((score) => ({ score })) }) as unknown as HypeSeries;
const row = { drop: drop({ hype_score: 60 }), series: series(50, 60), basis: null, next: null };

describe('the cells of a drop', () => {
  // They are kept, and a page must show those of its own list and data.
  it('are those of the list, the series and the drop that they are asked for', () => {
    const first = rowHtml(row, FIRST_VISIT);
    expect(rowHtml({ ...row }, FIRST_VISIT)).toBe(first);
    const byName = rowHtml(row, { ...FIRST_VISIT, sort: 'name' });
    expect(byName).toContain('sort=name');
    expect(first).not.toContain('sort=name');
    expect(rowHtml({ ...row, series: series(10, 60) }, FIRST_VISIT)).not.toBe(first);
    expect(rowHtml({ ...row, series: null }, FIRST_VISIT)).not.toContain('in the last 7 days');
    expect(rowHtml({ ...row, drop: drop({ name: 'Other' }) }, FIRST_VISIT)).toContain('Other');
    expect(rowHtml(row, FIRST_VISIT)).toBe(first);
  });

  it('contain a name as text', () => {
    expect(rowHtml({ ...row, drop: drop({ name: '<b>&' }) }, FIRST_VISIT)).toContain('&lt;b>&amp;');
  });

  it('state that a next date is unknown', () => {
    expect(nextHtml(row, 0)).toContain('unknown');
  });
});
