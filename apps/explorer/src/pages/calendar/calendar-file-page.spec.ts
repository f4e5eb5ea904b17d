import type { CalendarEvent } from '@droptrack/contracts';
import { fakeSite } from '../../server/testing';
import { renderPage } from '../../testing';
import { calendarFilePage } from './calendar-file-page';
import { calendarPage } from './calendar-page';

const nowMs = Date.parse('2026-11-23T12:00:00.000Z');
const event = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: 'cal_00000000000000000000',
  drop: 'linea',
  drop_name: 'Linea',
  chain: 'linea',
  type: 'claim',
  title: 'Claim window',
  starts_at: '2026-09-10T10:00:00.000Z',
  ends_at: '2026-12-10T10:00:00.000Z',
  precision: 'minute',
  status: 'occurred',
  block: null,
  phase: null,
  url: null,
  source: null,
  sequence: 2,
  updated_at: '2026-11-01T00:00:00.000Z',
  ...over,
});
const page = (data: readonly CalendarEvent[]) => ({
  data,
  has_more: false,
  next_cursor: null,
  as_of: '2026-11-23T11:59:59.000Z',
});
/** Responses with the pages of a list, by request. */
function pagesOf(query: string, events: readonly CalendarEvent[]): Record<string, object> {
  const starts = Array.from({ length: Math.ceil(events.length / 100) }, (_, n) => n * 100);
  const cursorOf = (start: number) => (start === 0 ? '' : `&cursor=c${start}`);
  return Object.fromEntries(
    starts.map((start) => {
      const isLast = start + 100 >= events.length;
      const rest = { has_more: !isLast, next_cursor: isLast ? null : `c${start + 100}` };
      const body = { ...page(events.slice(start, start + 100)), ...rest };
      return [`GET /v1/calendar?${query}&limit=100${cursorOf(start)}`, body];
    }),
  );
}
const SAMPLE = event({ id: 'cal_1', drop: 'sample-aurora', drop_name: 'Aurora' });
const render = (url: string) =>
  renderPage(calendarFilePage, { url, nowMs, responses: { 'GET /v1/calendar': page([event(), SAMPLE]) } });

describe('/calendar.ics', () => {
  it('has the events that the API has for the filters, under the same UIDs as calendars of the API', async () => {
    const { view, requests } = await render('/calendar.ics?type=claim&chain=linea&drop=linea&sample=false');
    expect(requests).toEqual([
      'GET /v1/calendar?from=2026-10-01&to=2026-11-22&type=claim&chain=linea&drop=linea&include=ongoing&limit=100',
      'GET /v1/calendar?from=2026-11-23&type=claim&chain=linea&drop=linea&include=ongoing&limit=100',
    ]);
    const { text = '' } = view.file ?? {};
    expect(text.match(/^UID:.*/gm)).toEqual(['UID:cal_00000000000000000000.end@api.example.com']);
    expect(text).toContain('SUMMARY:Linea: Claim closes\r\n');
    expect(text).toContain('X-WR-CALNAME:Droptrack · claim · linea · linea\r\n');
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toContain('SOURCE;VALUE=URI:https://drops.example.com/calendar.ics?type=claim&chain=linea');
  });

  // A subscription whose deadlines vanish as others pass is worse than none.
  it('has the next 400 events, however many have ended, and says from when on events are missing', async () => {
    const many = (count: number, day: string, status: CalendarEvent['status']) =>
      Array.from({ length: count }, (_, n) => {
        const at = new Date(Date.parse(day) + n * 60_000).toISOString();
        return event({ id: `cal_${day}${n}`, type: 'tge', starts_at: at, ends_at: null, status });
      });
    const inFile = async (before: CalendarEvent[], ahead: CalendarEvent[]) => {
      const responses = {
        ...pagesOf('from=2026-07-01&to=2026-10-01&include=ongoing', before),
        ...pagesOf('from=2026-10-02&include=ongoing', ahead),
      };
      const { view } = await renderPage(calendarFilePage, { url: '/calendar.ics', nowMs: octoberMs, responses });
      return view.file?.text ?? '';
    };
    const octoberMs = Date.parse('2026-10-02T12:00:00.000Z');
    const ended = [...many(600, '2026-07-02', 'occurred'), ...many(10, '2026-09-20', 'occurred')];
    const text = await inFile(ended, many(405, '2026-12-24', 'confirmed'));
    expect([text.match(/DTSTART:202609/g)?.length, text.match(/DTSTART:202612/g)?.length]).toEqual([10, 400]);
    expect(text).toMatch(/DTSTART;VALUE=DATE:20261224\r\nSUMMARY:Later events are not in this calendar\r\n/);
    expect(await inFile(ended, many(400, '2026-12-24', 'confirmed'))).not.toContain('Later events');
  });

  it('marks sample drops', async () => {
    expect((await render('/calendar.ics?sample=all')).view.file?.text).toContain(
      'SUMMARY:Aurora (sample): Claim closes\r\n',
    );
  });

  // A subscription must not silently fill up with events that its address does not name.
  it('rejects filters that it would ignore', async () => {
    const { view, requests } = await render('/calendar.ics?type=ico');
    expect([view.status, view.file, requests]).toEqual([400, undefined, []]);
  });

  it('is served as a file that anyone may store', async () => {
    const { app } = fakeSite(() =>
      Response.json(page([event()]), { headers: { 'x-data-as-of': '2026-11-23T11:59:59.000Z' } }),
    );
    const response = await app.inject({ url: '/calendar.ics' });
    expect([response.statusCode, response.headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="droptrack.ics"',
        'cache-control': 'public, max-age=900',
      }),
    ]);
    expect(response.body).toMatch(/^BEGIN:VCALENDAR\r\n/);
    const again = await app.inject({
      url: '/calendar.ics',
      headers: { 'if-none-match': String(response.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    await app.close();
  });

  it('is linked from the calendar with its filters, for the apps of devices and of Google and Microsoft', async () => {
    const responses = { 'GET /v1/calendar': page([event()]) };
    const { html } = await renderPage(calendarPage, { url: '/calendar?type=claim&month=2026-12', nowMs, responses });
    const address = 'drops.example.com/calendar.ics?type=claim';
    expect(html).toContain(`href="webcal://${address}"`);
    expect(html).toContain(`cid=${encodeURIComponent(`webcal://${address}`)}`);
    expect(html).toContain(`addfromweb?url=${encodeURIComponent(`https://${address}`)}`);
    expect(html).toContain(`>https://${address}</a>`);
  });
});
