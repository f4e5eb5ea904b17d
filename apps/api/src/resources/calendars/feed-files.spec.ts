import { emptyView, foldRevisions } from '@droptrack/catalogue';
import { eventBody, eventChange, logOf } from '@droptrack/catalogue/testing';
import type { CalendarFeedTerms } from '@droptrack/persistence';
import type { CurrentView } from '../../catalogue/current-view';
import { PublicUrl } from '../../platform/responses/public-url';
import { FeedFiles } from './feed-files';

const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-12-09T12:00:00.000Z');
const TERMS: CalendarFeedTerms = { name: 'Mine', types: null, chains: null, drops: null, form: 'points', remind: null };

const viewWith = (endMs: number): CurrentView => ({
  view: foldRevisions(emptyView, logOf([eventChange(eventBody({ ends_at: new Date(endMs).toISOString() }))])),
  asOfMs: NOON_MS,
  isDelayed: false,
});

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

  it('are compressed once', async () => {
    const file = await files.get(TERMS, viewWith(NOON_MS));
    expect(await file.compressed('gzip')).toBe(await file.compressed('gzip'));
  });
});
