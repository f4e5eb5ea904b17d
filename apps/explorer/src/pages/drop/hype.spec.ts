import * as fc from 'fast-check';
import { HYPE_SIGNALS, type HypePoint } from '@droptrack/contracts';
import { renderPage } from '../../testing';
import { dropPage } from './drop-page';
import { calendarOf, exampleDrop, exampleEvent, examplePoint, exampleSeries, gap } from './testing';

const page = (series = exampleSeries(), url = '/drops/linea', ...events: ReturnType<typeof exampleEvent>[]) =>
  renderPage(dropPage, {
    url,
    params: { id: 'linea' },
    responses: {
      'GET /v1/drops/linea': exampleDrop(),
      'GET /v1/drops/linea/hype': series,
      'GET /v1/calendar': calendarOf(...events),
    },
  });

/** Cells of the table of points. */
function pointCells(html: string): string[][] {
  const table = /<table id="hype-points".*?<\/table>/s.exec(html)?.[0] ?? '';
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  );
}

describe('the hype of a drop', () => {
  it('has the same numbers in the table as the API, and no number where there is no point', async () => {
    const [headings, empty, earlier, last] = pointCells((await page()).html);
    expect(headings).toEqual(['Time', 'Score', 'Confidence', ...HYPE_SIGNALS.map((id) => `Name of ${id}`), 'Prior']);
    const none = ['', '', '', '', '', '', '', ''];
    expect(empty).toEqual(['Nov 23, 2026, 00:00 UTC', '', '', '', '', ...none, '']);
    expect(earlier).toEqual(['Nov 23, 2026, 06:00 UTC', '61', '86%', '13.08', '11.55', ...none, '2.25']);
    expect(last).toEqual(['Nov 23, 2026, 12:00 UTC', '65', '86%', '13.08', '11.55', ...none, '3.50']);
  });

  it('has the contributions of any series in the table', async () => {
    const points = fc.double({ min: 0, max: 18, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(points, points), { minLength: 1, maxLength: 5 }), async (values) => {
        const { signals } = examplePoint('');
        const data = values.map(([farcaster, value], hour) =>
          examplePoint(new Date(hour * 3_600_000).toISOString(), {
            signals: {
              farcaster_authors: { ...signals.farcaster_authors, contribution: farcaster },
              tvl_usd: { ...signals.tvl_usd, contribution: value },
            } as typeof signals,
          }),
        );
        const [, ...rows] = pointCells((await page(exampleSeries({ data }))).html);
        expect(rows.map(([, , , ...cells]) => cells.slice(0, 2))).toEqual(
          values.map((pair) => pair.map((contribution) => contribution.toFixed(2))),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('shows the last point with a score in the legend, in the cells that the crosshair replaces', async () => {
    const series = exampleSeries();
    const { html } = await page({ ...series, data: [...series.data, gap('2026-11-23T18:00:00.000Z')] });
    const last = pointCells(html)[3];
    const legend = [...html.matchAll(/data-cell="(\d+)">([^<]*)</g)].map(([, cell, text]) => [Number(cell), text]);
    expect(legend).toEqual(last?.map((text, cell) => [cell, text]));
  });

  it('names the table that the crosshair reads', async () => {
    const { html, view } = await page();
    const [, id] = /data-crosshair="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`<table id="${id}"`);
    expect(html.match(/<g class="column" data-index/g)).toHaveLength(3);
    expect(view.islands).toEqual(['crosshair']);
  });

  it('explains each contribution in words, and marks signals without a reading', async () => {
    const { text } = await page();
    expect(text).toContain('13.08 250 (unique authors / 24 h), on average 231.5, above its usual, counts 72.7 %');
    expect(text).toMatch(/Name of governance_votes – unknown No reading \(units\)\. 10% not applicable/);
    expect(text).toContain('Prior 3.50 14% of the weight has no fresh reading');
  });

  it('says that a window has no point instead of showing an empty plot', async () => {
    const { text, html } = await page(exampleSeries({ data: [gap('2026-11-23T12:00:00.000Z')] }));
    expect(text).toContain('No point was recorded from Nov 22, 2026, 18:00 UTC to Nov 23, 2026, 12:00 UTC.');
    expect(html).not.toContain('data-crosshair');
  });

  it('shows no score of a point that rests on the calendar alone', async () => {
    const calendar = { ...examplePoint('').signals.tvl_usd, status: 'ok' } as NonNullable<
      HypePoint['signals']['tvl_usd']
    >;
    const empty = examplePoint('2026-11-23T12:00:00.000Z', { score: null, signals: { calendar_proximity: calendar } });
    const [, cells] = pointCells((await page(exampleSeries({ data: [empty] }))).html);
    expect(cells?.slice(0, 3)).toEqual(['Nov 23, 2026, 12:00 UTC', '', '86%']);
    const { text, html } = await page(exampleSeries({ data: [empty] }));
    expect(text).toContain('No source has a reading in this window');
    expect(text).toContain('No source has a reading at Nov 23, 2026, 12:00 UTC, by ruleset 2026.3');
    expect(html).not.toContain('data-crosshair');
    const mixed = await page(exampleSeries({ data: [examplePoint('2026-11-23T06:00:00.000Z'), empty] }));
    expect(mixed.html).toContain('data-crosshair');
    expect(mixed.html).toContain('12:00 UTC: no point');
  });

  it('leaves the current state of signals out of a series of the past', async () => {
    const signals = exampleSeries().signals.map((signal) => ({ ...signal, observed_at: '2026-11-23T11:00:00.000Z' }));
    const series = exampleSeries({ signals });
    expect((await page(series)).text).toContain('a-source, Nov 23, 2026, 11:00 UTC');
    const { text } = await page(series, '/drops/linea?to=2026-11-23T12:00:00Z');
    expect(text).not.toContain('11:00 UTC');
    expect(text).not.toContain('not applicable');
  });

  it('links to the series up to each past event', async () => {
    const { html, text } = await page(
      exampleSeries(),
      '/drops/linea',
      exampleEvent({ type: 'tge', title: 'Token launch', starts_at: '2026-09-16T00:00:00.000Z' }),
      exampleEvent({ type: 'snapshot', starts_at: '2026-12-24T00:00:00.000Z' }),
      exampleEvent({ status: 'cancelled' }),
    );
    expect(html).toContain('href="/drops/linea?window=30d&amp;to=2026-09-16T00%3A00%3A00.000Z#hype"');
    expect(text.match(/30 days up to its/g)).toHaveLength(1);
  });

  it('requests the window and the end in the address', async () => {
    const { requests } = await page(exampleSeries(), '/drops/linea?window=24h&to=2026-09-16');
    expect(requests).toContain('GET /v1/drops/linea/hype?window=24h&to=2026-09-16T00%3A00%3A00.000Z');
  });
});
