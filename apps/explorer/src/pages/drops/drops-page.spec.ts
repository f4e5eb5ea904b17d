import type { CalendarEvent, Drop } from '@droptrack/contracts';
import { type RenderedPage, renderPage } from '../../testing';
import { exampleDrop } from '../drop/testing';
import { dropsPage } from './drops-page';

const AS_OF = '2026-11-23T11:59:59.000Z';
const nowMs = Date.parse('2026-11-23T12:00:00.000Z');

const drop = (over: Partial<Drop> = {}) =>
  exampleDrop({
    snapshot: { block: 21_450_000, date: '2026-12-10T00:00:00.000Z' },
    updated_at: '2026-11-23T09:58:41.123Z',
    ...over,
  });
const UNKNOWN_DROP = drop({
  id: 'dim',
  name: 'Dim',
  hype_confidence: 0,
  hype_score: 25,
  hype_delta_7d: 0,
  rating: { reward: null, legit: null, difficulty: null },
  ev_usd: { p50: null, p10: null, p90: null },
  ...{ cost_usd: null, distribution: { method: null, checker: null } },
});

const event = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: `cal_${String(over.title ?? 'claim').padEnd(20, '0')}`,
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-11-26T13:00:00.000Z',
  precision: 'minute',
  status: 'occurred',
  block: null,
  phase: null,
  url: null,
  source: null,
  sequence: 0,
  updated_at: '2026-11-01T00:00:00.000Z',
  ...over,
});

const page = <T>(data: T[], next_cursor: string | null = null) => ({
  data,
  has_more: next_cursor !== null,
  next_cursor,
  as_of: AS_OF,
});
const series = (scores: (number | null)[], delta_7d: number | null) => ({
  delta_7d,
  data: scores.map((score) => ({ t: AS_OF, score })),
});
const rejected = (code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: '', status: 400, code, detail: '' }), { status: 400 });

interface World {
  readonly url?: string;
  readonly drops?: object;
  readonly events?: object;
  readonly responses?: Readonly<Record<string, object>>;
}
const render = ({
  url = '/',
  drops = page([drop()]),
  events = page([]),
  responses = {},
}: World): Promise<RenderedPage> =>
  renderPage(dropsPage, {
    url,
    nowMs,
    responses: {
      'GET /v1/drops': drops,
      'GET /v1/calendar': events,
      'GET /v1/drops/linea/hype': series([60, null, 65], 12),
      'GET /v1/drops/linea/explain': { ev_usd: { basis: 'forecast' } },
      ...responses,
    },
  });

describe('the list of drops', () => {
  it('shows the figures of the API', async () => {
    const { text } = await render({ events: page([event()]) });
    expect(text).toContain('Linea Drops on linea');
    expect(text).toContain('Upcoming forecast $87.04 $7.10 to $1,067');
    expect(text).toContain('65 +12 7d');
    expect(text).toContain('confidence 86% 82 35 $12.50 Claim window closes in 3 days');
  });

  it('shows unknown values as unknown, and a score without readings as not measured', async () => {
    const { text, requests } = await render({ drops: page([UNKNOWN_DROP]) });
    const unknown = '– unknown';
    expect(text).toContain(`Upcoming ${unknown} not measured ${unknown} ${unknown} ${unknown} ${unknown}`);
    expect(text).not.toContain('confidence 0%');
    expect(requests).toHaveLength(2);
  });

  it('shows no change of a history that is shorter than 7 days', async () => {
    const { text } = await render({
      drops: page([drop({ hype_delta_7d: 0 })]),
      responses: { 'GET /v1/drops/linea/hype': series([65], null) },
    });
    expect(text).not.toContain('±0');
  });

  it('keeps a row whose details cannot be loaded', async () => {
    const failed = new Response('', { status: 503 });
    const { text, html } = await render({
      events: failed,
      responses: { 'GET /v1/drops/linea/hype': failed, 'GET /v1/drops/linea/explain': failed },
    });
    expect(text).toContain('Upcoming $87.04 $7.10 to $1,067 65 +12 7d confidence 86%');
    expect(html).not.toContain('class="picture"');
  });

  it('draws the series of each drop, and nothing for a series without a score', async () => {
    const { html } = await render({});
    expect(html).toContain('class="picture"');
    expect(html).toContain('Hype of Linea in the last 7 days');
    const empty = await render({ responses: { 'GET /v1/drops/linea/hype': series([null, null], null) } });
    expect(empty.html).not.toContain('class="picture"');
  });

  it('asks for real drops by value, and for samples on request', async () => {
    expect((await render({})).requests[0]).toBe('GET /v1/drops?sort=ev&order=desc&sample=false&limit=25');
    const { requests } = await render({ url: '/?sample=true&sort=snapshot&q=lin&status=live&chain=base&cursor=abc' });
    expect(requests[0]).toBe(
      'GET /v1/drops?q=lin&status=live&chain=base&sort=snapshot&order=asc&sample=true&limit=25&cursor=abc',
    );
    expect((await render({ url: '/?sample=all' })).requests[0]).not.toContain('sample');
  });

  it('marks samples', async () => {
    const { text } = await render({ drops: page([drop({ id: 'sample-fern', name: 'Fern' })]) });
    expect(text).toContain('Fern Sample');
  });

  it('renders a hostile name as text', async () => {
    const { html } = await render({
      drops: page([drop({ name: '<script>alert(1)</script>\u202egnp' })]),
      events: page([event({ title: '"><img src=x>\u2066' })]),
    });
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  });
});

