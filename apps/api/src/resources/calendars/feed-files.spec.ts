import { emptyView, foldRevisions } from '@droptrack/catalogue';
import { eventBody, eventChange, logOf } from '@droptrack/catalogue/testing';
import type { CalendarFeedTerms } from '@droptrack/persistence';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CurrentView } from '../../catalogue/current-view';
import { PublicUrl } from '../../platform/responses/public-url';
import { EVENTS_MAX, FeedFiles } from './feed-files';

const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-12-09T12:00:00.000Z');
const TERMS: CalendarFeedTerms = { name: 'Mine', types: null, chains: null, drops: null, form: 'points', remind: null };

const viewOf = (bodies: readonly Partial<ReturnType<typeof eventBody>>[]): CurrentView => ({
  view: foldRevisions(emptyView, logOf(bodies.map((body) => eventChange(eventBody(body))))),
  asOfMs: NOON_MS,
  isDelayed: false,
});
const viewWith = (endMs: number): CurrentView => viewOf([{ ends_at: new Date(endMs).toISOString() }]);

/** Events that all lie ahead, one a minute. */
const eventsAhead = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `cal_${createHash('sha1').update(String(index)).digest('hex').slice(0, 20)}`,
    title: `Claim ${index}`,
    starts_at: new Date(NOON_MS + index * 60_000).toISOString(),
    ends_at: null,
  }));

describe('files of feeds', () => {
  let files: FeedFiles;
  beforeEach(() => (files = new FeedFiles(new PublicUrl('https://api.example'))));

  it('are one for all feeds with equal filters, until the calendar of the view changes', async () => {
    const current = viewWith(NOON_MS);
    const [first, second] = await Promise.all([files.get(TERMS, current), files.get({ ...TERMS }, current)]);
    expect(second).toBe(first);
    // A confirmation without new events, later on the same day.
    expect(await files.get({ ...TERMS }, { ...current, asOfMs: NOON_MS + 1 })).toBe(first);
    const moved = await files.get(TERMS, viewWith(NOON_MS + DAY_MS));
    expect(moved.etag).not.toBe(first.etag);
    expect(moved.body.toString()).toContain('DTSTART:20261210T120000Z');
  });

  it('change with the day, without a new view: an event leaves after 30 days', async () => {
    const current = viewWith(NOON_MS);
    const lastDayMs = NOON_MS + 30 * DAY_MS;
    const last = await files.get(TERMS, { ...current, asOfMs: lastDayMs });
    const next = await files.get(TERMS, { ...current, asOfMs: lastDayMs + DAY_MS });
    expect([last, next].map(({ body }) => body.includes('Claim closes'))).toEqual([true, false]);
    expect(next.etag).not.toBe(last.etag);
  });

  it('say from which day on events are left out, where not all fit', async () => {
    const noteIn = async (count: number) => {
      const { body } = await files.get(TERMS, viewOf(eventsAhead(count)));
      return /DTSTART;VALUE=DATE:(\d+)\r\nSUMMARY:Later events are not in this calendar/.exec(body.toString())?.[1];
    };
    expect(await noteIn(EVENTS_MAX)).toBeUndefined();
    // 2 000 minutes after noon.
    expect(await noteIn(EVENTS_MAX + 1)).toBe('20261210');
  });

  it('are compressed once', async () => {
    const file = await files.get(TERMS, viewWith(NOON_MS));
    expect(await file.compressed('gzip')).toBe(await file.compressed('gzip'));
  });

  // Each page of a filter keeps its list in the calendar: 4 MB that no reader of the file can reach.
  it('do not keep the calendars of former views', async () => {
    const former = await (async () => {
      const current = viewWith(NOON_MS);
      await files.get(TERMS, current);
      return new WeakRef(current.view.calendar);
    })();
    setFlagsFromString('--expose-gc');
    await nextTurn();
    (runInNewContext('gc') as () => void)();
    expect(former.deref()).toBeUndefined();
  });

  // A client can create, read and delete calendars without end, each with another filter.
  it('are bounded with their compressed copies, however small they are', async () => {
    const current = viewWith(NOON_MS);
    const termsOf = (index: number) => ({ ...TERMS, name: `Mine ${index}` });
    const first = await files.get(termsOf(0), current);
    for (let index = 1; index <= 1_600; index += 1) await files.get(termsOf(index), current);
    expect(await files.get(termsOf(1_600), current)).toBe(await files.get(termsOf(1_600), current));
    expect(await files.get(termsOf(0), current)).not.toBe(first);
  });

  it('count their compressed copies as no less than these have', async () => {
    const file = await files.get(TERMS, viewOf(eventsAhead(500)));
    const [br, gzip] = await Promise.all([file.compressed('br'), file.compressed('gzip')]);
    expect(br.length + gzip.length).toBeLessThan(file.body.length);
  });
});
