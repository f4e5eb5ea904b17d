import type { EventDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { calendarEventId } from '../drops/plan';
import type { Database } from '../database/database';
import { recomputeAll as workOffAt } from '../recompute/testing';
import { appendRevisions, lockLog } from '../log/append';
import { makeClockMovable, type MovableClock } from '../testing';
import { addScheduledEvents } from './scheduled-events';
import { DAY_MS, feedDatabase, HOUR_MS, iso, untilWaitingForLocks } from './testing/publish';

let feed: Awaited<ReturnType<typeof feedDatabase>>;
let clock: MovableClock;
beforeEach(async () => {
  feed = await feedDatabase();
  clock = await makeClockMovable(feed.url);
});
afterEach(() => feed.close());

/** Instants ahead of the database's real clock, because the database stamps revisions by it. */
const NOW_MS = Date.now();
const MINUTE_MS = 60_000;

/** Appends all events that are due at an instant, to which the database's clock is moved. */
async function workOff(db: Database, nowMs: number): Promise<void> {
  await clock.set(nowMs - Date.now());
  await workOffAt(db, nowMs);
}

/** Applies a drop with a calendar; returns the scheduled events in the log. */
const state = (events: readonly EventDefinition[], nowMs = NOW_MS) =>
  applyDefinitions(feed.db, {
    origin: 'catalogue',
    definitions: events.length === 0 ? [] : [dropDefinition({ events })],
    prune: true,
    nowMs,
  });
const claim = (startsAtMs: number, endsAtMs: number | null, over: Partial<EventDefinition> = {}) =>
  eventDefinition({ startsAt: iso(startsAtMs), endsAt: endsAtMs === null ? null : iso(endsAtMs), ...over });
const moments = () =>
  feed.db.query<{ kind: string; at: number; status: string }>(
    `SELECT body ->> 'kind' AS kind, split_part(id, ':', 3)::float8 AS at, body -> 'event' ->> 'status' AS status
     FROM revisions WHERE entity = 'moment' ORDER BY seq`,
  );

describe('scheduled events', () => {
  it('are appended when they are due, once, with the time of the next one', async () => {
    const [startMs, endMs] = [NOW_MS + 3 * DAY_MS, NOW_MS + 5 * DAY_MS];
    await state([claim(startMs, endMs)]);
    expect(await addScheduledEvents(feed.db, NOW_MS)).toEqual({ appended: 0, nextMs: startMs - DAY_MS });
    expect(await addScheduledEvents(feed.db, startMs - DAY_MS - 1)).toEqual({ appended: 0, nextMs: startMs - DAY_MS });
    expect(await addScheduledEvents(feed.db, startMs - DAY_MS)).toEqual({ appended: 1, nextMs: endMs });
    expect(await addScheduledEvents(feed.db, startMs - DAY_MS)).toEqual({ appended: 0, nextMs: endMs });
    await workOff(feed.db, startMs);
    expect(await addScheduledEvents(feed.db, endMs - 1)).toEqual({ appended: 0, nextMs: endMs });
    expect(await addScheduledEvents(feed.db, endMs)).toEqual({ appended: 1, nextMs: null });
    expect(await addScheduledEvents(feed.db, endMs + 9 * DAY_MS)).toEqual({ appended: 0, nextMs: null });
    expect(await moments()).toEqual([
      { kind: 'starting_soon', at: startMs, status: 'confirmed' },
      { kind: 'ended', at: endMs, status: 'occurred' },
    ]);
  });

  it('are appended once each after days of downtime, the end after the start', async () => {
    const [startMs, endMs] = [NOW_MS + 30 * HOUR_MS, NOW_MS + 40 * HOUR_MS];
    await state([claim(startMs, endMs)]);
    await addScheduledEvents(feed.db, NOW_MS);
    const backMs = NOW_MS + 3 * DAY_MS;
    // Scheduled events are looked up before the status of the calendar event is recomputed.
    expect(await addScheduledEvents(feed.db, backMs)).toEqual({ appended: 1, nextMs: backMs + 1_000 });
    await workOff(feed.db, backMs);
    expect(await addScheduledEvents(feed.db, backMs + 1_000)).toEqual({ appended: 1, nextMs: null });
    await feed.publish();
    const types = (await feed.published()).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('calendar.') || type === 'drop.status_changed')).toEqual([
      'calendar.event_created',
      'calendar.event_starting_soon',
      'calendar.event_started',
      'drop.status_changed',
      'calendar.event_ended',
    ]);
  });

  // Both calls run while another transaction cancels one of the two calendar events.
  it('are appended by one of several concurrent calls, with the calendar event as published', async () => {
    const [one, other] = [claim(NOW_MS + HOUR_MS, null), claim(NOW_MS + 2 * HOUR_MS, null, { key: 'claim-2' })];
    await state([one, other]);
    const looks = await feed.db.transaction(async (sql) => {
      await lockLog(sql);
      const begun = [addScheduledEvents(feed.db, NOW_MS + 1), addScheduledEvents(feed.db, NOW_MS + 1)];
      await untilWaitingForLocks(feed.db, 2);
      await appendRevisions(sql, [
        { entity: 'calendar_event', id: calendarEventId('linea', 'claim-1'), body: null, cause: 'catalogue' },
      ]);
      return begun;
    });
    const made = (await Promise.all(looks)).map(({ appended }) => appended);
    expect(made.sort()).toEqual([0, 1]);
    expect((await moments()).map(({ at }) => at)).toEqual([NOW_MS + 2 * HOUR_MS]);
  });

  it('are appended at once for a calendar event that is created or moved less than a day before its start', async () => {
    await state([claim(NOW_MS + 20 * HOUR_MS, null)]);
    await addScheduledEvents(feed.db, NOW_MS + MINUTE_MS);
    await state([claim(NOW_MS + 2 * DAY_MS, null)], NOW_MS + 2 * MINUTE_MS);
    expect(await addScheduledEvents(feed.db, NOW_MS + 2 * MINUTE_MS)).toMatchObject({ appended: 0 });
    await state([claim(NOW_MS + HOUR_MS, null)], NOW_MS + 3 * MINUTE_MS);
    await addScheduledEvents(feed.db, NOW_MS + 3 * MINUTE_MS);
    await state([claim(NOW_MS + 20 * HOUR_MS, null)], NOW_MS + 4 * MINUTE_MS);
    expect(await addScheduledEvents(feed.db, NOW_MS + 4 * MINUTE_MS)).toMatchObject({ appended: 0 });
    expect((await moments()).map(({ at }) => (at - NOW_MS) / HOUR_MS)).toEqual([20, 1]);
    await feed.publish();
    const soon = (await feed.published()).filter(({ type }) => type === 'calendar.event_starting_soon');
    expect(new Set(soon.map(({ id }) => id)).size).toBe(2);
  });

  it('are not appended for calendar events that are uncertain, imprecise, cancelled or deleted', async () => {
    const startMs = NOW_MS + 2 * HOUR_MS;
    await state([
      claim(startMs, startMs + HOUR_MS, { key: 'a', status: 'tentative' }),
      claim(startMs, startMs + HOUR_MS, { key: 'b', precision: 'week' }),
      claim(startMs, startMs + HOUR_MS, { key: 'c', status: 'cancelled' }),
    ]);
    await workOff(feed.db, startMs);
    expect(await addScheduledEvents(feed.db, startMs + 2 * HOUR_MS)).toMatchObject({ appended: 0 });
    await state([claim(NOW_MS + 3 * DAY_MS, null, { key: 'd' })], startMs + 2 * HOUR_MS);
    await state([], startMs + 2 * HOUR_MS);
    expect(await addScheduledEvents(feed.db, NOW_MS + 3 * DAY_MS)).toMatchObject({ appended: 0 });
  });

  it('are not appended for calendar events that had begun or ended before they were certain', async () => {
    await addScheduledEvents(feed.db, NOW_MS - 2 * DAY_MS);
    await feed.db.query('UPDATE event_head SET moments_until = $1', [iso(NOW_MS - 2 * DAY_MS)]);
    // Both are declared today: one has begun, and one has ended.
    await state([
      claim(NOW_MS - DAY_MS, NOW_MS + DAY_MS, { key: 'on' }),
      claim(NOW_MS - 20 * HOUR_MS, NOW_MS - 10 * HOUR_MS, { key: 'over' }),
    ]);
    await workOff(feed.db, NOW_MS);
    expect(await addScheduledEvents(feed.db, NOW_MS)).toMatchObject({ appended: 0, nextMs: NOW_MS + DAY_MS });
    expect(await addScheduledEvents(feed.db, NOW_MS + DAY_MS)).toMatchObject({ appended: 1 });
    expect(await moments()).toEqual([{ kind: 'ended', at: NOW_MS + DAY_MS, status: 'occurred' }]);
  });

  it('are not appended for calendar events that were uncertain until their end', async () => {
    const doubted = claim(NOW_MS + HOUR_MS, NOW_MS + 2 * HOUR_MS, { status: 'tentative' });
    const laterMs = NOW_MS + 3 * HOUR_MS;
    await state([doubted]);
    await state([{ ...doubted, status: 'confirmed' }], laterMs);
    await feed.db.query('ALTER TABLE revisions DISABLE TRIGGER ALL');
    await feed.db.query(
      `UPDATE revisions SET recorded_at = $1 WHERE entity = 'calendar_event' AND body ->> 'status' = 'occurred'`,
      [iso(laterMs)],
    );
    expect(await addScheduledEvents(feed.db, laterMs)).toEqual({ appended: 0, nextMs: null });
  });

  it('are not appended for the past of a log from before events existed', async () => {
    const untilMs = NOW_MS + 10 * DAY_MS;
    await state([
      claim(NOW_MS + DAY_MS, NOW_MS + 2 * DAY_MS),
      claim(untilMs + HOUR_MS, null, { key: 'next', type: 'tge' }),
    ]);
    await workOff(feed.db, untilMs);
    await feed.db.query('UPDATE event_head SET moments_until = $1', [iso(untilMs)]);
    await addScheduledEvents(feed.db, untilMs);
    expect((await moments()).map(({ at }) => at)).toEqual([untilMs + HOUR_MS]);
  });

  // A look-up that every worker repeats must cost no more than the rows that are due.
  it('store the position of the look-up, and not beyond events that wait', async () => {
    const until = async () =>
      (await feed.db.query<{ at: Date }>('SELECT moments_until AS at FROM event_head'))[0]!.at.getTime();
    const endMs = NOW_MS + 2 * DAY_MS;
    await state([claim(NOW_MS + DAY_MS, endMs)]);
    await addScheduledEvents(feed.db, NOW_MS + 3 * DAY_MS);
    expect(await until()).toBe(endMs - 1);
    await workOff(feed.db, NOW_MS + 3 * DAY_MS);
    await addScheduledEvents(feed.db, NOW_MS + 3 * DAY_MS);
    expect(await until()).toBe(NOW_MS + 3 * DAY_MS - MINUTE_MS);
    await addScheduledEvents(feed.db, NOW_MS);
    expect(await until()).toBe(NOW_MS + 3 * DAY_MS - MINUTE_MS);
  });
});

