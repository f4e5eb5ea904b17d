import {
  type CalendarEvent,
  type Drop,
  DROP_SORTS,
  DROP_STATUSES,
  type DropSort,
  SORT_ORDERS,
} from '@droptrack/contracts';
import type { Position } from '@droptrack/pagination';
import fc from 'fast-check';
import type { Revision } from '../revision';
import { foldCase } from './fold-case';
import { type CalendarListQuery, listCalendar } from './list-calendar';
import { type DropListQuery, listDrops } from './list-drops';
import type { RowPage } from './sorted';
import { anyLog, LOG_START_MS } from './testing';
import { type CatalogueView, emptyView, foldRevisions } from './view';
import { viewOf } from './view-builder';

/** Simple model of a list: its wire objects and their sort keys. */
interface Model<T> {
  readonly has: (row: T) => boolean;
  readonly keyOf: (row: T) => number | string | null;
  readonly descending: boolean;
}

type WireRow = { id: string } & Record<string, unknown>;

function wireRows(log: readonly Revision[], entity: string): WireRow[] {
  const rows = new Map<string, WireRow>();
  for (const { entity: of, id, body, recordedAtMs } of log) {
    if (of !== entity) continue;
    if (body === null) rows.delete(id);
    else rows.set(id, { ...body, id, updated_at: new Date(recordedAtMs).toISOString() });
  }
  return [...rows.values()];
}

function isBefore(a: Position, b: Position, descending: boolean): boolean {
  if (a.key === b.key) return a.id < b.id;
  if (a.key === null || b.key === null) return b.key === null;
  return descending ? a.key > b.key : a.key < b.key;
}

/** Filters, sorts, skips to the position and takes the page. */
function modelPage<T extends { id: string }>(rows: T[], model: Model<T>, after: Position | null, limit: number): T[] {
  const place = (row: T): Position => ({ key: model.keyOf(row), id: row.id });
  return rows
    .filter(model.has)
    .filter((row) => after === null || isBefore(after, place(row), model.descending))
    .sort((a, b) => (isBefore(place(a), place(b), model.descending) ? -1 : 1))
    .slice(0, limit);
}

/** Page sizes of an iteration, and the number of revisions folded after each page. */
const anySteps = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), folded: fc.nat(3) }), {
  minLength: 1,
  maxLength: 20,
});

interface Walk<T> {
  readonly log: readonly Revision[];
  readonly folded: number;
  readonly steps: readonly { readonly limit: number; readonly folded: number }[];
  readonly rowsAt: (log: readonly Revision[]) => T[];
  readonly model: Model<T>;
  readonly list: (view: CatalogueView, after: Position | null, limit: number) => RowPage<{ json: string; id: string }>;
}

/** Iterates to the end while revisions are folded; every page equals the model, and no unchanged row is missed or repeated. */
function expectSoundWalk<T extends { id: string }>({ log, folded, steps, rowsAt, model, list }: Walk<T>): void {
  const seen: string[] = [];
  const steady = new Map(placesOf(rowsAt(log.slice(0, folded)), model));
  let view = foldRevisions(emptyView, log.slice(0, folded));
  let after: Position | null = null;
  for (let index = 0; ; index += 1) {
    const step = steps[index % steps.length]!;
    const page = list(view, after, step.limit);
    const wire = modelPage(rowsAt(log.slice(0, view.seq)), model, after, step.limit + 1);
    expect(page.rows.map(({ json }) => JSON.parse(json))).toEqual(wire.slice(0, step.limit));
    expect(page.next !== null).toBe(wire.length > step.limit);
    seen.push(...page.rows.map(({ id }) => id));
    if (page.next === null) break;
    after = JSON.parse(JSON.stringify(page.next)) as Position;

    for (const revision of log.slice(view.seq, view.seq + step.folded)) {
      view = foldRevisions(view, [revision]);
      const now = new Map(placesOf(rowsAt(log.slice(0, view.seq)), model));
      for (const [id, key] of steady) if (now.get(id) !== key) steady.delete(id);
    }
  }
  for (const id of steady.keys()) expect(seen.filter((other) => other === id)).toEqual([id]);
}

function placesOf<T extends { id: string }>(rows: T[], { has, keyOf }: Model<T>): [string, number | string | null][] {
  return rows.filter(has).map((row) => [row.id, keyOf(row)]);
}

const RUNS = { numRuns: 200 };

/** Half of the filters are absent; otherwise most lists would be empty. */
const OFTEN_NULL = { freq: 2 };
const someOf = <T>(values: readonly T[]): fc.Arbitrary<Set<T> | null> =>
  fc.option(
    fc.subarray([...values]).map((some) => new Set(some)),
    OFTEN_NULL,
  );
const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const anyDropQuery: fc.Arbitrary<DropListQuery> = fc.record({
  sort: fc.constantFrom(...DROP_SORTS),
  order: fc.constantFrom(...SORT_ORDERS),
  statuses: someOf(DROP_STATUSES),
  chains: someOf(['linea', 'base', 'atlantis']),
  sample: fc.option(fc.boolean(), OFTEN_NULL),
  q: fc.option(fc.constantFrom('e', 'B', 'zk', '-2'), OFTEN_NULL),
  updatedSinceMs: fc.option(fc.integer({ min: LOG_START_MS, max: LOG_START_MS + 30_000 }), OFTEN_NULL),
});

