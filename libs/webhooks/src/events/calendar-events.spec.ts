import { presentCalendarEvent, presentDrop } from '@droptrack/catalogue';
import {
  archival,
  type Change,
  dropBody,
  dropChange,
  eventBody,
  eventChange,
  LOG_START_MS,
  logOf,
} from '@droptrack/catalogue/testing';
import { eventsOfLog, scheduledEventChange, recordedAt, bodiesOfLast } from './testing';

const event = (over: Parameters<typeof eventBody>[0] = {}) => eventChange(eventBody(over));
const types = (...changes: readonly Change[]) => bodiesOfLast(...changes).map(({ type }) => type);
const gone = archival('calendar_event', 'cal_1');

describe('a revision of a calendar event', () => {
  it('publishes a new event exactly as GET /v1/calendar returns it', () => {
    expect(bodiesOfLast(event())).toMatchObject([
      {
        type: 'calendar.event_created',
        timestamp: recordedAt(1),
        sequence: 1,
        data: { object: presentCalendarEvent(eventBody(), LOG_START_MS + 1_000), previous: {} },
      },
    ]);
    expect(types(event({ status: 'tentative' }))).toEqual(['calendar.event_created']);
  });

  it('has no event for one that is first published as started or cancelled', () => {
    expect(types(event({ status: 'occurred' }))).toEqual([]);
    expect(types(event({ status: 'cancelled' }))).toEqual([]);
  });

  it('publishes a rescheduled event with the previous values', () => {
    const moved = { starts_at: '2026-09-11T13:00:00.000Z', sequence: 4 };
    expect(bodiesOfLast(event(), event(moved))).toMatchObject([
      {
        type: 'calendar.event_updated',
        data: { object: moved, previous: { starts_at: '2026-09-10T13:00:00.000Z', sequence: 3 } },
      },
    ]);
    expect(types(event({ status: 'tentative' }), event())).toEqual(['calendar.event_updated']);
  });

  it('has no event for a sequence that a restore of the database has raised', () => {
    expect(types(event(), event({ sequence: 1_003 }))).toEqual([]);
  });

  it('publishes a cancellation once', () => {
    const cancelled = event({ status: 'cancelled' });
    expect(bodiesOfLast(event(), cancelled)).toMatchObject([
      {
        type: 'calendar.event_cancelled',
        data: { object: { status: 'cancelled' }, previous: { status: 'confirmed' } },
      },
    ]);
    expect(types(event(), cancelled, event({ status: 'cancelled', title: 'Off' }))).toEqual(['calendar.event_updated']);
    expect(types(event(), cancelled, event())).toEqual(['calendar.event_updated']);
  });

  it('publishes the start, whichever revision contains it', () => {
    const [started] = bodiesOfLast(event(), event({ status: 'occurred', title: 'Claim' }));
    expect(started).toMatchObject({
      type: 'calendar.event_started',
      data: { object: { status: 'occurred' }, previous: { status: 'confirmed', title: 'Claim window' } },
    });
  });

  // The id depends on event and start, so it is stored once.
  it('has one id per start, also after a correction; another start has another id', () => {
    const occurred = event({ status: 'occurred' });
    const elsewhere = event({ status: 'occurred', starts_at: '2026-09-11T13:00:00.000Z' });
    const starts = eventsOfLog(logOf([event(), occurred, event(), occurred, event(), elsewhere])).filter(
      ({ type }) => type === 'calendar.event_started',
    );
    const [first, again, other] = starts.map(({ id }) => id);
    expect([starts.length, again === first, other === first]).toEqual([3, true, false]);
    expect(types(event(), occurred, event())).toEqual(['calendar.event_updated']);
  });

  it('publishes a taken snapshot with the state of the drop at that time', () => {
    const snapshot = { type: 'snapshot' as const, ends_at: null };
    const drop = dropChange(dropBody({ hype_score: 71 }));
    const [started, taken] = bodiesOfLast(event(snapshot), drop, event({ ...snapshot, status: 'occurred' }));
    expect(started).toMatchObject({ type: 'calendar.event_started' });
    expect(taken).toMatchObject({
      type: 'drop.snapshot_taken',
      sequence: 3,
      timestamp: recordedAt(3),
      data: { object: presentDrop(dropBody({ hype_score: 71 }), LOG_START_MS + 2_000), previous: {} },
    });
  });

  it('publishes the events of an archived drop as cancelled, unless they are over, and restored ones as new', () => {
    expect(bodiesOfLast(event(), gone)).toMatchObject([
      {
        type: 'calendar.event_cancelled',
        data: { object: { status: 'cancelled', updated_at: recordedAt(2) }, previous: { status: 'confirmed' } },
      },
    ]);
    const open = event({ status: 'occurred' });
    const over = event({ status: 'occurred', ends_at: '2026-08-22T09:00:00.000Z' });
    const instant = event({ status: 'occurred', ends_at: null });
    expect(types(event(), open, gone)).toEqual(['calendar.event_cancelled']);
    expect([over, instant, event({ status: 'cancelled' })].flatMap((last) => types(event(), last, gone))).toEqual([]);
    expect(types(event(), gone, event())).toEqual(['calendar.event_created']);
    expect(types(event(), gone, open)).toEqual([]);
  });

  it('has the filter members of its drop after the change, or of its last state', () => {
    const base = dropChange(dropBody({ chain: 'base', hype_score: 40 }));
    const log = logOf([event(), base, event({ title: 'Soon' }), archival('drop', 'linea'), gone]);
    const seen = eventsOfLog(log)
      .filter(({ type }) => type.startsWith('calendar.'))
      .map(({ dropId, chain, hype }) => [dropId, chain, hype]);
    expect(seen).toEqual([
      ['linea', 'linea', null],
      ['linea', 'base', 40],
      ['linea', 'base', 40],
    ]);
  });
});

describe('a scheduled event', () => {
  it('publishes the calendar event as it was published then', () => {
    const soon = scheduledEventChange('starting_soon', eventBody(), 1);
    expect(bodiesOfLast(event(), soon)).toMatchObject([
      {
        type: 'calendar.event_starting_soon',
        sequence: 2,
        timestamp: recordedAt(2),
        data: { object: presentCalendarEvent(eventBody(), LOG_START_MS + 1_000), previous: {} },
      },
    ]);
    const ended = scheduledEventChange('ended', eventBody({ status: 'occurred' }), 1);
    expect(bodiesOfLast(dropChange(dropBody()), event(), ended)).toMatchObject([
      { type: 'calendar.event_ended', data: { object: { status: 'occurred', updated_at: recordedAt(1) } } },
    ]);
  });

  it('has another id for a rescheduled event', () => {
    const ids = [eventBody(), eventBody({ starts_at: '2026-09-11T13:00:00.000Z' })].map(
      (body) => bodiesOfLast(scheduledEventChange('starting_soon', body, 1))[0]!.id,
    );
    expect(new Set(ids).size).toBe(2);
  });
});
