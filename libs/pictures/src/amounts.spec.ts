import { histogram } from './histogram';
import { amountText, logAxis } from './log-axis';
import { rangeBar } from './range-bar';
import { parseXml } from './testing';

const size = { widthPx: 324, heightPx: 100, title: 'Amounts' };
const area = { left: 0, right: 336, top: 0, bottom: 50 };
const rectsOf = (picture: string) =>
  parseXml(picture)
    .filter(({ name }) => name === 'rect')
    .map(({ attributes }) => ({
      x: Number(attributes['x']),
      width: Number(attributes['width']),
      height: Number(attributes['height']),
    }));
const ticksOf = (amounts: readonly number[]) => logAxis(amounts, area, 324, amountText).ticks.map(({ text }) => text);

describe('logAxis', () => {
  it.each([
    [
      [7.1, 87.04, 1_066.67],
      ['10', '100', '1K'],
    ],
    [
      [80, 95],
      ['20', '50', '100', '200'],
    ],
    [[50], ['20', '50', '100']],
    [
      [0, 0],
      ['0', '1', '2', '5', '10'],
    ],
    [
      [0, 12, 300],
      ['0', '10', '20', '50', '100', '200', '500'],
    ],
    [
      [0.004, 4e9],
      ['0.01', '1', '100', '10K', '1M', '100M'],
    ],
  ])('of %j has the ticks %j', (amounts, ticks) => {
    expect(ticksOf(amounts)).toEqual(ticks);
  });

  it('grows by the same distance for each power of ten', () => {
    const { at } = logAxis([1, 1_000], area, 324, amountText);
    expect([at(1), at(10), at(100), at(1_000)].map(Math.round)).toEqual([0, 112, 224, 336]);
  });

  it('has a place for zero apart from the least positive amount', () => {
    const { at } = logAxis([0, 1, 10], area, 324, amountText);
    expect([at(0), at(1)]).toEqual([0, 36]);
  });
});

describe('rangeBar', () => {
  it('reaches from p10 to p90, with a mark at p50', () => {
    const picture = rangeBar({ p10: 10, p50: 100, p90: 1_000 }, size);
    expect(rectsOf(picture)).toEqual([{ x: 12, width: 300, height: 50 }]);
    expect(picture).toContain('<path class="mark" d="M162 15v56"/>');
  });

  it('is visible if all quantiles are equal, or zero', () => {
    for (const amount of [0, 50]) {
      const [bar] = rectsOf(rangeBar({ p10: amount, p50: amount, p90: amount }, size));
      expect(bar?.width).toBeGreaterThan(0);
    }
  });

  it('names the quantiles that are far enough apart', () => {
    const namesOf = (p10: number) => rangeBar({ p10, p50: 100, p90: 1_000 }, size).match(/p\d0(?=<)/g);
    expect(namesOf(10)).toEqual(['p10', 'p50', 'p90']);
    expect(namesOf(95)).toEqual(['p50', 'p90']);
  });
});

describe('histogram', () => {
  const options = { ...size, unit: 'LINEA' };

  it('has bins whose areas are their shares', () => {
    const bins = [
      { from: 1, to: 10, share: 0.2 },
      { from: 10, to: 1_000, share: 0.8 },
    ];
    const [wide, narrow] = rectsOf(histogram(bins, options));
    expect(wide?.width).toBe(2 * (narrow?.width ?? 0));
    expect(((wide?.width ?? 0) * (wide?.height ?? 0)) / ((narrow?.width ?? 0) * (narrow?.height ?? 0))).toBeCloseTo(4);
  });

  it('draws bins of one amount as one bin', () => {
    const bins = [
      { from: 100, to: 100, share: 0.1 },
      { from: 100, to: 100, share: 0.3 },
      { from: 100, to: 900, share: 0.6 },
    ];
    expect(histogram(bins, options).match(/(?<=<g class="bin"><title>)[^<]*/g)).toEqual([
      '100 to 900 LINEA: 60%',
      '100 LINEA: 40%',
    ]);
  });

  it('has no bars and no ticks without bins', () => {
    expect(histogram([], options).match(/<rect|<text/g)).toEqual(['<text']);
  });
});
