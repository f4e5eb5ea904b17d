import { type CalendarEvent, type ListDropsQuery, type ListedDrop, PAGE_LIMIT, type Page } from '@droptrack/contracts';
import { ApiError } from '@droptrack/sdk';
import type { ApiSession } from '../../api/api-session';
import { loadEvents } from '../../api/load-events';
import { nullIfFailed } from '../../api/null-if-failed';
import { perResults } from '../../api/per-results';
import { type DatedEvent, nextOf } from '../../parts/event-times';
import { quarterStartMs, utcDay } from '../../parts/months';
import type { SampleFilter } from '../filters';
import { type DropsState, firstPage } from './drops-state';

/** Drops of a page. */
export const PAGE_DROPS = 25;

/** A drop with facts of the calendar. */
export interface DropRow {
  /** Without `hype_scores_7d` if the API cannot read them. */
  readonly drop: ListedDrop;
  readonly next: DatedEvent | null;
}

/** Contents of the list of drops. */
interface LoadedDrops {
  /** State that the rows have, which differs from the requested one if the API rejected that. */
  readonly state: DropsState;
  readonly page: Page<ListedDrop>;
  /** Drops of the page. */
  readonly rows: readonly DropRow[];
  /** Number of drops on all pages, if it is on one page of the API; null otherwise. */
  readonly total: number | null;
  /** Events of this quarter and later, and open windows; null if the calendar could not be read. */
  readonly events: readonly CalendarEvent[] | null;
  readonly notes: readonly string[];
}

/** Loads a page of drops and the calendar. */
export async function loadDrops(session: ApiSession, requested: DropsState, nowMs: number): Promise<LoadedDrops> {
  const [list, events] = await Promise.all([listDrops(session, requested), nullIfFailed(loadUpcoming(session, nowMs))]);
  const { page, state, notes } = list;
  const total = page.next_cursor === null ? null : await nullIfFailed(countDrops(session, state));
  const nextDates = events === null ? NO_DATES : nextDatesOf([events], nowMs);
  const rows = page.data.map((drop) => ({ drop, next: nextDates.get(drop.id) ?? null }));
  return { state, page, rows, total, events, notes };
}

interface ListedDrops {
  readonly state: DropsState;
  readonly page: Page<ListedDrop>;
  readonly notes: readonly string[];
}

/** A list whose cursor the API rejects is replaced by its first page; of filters that it rejects, the list is empty. */
async function listDrops(session: ApiSession, state: DropsState): Promise<ListedDrops> {
  const request = async (asked: DropsState, ...notes: string[]): Promise<ListedDrops> => ({
    state: asked,
    page: await listWithScores(session, queryOf(asked)),
    notes,
  });
  const isRejected = (error: unknown): boolean => error instanceof ApiError && error.status === 400;
  try {
    return await request(state);
  } catch (error) {
    if (!isRejected(error)) throw error;
  }
  if (state.cursor !== null) {
    const note = 'That page no longer exists, because the list has changed. This is the first page.';
    try {
      return await request(firstPage(state), note);
    } catch (error) {
      if (!isRejected(error)) throw error;
    }
  }
  return { state, page: NO_PAGE, notes: ['The API does not accept these filters, so no drop is listed.'] };
}

/**
 * Scores are read from the database of the API, drops are not: without it, the list is one without scores. An API of an earlier
 * release does not know the parameter.
 */
async function listWithScores({ client }: ApiSession, query: ListDropsQuery): Promise<Page<ListedDrop>> {
  try {
    return await client.drops.list({ ...query, include: 'hype' });
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'unknown_parameter') throw error;
    return client.drops.list(query);
  }
}

const NO_PAGE: Page<ListedDrop> = { data: [], has_more: false, next_cursor: null, as_of: '' };
/** List of a filter that cannot be used. */
export const NOTHING_LOADED = { page: NO_PAGE, rows: [], events: null, total: null, notes: [] } as const;

/** Number of drops of a list; null if they are more than a page of the API. All pages of the list share its response. */
async function countDrops({ client }: ApiSession, state: DropsState): Promise<number | null> {
  const { data, next_cursor: next } = await client.drops.list({ ...queryOf(firstPage(state)), limit: PAGE_LIMIT.max });
  return next === null ? data.length : null;
}

/** Value of `sample` of the API; absent for both kinds. */
const SAMPLE_PARAMETER: Readonly<Record<SampleFilter, { sample?: boolean }>> = {
  hidden: { sample: false },
  all: {},
  only: { sample: true },
};

function queryOf({ q, status, chain, sort, order, samples, cursor }: DropsState): ListDropsQuery {
  return {
    ...(q !== null && { q }),
    ...(status !== null && { status }),
    ...(chain !== null && { chain }),
    sort,
    order,
    ...SAMPLE_PARAMETER[samples],
    limit: PAGE_DROPS,
    ...(cursor !== null && { cursor }),
  };
}

/**
 * Events from the start of the quarter, so that one expected "some time in" this quarter is among them; from today if the
 * quarter has too many, of which the past ones come first.
 */
async function loadUpcoming(session: ApiSession, nowMs: number): Promise<readonly CalendarEvent[]> {
  const quarter = await loadEvents(session, { from: utcDay(quarterStartMs(nowMs)), include: 'ongoing' });
  if (quarter.isComplete) return quarter.events;
  return (await loadEvents(session, { from: utcDay(nowMs), include: 'ongoing' })).events;
}

const NO_DATES: ReadonlyMap<string, DatedEvent> = new Map();

/** The next date of each drop that has one. */
const nextDatesOf = perResults(([events]: readonly [readonly CalendarEvent[]], nowMs: number) => {
  const eventsOf = new Map<string, CalendarEvent[]>();
  for (const event of events) eventsOf.set(event.drop, [...(eventsOf.get(event.drop) ?? []), event]);
  const dates = new Map<string, DatedEvent>();
  for (const [drop, dated] of eventsOf) {
    const next = nextOf(dated, nowMs);
    if (next !== null) dates.set(drop, next);
  }
  return dates;
});