describe('the first visit', () => {
  const realised = { 'GET /v1/drops/linea/explain': { ev_usd: { basis: 'realised' } } };

  it('names the real drop that paid most, whatever is forecast', async () => {
    const hoped = drop({ id: 'hoped', name: 'Hoped', ev_usd: { p50: 9_000, p10: 1, p90: 90_000 } });
    const forecast = { 'GET /v1/drops/hoped/explain': { ev_usd: { basis: 'forecast' } } };
    const { text } = await render({ drops: page([hoped, drop()]), responses: { ...realised, ...forecast } });
    expect(text).toContain('Paid most per wallet Linea $87.04 Realised by a typical wallet; range $7.10 to $1,067');
  });

  it('claims no payout while none is realised', async () => {
    expect((await render({})).text).toContain('No payout of a real drop is known.');
  });

  it('claims nothing about drops beyond the page, unless their values are unknown', async () => {
    const forecast = { 'GET /v1/drops/linea/explain': { ev_usd: { basis: 'forecast' } } };
    const more = await render({ drops: page([drop()], 'c2'), responses: forecast });
    expect(more.text).toContain('None of the 1 drops with the highest value has paid yet.');
    const unvalued = drop({ id: 'other', ev_usd: { p10: null, p50: null, p90: null } });
    const whole = await render({ drops: page([drop(), unvalued], 'c2'), responses: forecast });
    expect(whole.text).toContain('No payout of a real drop is known.');
  });

  it('names no drop while the basis of a higher value could not be loaded', async () => {
    const other = drop({ id: 'other', name: 'Other', ev_usd: { p50: 9_000, p10: 1, p90: 90_000 } });
    const { text } = await render({ drops: page([other, drop()]), responses: realised });
    expect(text).toContain('Paid most per wallet Not available at the moment.');
  });

  it('shows real windows by their end, and samples only without real ones', async () => {
    const sample = event({
      title: 'Soon',
      drop: 'sample-fern',
      drop_name: 'Fern',
      ends_at: '2026-11-24T12:00:00.000Z',
    });
    const later = event({ title: 'Later', ends_at: '2026-12-23T13:00:00.000Z' });
    const both = await render({ events: page([later, sample, event()]) });
    expect(both.text).toContain('Closes next Linea Claim window : closes in 3 days Linea Later : closes in 30 days');
    const samples = await render({ events: page([sample]) });
    expect(samples.text).toContain(
      'No open window of a real drop has a known end. Samples: Fern Sample Soon : closes in 1 day',
    );
  });

  it('puts a date that is known to the quarter on no day', async () => {
    const tge = { title: 'Token launch', status: 'tentative', precision: 'quarter', ends_at: null } as const;
    const { text } = await render({
      events: page([
        event({ ...tge, starts_at: '2026-10-01T00:00:00.000Z' }),
        event({ ...tge, title: 'Gone', starts_at: '2026-07-01T00:00:00.000Z' }),
      ]),
    });
    expect(text).toContain('Token launch : some time in Q4 2026 , tentative');
    expect(text).not.toContain('Gone');
  });

  it('leaves the highlights out of a filtered list', async () => {
    expect((await render({ url: '/?q=lin' })).text).not.toContain('Paid most');
  });
});

