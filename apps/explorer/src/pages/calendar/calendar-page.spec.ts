import type { CalendarEvent } from '@droptrack/contracts';
import { type RenderedPage, renderPage } from '../../testing';
import { calendarPage } from './calendar-page';

const nowMs = Date.parse('2026-11-23T12:00:00.000Z');

let count = 0;
const event = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: `cal_${String(count++).padStart(20, '0')}`,
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'tge',
  title: 'Token launch',
  starts_at: '2026-12-10T10:00:00.000Z',
  ends_at: null,
  precision: 'minute',
  status: 'confirmed',
  block: null,
  phase: null,
  url: null,
  source: null,
  sequence: 0,
  updated_at: '2026-11-01T00:00:00.000Z',
  ...over,
});
const window = (over: Partial<CalendarEvent> = {}): CalendarEvent =>
  event({
    type: 'claim',
    title: 'Claim window',
    starts_at: '2026-11-01T09:00:00.000Z',
    ends_at: '2026-12-05T00:00:00.000Z',
    status: 'occurred',
    ...over,
  });
const page = (data: readonly CalendarEvent[], next_cursor: string | null = null) => ({
  data,
  has_more: next_cursor !== null,
  next_cursor,
  as_of: '2026-11-23T11:59:59.000Z',
});
const render = (
  events: readonly CalendarEvent[],
  url = '/calendar',
  responses: Readonly<Record<string, object>> = {},
): Promise<RenderedPage> =>
  renderPage(calendarPage, { url, nowMs, responses: { 'GET /v1/calendar': page(events), ...responses } });

/** Cell of a day in the table of a month. */
const cell = (html: string, day: string): string =>
  (html.split(`<time datetime="${day}">`)[1] ?? '')
    .split('</td>')[0]
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ') ?? '';

describe('the agenda', () => {
  it('asks for the quarter and later, with the filters of the address', async () => {
    expect((await render([])).requests).toEqual(['GET /v1/calendar?from=2026-10-01&include=ongoing&limit=100']);
    const { requests } = await render([], '/calendar?month=2026-11&type=claim&chain=base&drop=linea');
    expect(requests).toEqual([
      'GET /v1/calendar?from=2026-09-30&to=2026-11-30&type=claim&chain=base&drop=linea&include=ongoing&limit=100',
    ]);
  });

  it('lists open windows by their end', async () => {
    const { text } = await render([window({ title: 'Later', ends_at: '2027-01-05T00:00:00.000Z' }), window()]);
    expect(text).toMatch(
      /Open, with a known end Linea Claim window closes in 11 days open .* Linea Later closes in 1 month open/,
    );
    expect(text).toContain('Nov 1, 2026, 09:00 UTC until Dec 5, 2026, 00:00 UTC');
  });

  it('groups events by day with the instant as precise as it is known', async () => {
    const { text } = await render([
      event(),
      event({ title: 'Snapshot', type: 'snapshot', precision: 'day', starts_at: '2026-12-09T00:00:00.000Z' }),
    ]);
    expect(text).toContain('Wednesday, December 9, 2026 Linea Snapshot confirmed Linea');
    expect(text).toContain('Thursday, December 10, 2026 Linea Token launch');
    expect(text).toContain('Dec 10, 2026, 10:00 UTC');
    expect(text).not.toContain('00:00');
  });

  it.each([
    ['week', '2026-12-14', 'week of Dec 14, 2026'],
    ['month', '2026-12-01', 'some time in December 2026'],
    ['quarter', '2027-01-01', 'some time in Q1 2027'],
    ['year', '2027-01-01', 'some time in 2027'],
  ] as const)('puts an event that is known to the %s on no day', async (precision, day, words) => {
    const { text, html } = await render([event({ precision, starts_at: `${day}T00:00:00.000Z`, status: 'tentative' })]);
    expect(text).toContain(`${words} Linea Token launch tentative`);
    expect(html).not.toContain('day, ');
    expect(html).not.toContain('00:00');
  });

  it('keeps an event whose period has begun, and leaves out what is over', async () => {
    const { text } = await render([
      event({ title: 'Begun', precision: 'quarter', starts_at: '2026-10-01T00:00:00.000Z', status: 'tentative' }),
      event({ title: 'Over', precision: 'month', starts_at: '2026-10-01T00:00:00.000Z', status: 'tentative' }),
      event({ title: 'Done', starts_at: '2026-11-22T10:00:00.000Z', status: 'occurred' }),
    ]);
    expect(text).toContain('some time in Q4 2026 Linea Begun');
    expect(text).not.toMatch(/Over|Done/);
  });

  it('shows each status in a word', async () => {
    const statuses = ['tentative', 'confirmed', 'occurred', 'cancelled'] as const;
    const { text } = await render(
      statuses.map((status) => event({ status, title: `T-${status}`, starts_at: '2026-11-23T01:00:00.000Z' })),
    );
    expect(text).toContain('Monday, November 23, 2026 (today)');
    for (const status of statuses) expect(text).toContain(`T-${status} ${status}`);
  });

  it('separates windows of an earlier month, closed by now or not', async () => {
    const events = [window(), window({ title: 'Old', ends_at: '2026-11-10T00:00:00.000Z' })];
    const { text } = await render(events, '/calendar?month=2026-11');
    expect(text).toContain('Sunday, November 1, 2026 Linea Claim window open');
    const earlier = events.map((each) => ({ ...each, starts_at: '2026-10-20T09:00:00.000Z' }));
    const { text: open } = await render(earlier, '/calendar?month=2026-11');
    expect(open).toMatch(/Open since an earlier month Linea Old closed 13 days ago closed .* closes in 11 days open/);
  });
});

