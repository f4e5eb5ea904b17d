import {
  CALENDAR_PRECISIONS,
  type CalendarEventStatus,
  type CalendarPrecision,
  type FactSource,
} from '@droptrack/contracts';
import type { DropDefinition, EventDefinition, Provenance } from '../definition';
import { publishedEventUrl } from '../domains/official-domains';
import type { CalendarEventBody } from '../revision';

/** Identity of an event, with the number of changes of its schedule. */
interface EventIdentity {
  /** `cal_` and 20 characters. */
  readonly id: string;
  /** 0 initially, incremented by every change of dates, precision or declared status. */
  readonly sequence: number;
}

/**
 * Derives the published state of a calendar event at an instant.
 *
 * @param atMs - milliseconds since the epoch; determines whether the event has `occurred`.
 */
export function deriveCalendarEvent(
  definition: DropDefinition,
  event: EventDefinition,
  identity: EventIdentity,
  atMs: number,
): CalendarEventBody {
  return {
    id: identity.id,
    drop: definition.id,
    drop_name: definition.name,
    chain: definition.chain.value,
    type: event.type,
    title: event.title,
    starts_at: event.startsAt,
    ends_at: event.endsAt,
    precision: event.precision,
    status: eventStatusAt(event, atMs),
    block: event.block,
    phase: event.phase,
    url: publishedEventUrl(event, definition),
    source: event.source === null ? null : factSource(event.source),
    sequence: identity.sequence,
  };
}

/**
 * Status of an event at an instant. A confirmed event with a precision of a day or finer has occurred at its start, with a
 * coarser precision at the end of its period. Events that are not confirmed keep their status.
 */
export function eventStatusAt(event: EventDefinition, atMs: number): CalendarEventStatus {
  if (event.status !== 'confirmed') return event.status;
  return occursAtMs(event) <= atMs ? 'occurred' : 'confirmed';
}

/** Lengths of the periods coarser than a day. */
const PERIODS: Readonly<Partial<Record<CalendarPrecision, { readonly months: number; readonly days: number }>>> = {
  week: { months: 0, days: 7 },
  month: { months: 1, days: 0 },
  quarter: { months: 3, days: 0 },
  year: { months: 12, days: 0 },
};

/** Lengths of the periods of a day and finer, in milliseconds. */
export const FINE_PERIODS_MS: Readonly<Partial<Record<CalendarPrecision, number>>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** Time at which a confirmed event occurs, milliseconds since the epoch: its start, or the end of a coarse period. */
export function occursAtMs({ startsAt, precision }: Pick<EventDefinition, 'startsAt' | 'precision'>): number {
  const start = new Date(startsAt);
  const period = PERIODS[precision];
  if (isDayOrFiner(precision) || period === undefined) return start.getTime();
  start.setUTCMonth(start.getUTCMonth() + period.months, start.getUTCDate() + period.days);
  return start.getTime();
}

/** Converts a provenance to its wire format; a declared value counts from the start of the day of its statement. */
export function factSource({ kind, url, at, observedAt }: Provenance): FactSource {
  return { kind, url, observed_at: observedAt ?? (at === null ? null : `${at}T00:00:00.000Z`) };
}

const DAY_OR_FINER: readonly CalendarPrecision[] = CALENDAR_PRECISIONS.slice(0, CALENDAR_PRECISIONS.indexOf('day') + 1);

/** True for a precision of a day or finer: only then is the start of the event an instant that changes the status. */
export function isDayOrFiner(precision: CalendarPrecision): boolean {
  return DAY_OR_FINER.includes(precision);
}

/** Starts of the confirmed events with a precision of a day or finer, milliseconds since the epoch. */
export function certainStarts(events: readonly EventDefinition[]): number[] {
  return events.filter(isCertain).map(({ startsAt }) => Date.parse(startsAt));
}

/** Confirmed events with a precision of a day or finer that have started. */
export function certainEventsBegun(events: readonly EventDefinition[], atMs: number): EventDefinition[] {
  return events.filter((event) => isCertain(event) && Date.parse(event.startsAt) <= atMs);
}

function isCertain({ status, precision }: EventDefinition): boolean {
  return status === 'confirmed' && isDayOrFiner(precision);
}