describe('pages of the list', () => {
  it('links the next page with the same filters', async () => {
    const { html } = await render({ url: '/?status=live', drops: page([drop()], 'c2') });
    expect(html).toContain('href="/?status=live&amp;cursor=c2&amp;page=2"');
  });

  it('says which drops of how many a page has, and links the page before it', async () => {
    const all = (n: number) => page(Array.from({ length: n }, (_, i) => drop({ id: `d${i}` })));
    const counted = 'GET /v1/drops?sort=ev&order=desc&sample=false&limit=100';
    const second = { url: '/?cursor=c2&page=2', drops: page([drop()], 'c3'), responses: { [counted]: all(81) } };
    const { html, text } = await render(second);
    expect(text).toContain('Drops 26 to 26 of 81');
    expect(html).toContain('<a href="/" rel="prev">');
    expect(html).toContain('href="/?cursor=c3&amp;page=3&amp;trail=c2"');
    const more = { ...second, url: '/?cursor=c3&page=3&trail=c2', responses: { [counted]: page([drop()], 'c9') } };
    const third = await render(more);
    expect(third.text).toContain('Drops 51 to 51, and more');
    expect(third.html).toContain('<a href="/?cursor=c2&amp;page=2" rel="prev">');
    expect((await render({ url: '/?cursor=c4&page=4' })).text).toContain('Drops 76 to 76 of 76');
    expect((await render({})).text).toContain('1 drop');
  });

  // A drop without a score is neither the highest nor the lowest.
  it.each([
    ['hype', 'Hype not measured'],
    ['ev', 'Value not known'],
  ])('sets drops apart that have no place in the order: %s', async (sort, heading) => {
    const { text } = await render({
      url: `/?sort=${sort}`,
      drops: page([drop(), UNKNOWN_DROP, { ...UNKNOWN_DROP, id: 'x' }]),
    });
    expect(text.split(heading)).toHaveLength(2);
    expect((await render({ url: `/?sort=${sort}` })).text).not.toContain(heading);
  });

  it('shows the first page with a note for a cursor that no longer fits', async () => {
    const { view, text, requests } = await render({
      url: '/?status=live&cursor=old',
      responses: {
        'GET /v1/drops?status=live&sort=ev&order=desc&sample=false&limit=25&cursor=old': rejected('invalid_cursor'),
      },
    });
    expect(view.status ?? 200).toBe(200);
    expect(text).toContain('This is the first page.');
    expect(text).toContain('Linea');
    expect(requests).toContain('GET /v1/drops?status=live&sort=ev&order=desc&sample=false&limit=25');
  });

  it('lists nothing, with a note, if the API rejects a filter', async () => {
    const { text } = await render({
      url: '/?q=x',
      responses: { 'GET /v1/drops?q=x&sort=ev&order=desc&sample=false&limit=25': rejected('invalid_parameter') },
    });
    expect(text).toContain('The API does not accept these filters, so no drop is listed.');
    expect(text).not.toContain('Linea');
  });

  // All drops would look like the result of the filter.
  it('notes each value that was ignored, and lists nothing without a filter', async () => {
    const { text, requests } = await render({ url: '/?status=dead' });
    expect(text).toContain('“status” in the address was ignored: it must be one of upcoming, live, tge.');
    expect(text).toContain('No drop is listed, as a filter cannot be used');
    expect([text.includes('Linea'), requests]).toEqual([false, []]);
    const sorted = (await render({ url: '/?sort=size' })).text;
    expect(sorted).toContain('“sort” in the address was ignored');
    expect(sorted).toContain('Linea');
  });

  it('takes a chain in any case', async () => {
    const { requests } = await render({ url: '/?chain=Arbitrum' });
    expect(requests).toContain('GET /v1/drops?chain=arbitrum&sort=ev&order=desc&sample=false&limit=25');
  });
});

describe('an empty list', () => {
  it('offers to clear the filters', async () => {
    const { text, html } = await render({ url: '/?q=none&sort=hype', drops: page([]) });
    expect(text).toContain('No drop matches');
    expect(html).toContain('<a href="/?sort=hype">Clear the filters</a>');
    expect(html).toContain('<a href="/?q=none&amp;sort=hype&amp;sample=all">search samples too</a>');
  });

  it('names the command that adds drops', async () => {
    const { text, html } = await render({ drops: page([]) });
    expect(text).toContain('droptrack catalogue apply');
    expect(html).toContain('<a href="/?sample=all">look at samples</a>');
  });
});