const DROP_KEY: Record<DropSort, (row: Drop) => number | string | null> = {
  hype: (row) => row.hype_score,
  ev: (row) => row.ev_usd.p50,
  snapshot: (row) => instant(row.snapshot.date),
  legit: (row) => row.rating.legit,
  name: (row) => foldCase(row.name).slice(0, 64),
  launch: (row) => instant(row.launch_at),
};

function dropModel({ sort, order, statuses, chains, sample, q, updatedSinceMs }: DropListQuery): Model<Drop> {
  return {
    has: (row) =>
      (statuses?.has(row.status) ?? true) &&
      (chains?.has(row.chain) ?? true) &&
      (sample === null || row.id.startsWith('sample-') === sample) &&
      (q === null || [row.name, row.id].some((text) => plain(text).includes(plain(q)))) &&
      Date.parse(row.updated_at) >= (updatedSinceMs ?? 0),
    keyOf: DROP_KEY[sort],
    descending: order === 'desc',
  };
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const anyDay = fc.integer({ min: 0, max: 7 }).map((day) => Date.UTC(2026, 8, day));
const anyCalendarQuery: fc.Arbitrary<CalendarListQuery> = fc.record({
  fromMs: anyDay,
  toMs: fc.option(anyDay, OFTEN_NULL),
  type: fc.option(fc.constantFrom('claim' as const, 'tge' as const), OFTEN_NULL),
  drop: fc.option(fc.constantFrom('b', 'b-2', 'c'), OFTEN_NULL),
  chain: fc.option(fc.constantFrom('linea', 'base'), OFTEN_NULL),
  sample: fc.option(fc.boolean(), OFTEN_NULL),
  includeOngoing: fc.boolean(),
});

function calendarModel(query: CalendarListQuery): Model<CalendarEvent> {
  const isOngoing = (row: CalendarEvent): boolean =>
    (instant(row.ends_at) ?? 0) > query.fromMs && row.status !== 'cancelled';
  const isWithin = (startsAtMs: number): boolean =>
    startsAtMs >= query.fromMs && startsAtMs < (query.toMs ?? Number.POSITIVE_INFINITY);
  return {
    has: (row) => {
      const startsAtMs = Date.parse(row.starts_at);
      const named = [row.type, row.drop, row.chain];
      const asked = [query.type, query.drop, query.chain];
      if (asked.some((value, index) => value !== null && value !== named[index])) return false;
      if (query.sample !== null && row.drop.startsWith('sample-') !== query.sample) return false;
      return isWithin(startsAtMs) || (query.includeOngoing && startsAtMs < query.fromMs && isOngoing(row));
    },
    keyOf: (row) => Date.parse(row.starts_at),
    descending: false,
  };
}

describe('an iteration during changes of the log', () => {
  it('returns every drop with an unchanged position exactly once, for any sort, order and filter', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(60), anySteps, anyDropQuery, (log, folded, steps, query) => {
        const rowsAt = (part: readonly Revision[]): Drop[] => wireRows(part, 'drop') as unknown as Drop[];
        const list: Walk<Drop>['list'] = (view, after, limit) => listDrops(view, query, after, limit);
        expectSoundWalk({ log, folded, steps, rowsAt, model: dropModel(query), list });
      }),
      RUNS,
    );
  });

  it('returns every event with an unchanged position exactly once, for any filter', () => {
    fc.assert(
      fc.property(anyLog, fc.nat(60), anySteps, anyCalendarQuery, (log, folded, steps, query) => {
        const rowsAt = (part: readonly Revision[]): CalendarEvent[] =>
          wireRows(part, 'calendar_event') as unknown as CalendarEvent[];
        const list: Walk<CalendarEvent>['list'] = (view, after, limit) => listCalendar(view, query, after, limit);
        expectSoundWalk({ log, folded, steps, rowsAt, model: calendarModel(query), list });
      }),
      RUNS,
    );
  });
});

describe('one view', () => {
  // Filtered lists are cached by a key of the query: two queries must not share a key.
  it('returns the same page with and without cached lists', () => {
    const manyDropQueries = fc.array(anyDropQuery, { minLength: 2, maxLength: 12 });
    const manyCalendarQueries = fc.array(anyCalendarQuery, { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(anyLog, manyDropQueries, manyCalendarQueries, (log, dropQueries, calendarQueries) => {
        const view = foldRevisions(emptyView, log);
        const fresh = (): CatalogueView => viewOf(log, log.length);
        for (const query of dropQueries)
          expect(listDrops(view, query, null, 5)).toEqual(listDrops(fresh(), query, null, 5));
        for (const query of calendarQueries)
          expect(listCalendar(view, query, null, 5)).toEqual(listCalendar(fresh(), query, null, 5));
      }),
      RUNS,
    );
  });
});
