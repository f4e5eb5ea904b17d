import type { DropDefinition, EventDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { type CataloguePlan, calendarEventId, planApply } from './plan';
import type { StoredCatalogue, StoredEvent } from './drop.repository';

const ORIGIN = 'catalogue';
const NOW_MS = Date.parse('2026-08-22T10:00:00Z');
const EMPTY: StoredCatalogue = {
  drops: new Map(),
  events: new Map(),
  visible: { drop: new Map(), calendar_event: new Map() },
  published: new Map(),
  markets: new Map(),
};

const plan = (stored: StoredCatalogue, definitions: readonly DropDefinition[], prune = true) =>
  planApply(stored, ORIGIN, definitions, prune, NOW_MS);

/** State after the execution of a plan, passed through JSON. */
function carriedOut(stored: StoredCatalogue, given: CataloguePlan): StoredCatalogue {
  const { drops, events, archived, revisions } = JSON.parse(JSON.stringify(given)) as CataloguePlan;
  const next = {
    drops: new Map(stored.drops),
    events: new Map([...stored.events].map(([id, ofDrop]) => [id, new Map(ofDrop)])),
    visible: { drop: new Map(stored.visible.drop), calendar_event: new Map(stored.visible.calendar_event) },
    published: stored.published,
    markets: stored.markets,
  };
  for (const definition of drops) {
    next.drops.set(definition.id, {
      id: definition.id,
      origin: ORIGIN,
      definition,
      isArchived: false,
      movedUntilMs: NOW_MS,
    });
  }
  for (const id of archived) next.drops.set(id, { ...next.drops.get(id)!, isArchived: true });
  for (const event of events) {
    const ofDrop = next.events.get(event.dropId) ?? new Map<string, StoredEvent>();
    next.events.set(event.dropId, ofDrop.set(event.definition.key, event));
  }
  for (const { entity, id, body } of revisions) {
    if (entity === 'drop' || entity === 'calendar_event') next.visible[entity].set(id, body);
  }
  return next;
}

const anyEvents = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('snapshot', 'claim'),
    startsAt: fc.constantFrom('2026-08-01T00:00:00.000Z', '2026-09-10T13:00:00.000Z'),
    precision: fc.constantFrom('minute' as const, 'day' as const),
    status: fc.constantFrom('tentative' as const, 'confirmed' as const, 'cancelled' as const),
  }),
  { selector: ({ key }) => key },
);
const toEvent = (over: Partial<EventDefinition>) => eventDefinition({ endsAt: null, ...over });
const anyCatalogue = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('linea', 'scroll', 'zora'),
      name: fc.string({ unit: 'binary' }),
      events: anyEvents,
    }),
    { selector: ({ id }) => id },
  )
  .map((drops) => drops.map(({ events, ...drop }) => dropDefinition({ ...drop, events: events.map(toEvent) })));

/** Random histories of catalogues, with the stored state before and after each. */
const forEachApply = (
  look: (before: StoredCatalogue, definitions: readonly DropDefinition[], after: StoredCatalogue) => void,
) =>
  fc.assert(
    fc.property(fc.array(anyCatalogue, { minLength: 1, maxLength: 6 }), (history) => {
      let stored = EMPTY;
      for (const definitions of history) {
        const after = carriedOut(stored, plan(stored, definitions));
        look(stored, definitions, after);
        stored = after;
      }
    }),
  );

describe('planning an apply', () => {
  it('is empty after its execution, whatever the state before', () => {
    forEachApply((_, definitions, after) => {
      expect(plan(after, [...definitions].reverse())).toEqual({
        changes: [],
        unchanged: definitions.length,
        drops: [],
        events: [],
        archived: [],
        moved: [],
        revisions: [],
      });
    });
  });

  it('publishes exactly the defined drops', () => {
    forEachApply((_, definitions, { visible }) => {
      const names = [...visible.drop].flatMap(([id, body]) =>
        body === null ? [] : [[id, (body as { name: string }).name]],
      );
      expect(new Map(names as [string, string][])).toEqual(new Map(definitions.map(({ id, name }) => [id, name])));
    });
  });

  it('keeps all events of a published drop, and cancels those that are no longer defined', () => {
    forEachApply((before, definitions, { visible }) => {
      for (const { id, events } of definitions) {
        const gone = [...(before.events.get(id)?.keys() ?? [])].filter((key) => !events.some((e) => e.key === key));
        for (const key of gone) {
          expect(visible.calendar_event.get(calendarEventId(id, key))).toMatchObject({ status: 'cancelled' });
        }
      }
    });
  });

  // Calendar clients accept a change only with a higher sequence number, and treat a lower one as outdated.
  it('increments the sequence of an event only with its dates, precision or status, even while its drop is archived', () => {
    forEachApply((before, _, after) => {
      for (const [dropId, events] of before.events) {
        for (const [key, old] of events) {
          const now = after.events.get(dropId)!.get(key)!;
          expect(now.id).toBe(old.id);
          const [was, is] = [old, now].map(({ definition: { startsAt, endsAt, precision, status } }) =>
            JSON.stringify([startsAt, endsAt, precision, status]),
          );
          expect(now.sequence - old.sequence).toBe(was === is ? 0 : 1);
        }
      }
    });
  });

  // A new id would duplicate the event in the calendars of all clients.
  it('keeps the ids of existing events', () => {
    expect(calendarEventId('linea', 'claim-1')).toBe('cal_e2e7b0fc4e304e18dbf4');
  });
});
