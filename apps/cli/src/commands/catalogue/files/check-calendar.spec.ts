import { checkEvents, checkSnapshot } from './check-calendar';
import { formatPath } from './fault';

describe('checkEvents', () => {
  const EVENT = { id: 'claim', type: 'claim', title: 'Claim', starts_at: '2026-07-10' };
  const findings = (...events: unknown[]) =>
    checkEvents(events).map(({ path, message }) => `${formatPath(path)}: ${message}`);

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

describe('checkSnapshot', () => {
  const EVENT = { id: 'snapshot', type: 'snapshot', title: 'Snapshot', starts_at: '2026-07-10' };
  const findings = (snapshot: unknown, ...events: unknown[]) =>
    checkSnapshot(snapshot, events).map(({ path, message }) => `${formatPath(path)}: ${message}`);

  // Drops and eligibility name the date of the snapshot, the calendar and webhooks name its event.
  it.each([
    ['2026-07-11', EVENT],
    ['2026-07-09T23:59:59Z', EVENT],
    [{ value: '2026-07-11' }, { ...EVENT, status: 'confirmed' }],
    ['2026-07-10', { ...EVENT, starts_at: '2026-07-10T12:00:00Z' }],
    ['2026-08-01', { ...EVENT, starts_at: '2026-07-01', precision: 'month' }],
  ])('rejects the date %j beside a confirmed snapshot of another', (date, event) => {
    expect(findings({ date }, { ...EVENT, type: 'tge' }, event)).toEqual([
      expect.stringMatching(/^snapshot\.date(\.value)?: must match events\[1\], a confirmed snapshot of 2026-07-[01]/),
    ]);
  });

  it.each([
    ['2026-07-10', EVENT],
    ['2026-07-10T00:00:00Z', EVENT],
    ['2026-07-10T15:00:00Z', EVENT],
    ['2026-07-10T14:00:00+02:00', { ...EVENT, starts_at: '2026-07-10T12:00:00Z' }],
    ['2026-07-31', { ...EVENT, starts_at: '2026-07-01', precision: 'month' }],
    ['2026-08-01', { ...EVENT, status: 'tentative' }],
    ['2026-08-01', { ...EVENT, status: 'cancelled' }],
    ['2026-08-01', { ...EVENT, type: 'claim' }],
    [null, EVENT],
    [undefined, EVENT],
  ])('accepts the date %j beside %j', (date, event) => expect(findings({ date }, event)).toEqual([]));

  it('accepts the date of any of several confirmed snapshots', () => {
    const second = { ...EVENT, id: 'second', starts_at: '2026-09-01' };
    expect(findings({ date: '2026-09-01' }, EVENT, second)).toEqual([]);
    expect(findings({ date: '2026-08-01' }, EVENT, second)).toHaveLength(1);
  });

  it('rejects the block of another snapshot', () => {
    const at = (block: number | null) => ({ ...EVENT, block });
    expect(findings({ date: '2026-07-10', block: 7 }, at(7))).toEqual([]);
    expect(findings({ date: '2026-07-10', block: 7 }, at(null))).toEqual([]);
    expect(findings({ block: { value: 7 } }, at(8))).toEqual([
      'snapshot.block.value: must match events[0], a confirmed snapshot of block 8',
    ]);
  });

  it('reports only once that a date does not exist', () => {
    expect(findings({ date: '2026-02-30' }, EVENT)).toEqual(['snapshot.date: "2026-02-30" does not exist']);
  });

  it.each([
    [null, {}],
    [[], 'x'],
    [{ date: 5, block: 'x' }, [{ type: 'snapshot', starts_at: 5, precision: 7 }, null]],
    [{ date: '2026-07-10' }, [{ ...EVENT, precision: 'decade' }]],
  ])('leaves the form of %j and %j to the schema', (snapshot, events) => {
    expect(checkSnapshot(snapshot, events)).toEqual([]);
  });
});