describe('the table of a month', () => {
  it('marks the start and the last day of a window, and today', async () => {
    const { html, text } = await render([window(), event()], '/calendar?view=month&month=2026-12');
    expect(text).toContain('Calendar, December 2026');
    // The day of the instant that the agenda names: a month must not say the 4th where the agenda says the 5th.
    expect(cell(html, '2026-12-05')).toContain('Linea Claim window closes at 00:00');
    expect(cell(html, '2026-12-04')).not.toContain('Linea');
    const last = window({ ends_at: '2027-01-01T00:00:00.000Z' });
    const january = await render([last], '/calendar?view=month&month=2027-01');
    expect(cell(january.html, '2027-01-01')).toContain('Linea Claim window closes at 00:00');
    expect(cell(html, '2026-12-10')).toContain('Linea Token launch');
    const now = await render([window()], '/calendar?view=month');
    expect(cell(now.html, '2026-11-01')).toContain('Linea Claim window opens');
    expect(cell(now.html, '2026-11-23')).toContain('23 today');
    expect(now.html).toContain('aria-current="date"');
  });

  it('lists events without a known day below the days', async () => {
    const month = event({ precision: 'month', starts_at: '2026-12-01T00:00:00.000Z', status: 'tentative' });
    const { html, text } = await render([month], '/calendar?view=month&month=2026-12');
    expect(cell(html, '2026-12-01')).not.toContain('Linea');
    expect(text).toContain('On no known day Linea Token launch tentative');
    expect(text).toContain('some time in December 2026');
  });

  it('names the status of an event that is not certain', async () => {
    const { html } = await render([event({ status: 'cancelled' })], '/calendar?view=month&month=2026-12');
    expect(cell(html, '2026-12-10')).toContain('Token launch , cancelled');
  });

  it('links the months before and after with the same filters', async () => {
    const { html } = await render([], '/calendar?view=month&month=2026-12&type=claim');
    expect(html).toContain('href="/calendar?view=month&amp;month=2026-11&amp;type=claim"');
    expect(html).toContain('href="/calendar?view=month&amp;month=2027-01&amp;type=claim"');
  });
});

describe('any calendar', () => {
  const sample = event({ drop: 'sample-fern', drop_name: 'Fern' });

  it('hides samples with their number, as the list of drops does, and marks them on request', async () => {
    expect((await render([sample], '/calendar?sample=all')).text).toContain('Fern Sample Token launch');
    const { text, html } = await render([sample, event()]);
    expect(text).not.toContain('Fern');
    expect(text).toContain('1 event of samples hidden. Show all');
    expect(html).toContain('<a href="/calendar?sample=all">Show all</a>');
  });

  it('reads further pages up to 400 events, and says that there are more', async () => {
    const many = Array.from({ length: 100 }, () => event());
    const path = 'GET /v1/calendar?from=2026-10-01&include=ongoing&limit=100';
    const all = await render(many, '/calendar', { [path]: page(many, 'c1') });
    expect(all.requests).toEqual([path, `${path}&cursor=c1`]);
    expect(all.text).not.toContain('The API has more');
    const { text, requests } = await render([], '/calendar', {
      'GET /v1/calendar': page(many, 'more'),
      [path]: page(many, 'c1'),
      [`${path}&cursor=c1`]: page(many, 'c2'),
      [`${path}&cursor=c2`]: page(many, 'c3'),
    });
    expect(requests).toHaveLength(4);
    expect(text).toContain('These are the first 400 events. The API has more.');
  });

  it('renders hostile names and links as text', async () => {
    const { html } = await render([
      event({ drop_name: '<script>\u202e', title: '"><img src=x>', url: 'javascript:alert(1)' }),
      event({ url: 'https://claims.example/a?b' }),
    ]);
    expect(html).not.toMatch(/<script>|<img|href="javascript|[\u202a-\u202e\u2066-\u2069]/u);
    expect(html).toContain('<a href="https://claims.example/a?b" rel="noopener nofollow ugc">');
  });

  it('notes ignored values, and lists nothing without a filter of the address', async () => {
    const party = (await render([event()], '/calendar?type=party')).text;
    expect(party).toContain('“type” in the address was ignored');
    expect(party).not.toContain('Token launch');
    expect((await render([event()], '/calendar?month=never')).text).toContain('Token launch');
    const rejected = new Response('{"status":400,"code":"invalid_parameter"}', { status: 400 });
    const { text } = await render([event()], '/calendar?chain=x', {
      'GET /v1/calendar?from=2026-10-01&chain=x&include=ongoing&limit=100': rejected,
    });
    expect(text).toContain('The API does not accept these filters, so no event is listed.');
    expect(text).not.toContain('Token launch');
  });

  it('offers to clear the filters of an empty result', async () => {
    const { text, html } = await render([], '/calendar?month=2026-12&type=claim');
    expect(text).toContain('No event matches');
    expect(html).toContain('<a href="/calendar?month=2026-12">clear the filters</a>');
  });
});
