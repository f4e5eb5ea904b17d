import * as fc from 'fast-check';
import { CALENDAR_EVENT_TYPES, CALENDAR_PRECISIONS, DROP_STATUSES } from '@droptrack/contracts';
import type { DropDefinition, EventDefinition } from '../definition';
import { deriveCalendarEvent } from './calendar-event';
import { deriveDrop, dropStatusAt } from './drop';
import { deriveHype } from './hype';
import { dropDefinition, eventDefinition, fact } from '../testing';

/** Few hours, so that instants and events often coincide. */
const hour = fc.integer({ min: 0, max: 40 * 24 }).map((hours) => Date.UTC(2026, 7, 1) + hours * 3_600_000);
const event: fc.Arbitrary<EventDefinition> = fc
  .record({
    type: fc.constantFrom(...CALENDAR_EVENT_TYPES),
    precision: fc.constantFrom(...CALENDAR_PRECISIONS),
    status: fc.constantFrom('confirmed' as const, 'tentative' as const, 'cancelled' as const),
    startsAt: hour.map((atMs) => new Date(atMs).toISOString()),
  })
  .map(eventDefinition);
/** With unique keys, as the catalogue guarantees. */
const events = fc
  .array(event, { maxLength: 6 })
  .map((all) => all.map((one, index) => ({ ...one, key: `event-${index}` })));
const definition: fc.Arbitrary<DropDefinition> = fc
  .record({
    events,
    status: fc.option(fc.constantFrom(...DROP_STATUSES).map(fact)),
    sources: fc.constantFrom({}, { github: 'owner/repository' }),
  })
  .map(dropDefinition);
const IDENTITY = { id: 'cal_0123456789abcdefghij', sequence: 0 };

/** Published state of a drop without readings. */
const shownAt = (drop: DropDefinition, atMs: number) =>
  deriveDrop(drop, {
    atMs,
    hype: { score: deriveHype(drop, {}, atMs).score, delta7d: 0, confidence: 0 },
    published: null,
  });

describe('deriveDrop', () => {
  it('returns the same body for the same definition and instant, whatever is derived in between', () => {
    fc.assert(
      fc.property(definition, hour, hour, (drop, atMs, otherMs) => {
        const body = JSON.stringify(shownAt(drop, atMs));
        shownAt(drop, otherMs);
        expect(JSON.stringify(shownAt(structuredClone(drop), atMs))).toBe(body);
      }),
    );
  });

  it('does not depend on the order of declared events', () => {
    fc.assert(
      fc.property(definition, hour, (drop, atMs) => {
        expect(shownAt({ ...drop, events: drop.events.toReversed() }, atMs)).toEqual(shownAt(drop, atMs));
      }),
    );
  });

  // This must hold for every drop, also one without sources.
  it('scores a drop without events 24, with or without sources', () => {
    fc.assert(
      fc.property(definition, hour, (drop, atMs) => {
        expect(shownAt({ ...drop, events: [] }, atMs).hype_score).toBe(24);
      }),
    );
  });
});

describe('dropStatusAt', () => {
  it('never goes backwards in time', () => {
    fc.assert(
      fc.property(definition, hour, fc.nat({ max: 90 * 86_400_000 }), (drop, atMs, laterMs) => {
        const step = (at: number) => DROP_STATUSES.indexOf(dropStatusAt(drop, at));
        expect(step(atMs + laterMs)).toBeGreaterThanOrEqual(step(atMs));
      }),
    );
  });

  it('changes only when an event of the drop occurs', () => {
    fc.assert(
      fc.property(events, hour, (declared, atMs) => {
        const drop = dropDefinition({ events: declared });
        if (dropStatusAt(drop, atMs) === dropStatusAt(drop, atMs - 1)) return;
        const occurred = declared.filter(
          (each) =>
            deriveCalendarEvent(drop, each, IDENTITY, atMs).status === 'occurred' &&
            deriveCalendarEvent(drop, each, IDENTITY, atMs - 1).status === 'confirmed',
        );
        expect(occurred).not.toEqual([]);
      }),
    );
  });
});

describe('deriveCalendarEvent', () => {
  it('stays occurred as time goes on', () => {
    fc.assert(
      fc.property(event, hour, fc.nat({ max: 400 * 86_400_000 }), (declared, atMs, laterMs) => {
        const statusAt = (at: number) => deriveCalendarEvent(dropDefinition(), declared, IDENTITY, at).status;
        fc.pre(statusAt(atMs) === 'occurred');
        expect(statusAt(atMs + laterMs)).toBe('occurred');
      }),
    );
  });
});