describe('a position ahead of the clock', () => {
  // Stored by a worker with a wrong clock; calendar events before it would cause no event.
  it('withholds no event', async () => {
    await state([claim(NOW_MS + HOUR_MS, NOW_MS + 2 * HOUR_MS)]);
    await feed.db.query('UPDATE event_head SET moments_until = $1', [iso(NOW_MS + 3 * DAY_MS)]);
    expect(await addScheduledEvents(feed.db, NOW_MS + MINUTE_MS)).toMatchObject({ appended: 1 });
    expect(await addScheduledEvents(feed.db, NOW_MS + MINUTE_MS)).toMatchObject({ appended: 0 });
    await workOff(feed.db, NOW_MS + 2 * HOUR_MS);
    expect(await addScheduledEvents(feed.db, NOW_MS + 2 * HOUR_MS)).toMatchObject({ appended: 1 });
    expect((await moments()).map(({ kind }) => kind)).toEqual(['starting_soon', 'ended']);
  });
});

describe('the life of a drop', () => {
  const eventsAfter = async (afterSeq: number) => {
    await feed.publish();
    return (await feed.published(afterSeq)).map(({ type, data }) => {
      const { title, status } = data.object as { title?: string; status?: string };
      return [type, title ?? status, data.previous];
    });
  };

  // By the functions of the service; the scores are not asserted.
  it('causes the events that subscribers expect', async () => {
    const snapshot = eventDefinition({
      key: 's',
      type: 'snapshot',
      title: 'Snapshot',
      startsAt: iso(NOW_MS + 30 * HOUR_MS),
      endsAt: null,
    });
    const open = claim(NOW_MS + 3 * DAY_MS, NOW_MS + 5 * DAY_MS, { title: 'Claim' });
    const past = claim(NOW_MS - 9 * DAY_MS, NOW_MS - 8 * DAY_MS, {
      key: 'p',
      type: 'phase',
      title: 'Past',
      status: 'tentative',
    });
    const linea = (events: EventDefinition[], over = {}) => dropDefinition({ events, ...over });
    const apply = (definitions: ReturnType<typeof linea>[], nowMs: number) =>
      applyDefinitions(feed.db, { origin: 'catalogue', definitions, prune: true, nowMs });
    const [first, second] = ['confirmed', 'cancelled'] as const;

    await apply([linea([snapshot, open, past])], NOW_MS);
    expect(await eventsAfter(0)).toEqual([
      ['drop.created', 'upcoming', {}],
      ['calendar.event_created', 'Snapshot', {}],
      ['calendar.event_created', 'Claim', {}],
      ['calendar.event_created', 'Past', {}],
    ]);

    let seq = await feed.lastSeq();
    await workOff(feed.db, NOW_MS + 30 * HOUR_MS);
    const shown = (await eventsAfter(seq)).filter(([type]) => type !== 'drop.updated');
    expect(shown).toEqual([
      ['calendar.event_started', 'Snapshot', { status: first }],
      ['drop.snapshot_taken', 'upcoming', {}],
    ]);

    // A start that is moved into the past begins at once; then the status of the drop is corrected.
    seq = await feed.lastSeq();
    const nowMs = NOW_MS + 31 * HOUR_MS;
    const early = { ...open, startsAt: iso(nowMs - HOUR_MS) };
    await apply([linea([snapshot, early, past])], nowMs);
    await apply([linea([snapshot, { ...early, status: second }, past])], nowMs + 1);
    const changes = (await eventsAfter(seq)).filter(([type]) => type !== 'drop.updated');
    expect(changes).toEqual([
      ['drop.status_changed', 'live', expect.objectContaining({ status: 'upcoming' })],
      ['calendar.event_started', 'Claim', { starts_at: open.startsAt, status: first, sequence: 0 }],
      ['drop.status_changed', 'upcoming', expect.objectContaining({ status: 'live' })],
      ['calendar.event_cancelled', 'Claim', { status: 'occurred', sequence: 1 }],
    ]);

    seq = await feed.lastSeq();
    await apply(
      [linea([snapshot, { ...open, status: second }, past], { name: 'Linea 2', chain: fact('base') })],
      nowMs + 2,
    );
    expect((await eventsAfter(seq)).map(([type]) => type)).toEqual([
      'drop.updated',
      ...Array<string>(3).fill('calendar.event_updated'),
    ]);

    seq = await feed.lastSeq();
    await apply([], nowMs + 3);
    expect(await eventsAfter(seq)).toEqual([
      ['drop.archived', 'upcoming', {}],
      ['calendar.event_cancelled', 'Past', { status: 'tentative' }],
    ]);

    seq = await feed.lastSeq();
    await apply([linea([snapshot, open, past])], nowMs + 4);
    expect((await eventsAfter(seq)).map(([type, what]) => [type, what])).toEqual([
      ['drop.created', 'upcoming'],
      ['calendar.event_created', 'Claim'],
      ['calendar.event_created', 'Past'],
    ]);
  });
});
