import { gzipSync } from 'node:zlib';
import { partClasses } from './picture-styles';
import { stackedSeries } from './stacked-series';
import { parseXml } from './testing';

const HOUR_MS = 3_600_000;
const size = { widthPx: 400, heightPx: 232, title: 'Hype' };
const parts = [
  { id: 'prior', label: 'Prior' },
  { id: 'tvl_usd', label: 'Value locked' },
];
const fromMs = Date.UTC(2026, 7, 22);
const points = [
  { atMs: fromMs + HOUR_MS, total: 50, parts: { prior: 10, tvl_usd: 40 } },
  { atMs: fromMs + 2 * HOUR_MS, total: null, parts: {} },
  { atMs: fromMs + 3 * HOUR_MS, total: 100, parts: { tvl_usd: 100 } },
];
const picture = stackedSeries({ points, parts }, size);
const pathOf = (className: string): string => new RegExp(`class="${className}" d="([^"]*)"`).exec(picture)?.[1] ?? '?';

describe('stackedSeries', () => {
  it('stacks the parts of a bucket from the bottom, in their order', () => {
    // The plot is 200 px high: 2 px for each point of the score, with a gap above each part.
    expect(pathOf('part prior')).toBe('M90.8 206V186.7');
    expect(pathOf('part part-0')).toBe('M90.8 186V106.7M338.2 206V6.7');
  });

  it('draws nothing in a bucket without a total', () => {
    expect(pathOf('total').match(/M/g)).toHaveLength(2);
  });

  it('has columns of one colour up to their totals without parts', () => {
    const plain = stackedSeries({ points, parts: [] }, size);
    expect(plain).toContain('<path d="M90.8 206V106.7M338.2 206V6.7"/>');
  });

  it('has a column over the full height for each bucket, with its instant and total', () => {
    const columns = parseXml(picture).filter(({ attributes }) => attributes['class'] === 'column');
    expect(columns.map(({ attributes }) => attributes['data-index'])).toEqual(['0', '1', '2']);
    const titles = [...picture.matchAll(/<g class="column"[^>]*><title>([^<]*)</g)].map(([, title]) => title);
    expect(titles).toEqual(['Aug 22, 01:00 UTC: 50', 'Aug 22, 02:00 UTC: no point', 'Aug 22, 03:00 UTC: 100']);
  });

  it('has a column for the time of its bucket, from the end of the one before it', () => {
    const rects = parseXml(picture).filter(({ name }) => name === 'rect');
    expect(rects.map(({ attributes: { x, width } }) => [x, width])).toEqual([
      ['29', '123.7'],
      ['152.7', '123.7'],
      ['276.3', '123.7'],
    ]);
  });

  it.each([
    ['24h', 24, 1, ['12:00', '15:00', '18:00', '21:00', 'Aug 22', '03:00', '06:00', '09:00']],
    ['7d', 28, 6, ['Aug 16', 'Aug 17', 'Aug 18', 'Aug 19', 'Aug 20', 'Aug 21', 'Aug 22']],
    ['30d', 30, 24, ['Jul 26', 'Aug 2', 'Aug 9', 'Aug 16']],
  ])('has full hours, days or weeks as ticks of %s', (_, count, hours, expected) => {
    const endMs = Math.floor(Date.UTC(2026, 7, 22, 10) / (hours * HOUR_MS)) * hours * HOUR_MS;
    const series = Array.from({ length: count }, (_, index) => ({
      atMs: endMs - (count - 1 - index) * hours * HOUR_MS,
      total: 1,
      parts: {},
    }));
    const drawn = stackedSeries({ points: series, parts }, { ...size, widthPx: 720 });
    const labels = [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(labels.filter((text) => !/^\d{1,3}$/.test(text ?? ''))).toEqual(expected);
  });

  it('compresses to less than 4 kB for ten signals and 30 buckets', () => {
    const all = Array.from({ length: 10 }, (_, index) => ({ id: `signal_${index}`, label: '' }));
    const series = Array.from({ length: 30 }, (_, index) => {
      const values = all.map(({ id }, part) => [id, 5 + 4 * Math.sin(index * (part + 1))]);
      return {
        atMs: fromMs + index * 24 * HOUR_MS,
        total: 50,
        parts: Object.fromEntries(values) as Record<string, number>,
      };
    });
    expect(gzipSync(stackedSeries({ points: series, parts: all }, { ...size, widthPx: 720 })).length).toBeLessThan(
      4_000,
    );
  });
});

describe('partClasses', () => {
  it('gives colours in the order of the stack, and none to the prior', () => {
    const eleven = ['prior', ...'abcdefghijk'].map((id) => ({ id }));
    expect(partClasses(eleven).slice(0, 3)).toEqual(['part prior', 'part part-0', 'part part-1']);
    expect(partClasses(eleven).at(-1)).toBe('part part-0');
  });
});
