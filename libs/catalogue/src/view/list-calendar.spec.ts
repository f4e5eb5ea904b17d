import type { CalendarEventBody } from '../revision';
import { type CalendarListQuery, listCalendar } from './list-calendar';
import { archival, eventBody, eventChange, logOf } from './testing';
import { emptyView, foldRevisions } from './view';

const FROM = '2026-09-10';
const ALL: CalendarListQuery = {
  fromMs: Date.parse(FROM),
  toMs: null,
  type: null,
  drop: null,
  chain: null,
  sample: null,
  includeOngoing: false,
};

const at = (id: string, startsAt: string, more: Partial<CalendarEventBody> = {}): CalendarEventBody =>
  eventBody({ id, starts_at: startsAt, ends_at: null, ...more });

function idsOf(bodies: readonly CalendarEventBody[], query: Partial<CalendarListQuery>): string {
  const view = foldRevisions(emptyView, logOf(bodies.map(eventChange)));
  return listCalendar(view, { ...ALL, ...query }, null, 100)
    .rows.map(({ id }) => id)
    .join(' ');
}

describe('listCalendar', () => {
  const events = [
    at('last-of-9th', '2026-09-09T23:59:59.999Z'),
    at('b', '2026-09-10T00:00:00.000Z'),
    at('a', '2026-09-10T00:00:00.000Z'),
    at('last-of-10th', '2026-09-10T23:59:59.999Z'),
    at('first-of-11th', '2026-09-11T00:00:00.000Z'),
  ];

  it('starts with the first instant of a day, sorted by start, then id', () => {
    expect(idsOf(events, {})).toBe('a b last-of-10th first-of-11th');
  });

  it('separates events of sample drops from those of real ones', () => {
    const mixed = [...events, at('sample', '2026-09-12T00:00:00.000Z', { drop: 'sample-aurora' })];
    expect(idsOf(mixed, { sample: true })).toBe('sample');
    expect(idsOf(mixed, { sample: false })).toBe('a b last-of-10th first-of-11th');
    expect(idsOf(mixed, { sample: true, drop: 'linea' })).toBe('');
  });

  it('ends before the end of the last day', () => {
    expect(idsOf(events, { toMs: Date.parse('2026-09-11') })).toBe('a b last-of-10th');
    expect(idsOf(events, { toMs: Date.parse('2026-09-01') })).toBe('');
  });

  it('filters by drop, type and chain', () => {
    const mixed = [
      at('z', '2026-09-12T00:00:00.000Z', { drop: 'linea', type: 'tge', chain: 'linea' }),
      at('y', '2026-09-13T00:00:00.000Z', { drop: 'linea', type: 'claim', chain: 'linea' }),
      at('x', '2026-09-14T00:00:00.000Z', { drop: 'linea', type: 'claim', chain: 'base' }),
      at('w', '2026-09-15T00:00:00.000Z', { drop: 'linea-2', type: 'claim', chain: 'linea' }),
    ];
    expect(idsOf(mixed, { drop: 'linea' })).toBe('z y x');
    expect(idsOf(mixed, { drop: 'linea', type: 'claim', chain: 'linea' })).toBe('y');
    expect(idsOf(mixed, { type: 'claim', chain: 'linea' })).toBe('y w');
    expect(idsOf(mixed, { drop: 'line' })).toBe('');
  });

  it('does not return an archived event, and returns a rescheduled one only at its new start', () => {
    const view = foldRevisions(
      emptyView,
      logOf([
        eventChange(at('gone', '2026-09-12T00:00:00.000Z')),
        eventChange(at('moved', '2026-09-12T00:00:00.000Z')),
        archival('calendar_event', 'gone'),
        eventChange(at('moved', '2026-09-20T00:00:00.000Z', { sequence: 4 })),
      ]),
    );
    const { rows } = listCalendar(view, ALL, null, 100);
    expect(rows.map(({ json }) => JSON.parse(json))).toMatchObject([{ id: 'moved', sequence: 4 }]);
  });
});

describe('listCalendar: ongoing windows', () => {
  const opened = '2026-09-01T00:00:00.000Z';
  const events = [
    at('open', opened, { ends_at: '2026-09-10T00:00:00.001Z' }),
    at('closed', opened, { ends_at: '2026-09-10T00:00:00.000Z' }),
    at('cancelled', opened, { ends_at: '2026-09-30T00:00:00.000Z', status: 'cancelled' }),
    at('moment', opened),
    at('to-come', '2026-09-12T00:00:00.000Z', { drop: 'other' }),
  ];

  it('are returned first when included', () => {
    expect(idsOf(events, { includeOngoing: true })).toBe('open to-come');
    expect(idsOf(events, { includeOngoing: true, drop: 'linea' })).toBe('open');
    expect(idsOf(events, {})).toBe('to-come');
  });

  it('are paged with the other events', () => {
    const view = foldRevisions(emptyView, logOf(events.map(eventChange)));
    const query = { ...ALL, includeOngoing: true };
    const first = listCalendar(view, query, null, 1);
    const second = listCalendar(view, query, first.next, 1);
    expect([first, second].map(({ rows }) => rows.map(({ id }) => id))).toEqual([['open'], ['to-come']]);
    expect(second.next).toBeNull();
  });
});
