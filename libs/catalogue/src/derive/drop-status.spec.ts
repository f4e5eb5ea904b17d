import type { CalendarPrecision } from '@droptrack/contracts';
import { dropStatusAt } from './drop-status';
import { dropDefinition, eventDefinition, fact } from '../testing';

const CLAIM = eventDefinition({ key: 'claim', type: 'claim', startsAt: '2026-09-10T13:00:00.000Z' });
const TGE = eventDefinition({ key: 'tge', type: 'tge', startsAt: '2026-10-01T00:00:00.000Z', precision: 'day' });
const PHASE = eventDefinition({ key: 'phase', type: 'phase', phase: 'Season 1', startsAt: '2026-06-01T00:00:00.000Z' });
const SNAPSHOT = eventDefinition({ key: 'snapshot', type: 'snapshot', startsAt: '2026-05-01T00:00:00.000Z' });

const at = (events: readonly ReturnType<typeof eventDefinition>[], instant: string) =>
  dropStatusAt(dropDefinition({ events }), Date.parse(instant));

describe('dropStatusAt', () => {
  it('is upcoming without events', () => {
    expect(at([], '2026-08-22T10:00:00.000Z')).toBe('upcoming');
  });

  it.each([
    ['claim', CLAIM, '2026-09-10T12:59:59.999Z', '2026-09-10T13:00:00.000Z'],
    ['phase', PHASE, '2026-05-31T23:59:59.999Z', '2026-06-01T00:00:00.000Z'],
  ])('becomes live at the start of a %s, not before', (_, event, before, then) => {
    expect(at([event], before)).toBe('upcoming');
    expect(at([event], then)).toBe('live');
  });

  it('changes from live to tge at the token generation', () => {
    expect(at([PHASE, CLAIM, TGE], '2026-09-30T23:59:59.999Z')).toBe('live');
    expect(at([PHASE, CLAIM, TGE], '2026-10-01T00:00:00.000Z')).toBe('tge');
  });

  it('changes from upcoming to tge without a live phase', () => {
    expect(at([TGE], '2026-09-30T23:59:59.999Z')).toBe('upcoming');
    expect(at([TGE], '2026-10-01T00:00:00.000Z')).toBe('tge');
  });

  it.each([[[CLAIM, { ...TGE, startsAt: CLAIM.startsAt }]], [[{ ...TGE, startsAt: CLAIM.startsAt }, CLAIM]]])(
    'is tge when claim and token generation fall on one instant, in any order',
    (events) => {
      expect(at(events, CLAIM.startsAt)).toBe('tge');
    },
  );

  it('does not change with a claim after the token generation', () => {
    expect(at([TGE, { ...CLAIM, startsAt: '2026-11-01T00:00:00.000Z' }], '2026-11-02T00:00:00.000Z')).toBe('tge');
  });

  // The end of the claim event, not a status, marks the end of a drop.
  it('stays live after the window has closed', () => {
    expect(at([CLAIM], '2027-01-01T00:00:00.000Z')).toBe('live');
  });

  it('does not change with a snapshot', () => {
    expect(at([SNAPSHOT], '2026-08-22T10:00:00.000Z')).toBe('upcoming');
  });

  it.each(['tentative', 'cancelled'] as const)('does not change with a %s event', (status) => {
    expect(at([{ ...TGE, status }], '2027-01-01T00:00:00.000Z')).toBe('upcoming');
  });

  it.each<CalendarPrecision>(['week', 'month', 'quarter', 'year'])(
    'is not moved by an event known to the %s',
    (precision) => {
      expect(at([{ ...TGE, precision }], '2030-01-01T00:00:00.000Z')).toBe('upcoming');
    },
  );

  it.each<CalendarPrecision>(['second', 'minute', 'hour', 'day'])(
    'is moved by an event known to the %s',
    (precision) => {
      expect(at([{ ...TGE, precision }], TGE.startsAt)).toBe('tge');
    },
  );

  it.each(['upcoming', 'live', 'tge'] as const)(
    'stays %s when that is pinned, whatever the calendar says',
    (status) => {
      const pinned = dropDefinition({ status: fact(status), events: [CLAIM, TGE] });
      expect(dropStatusAt(pinned, Date.parse('2020-01-01T00:00:00.000Z'))).toBe(status);
      expect(dropStatusAt(pinned, Date.parse('2030-01-01T00:00:00.000Z'))).toBe(status);
    },
  );
});
