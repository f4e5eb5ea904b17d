import { checkEvents } from './check-events';
import { formatPath } from './fault';

const EVENT = { id: 'claim', type: 'claim', title: 'Claim', starts_at: '2026-07-10' };
const findings = (...events: unknown[]) =>
  checkEvents(events).map(({ path, message }) => `${formatPath(path)}: ${message}`);

describe('checkEvents', () => {
  it.each([
    [{}],
    [{ ends_at: '2026-07-11' }],
    [{ ends_at: null }],
    [{ starts_at: '2024-05-01T23:59:59Z' }],
    [{ starts_at: '2026-07-10T15:30:00Z', precision: 'minute' }],
    [{ starts_at: '2026-07-06', precision: 'week' }],
    [{ starts_at: '2026-07-01', precision: 'quarter' }],
    [{ starts_at: '2026-01-01', precision: 'year', ends_at: '2026-05-31T08:47:10Z' }],
    [{ type: 'phase', phase: 'Wave 2' }],
  ])('accepts %j', (over) => {
    expect(findings({ ...EVENT, ...over })).toEqual([]);
  });

  it.each([
    [{ starts_at: '2026-02-30' }, 'events[0].starts_at: "2026-02-30" does not exist'],
    [{ ends_at: '2026-07-10T24:00:00Z' }, 'events[0].ends_at: "2026-07-10T24:00:00Z" does not exist'],
    [{ starts_at: '0206-07-10' }, 'events[0].starts_at: must be between 2009 and 2100'],
    [{ ends_at: '2026-07-10' }, 'events[0].ends_at: must be after starts_at'],
    [{ ends_at: '2026-07-10T01:00:00+02:00' }, 'events[0].ends_at: must be after starts_at'],
    [{ precision: 'month' }, 'events[0].starts_at: must be the first instant of its month, 2026-07-01T00:00:00Z'],
    [{ precision: 'week' }, 'events[0].starts_at: must be the first instant of its week, 2026-07-06T00:00:00Z'],
    [
      { starts_at: '2026-07-10T15:00:30Z', precision: 'minute' },
      'events[0].starts_at: must be the first instant of its minute, 2026-07-10T15:00:00Z',
    ],
    [
      { starts_at: '2026-07-10T00:00:00+02:00', precision: 'day' },
      'events[0].starts_at: must be the first instant of its day, 2026-07-09T00:00:00Z',
    ],
    [{ phase: 'Wave 2' }, 'events[0].phase: is allowed only for events of type phase'],
  ])('reports for %j: %s', (over, finding) => {
    expect(findings({ ...EVENT, ...over })).toEqual([finding]);
  });

  // The id identifies an event after its date has changed.
  it('rejects a repeated id', () => {
    expect(findings(EVENT, { ...EVENT, id: 'tge' }, EVENT, EVENT)).toEqual([
      'events[2].id: "claim" is also the id of events[0]',
      'events[3].id: "claim" is also the id of events[0]',
    ]);
  });

  it.each([[null], ['claim'], [[]], [{}], [{ starts_at: 5, ends_at: [], precision: 'decade', id: null }]])(
    'leaves the form of %j to the schema',
    (event) => {
      expect(findings(event, event)).toEqual([]);
    },
  );
});
