import { parseUrl } from '@droptrack/resilience';
import {
  type CalendarEvent,
  type CalendarEventType,
  type CalendarFeedForm,
  type FactSource,
  markedName,
} from '@droptrack/contracts';
import {
  type CalendarTime,
  date,
  dateTime,
  DAY_MS,
  instantText,
  periodEndMs,
  precisionKind,
  startOfDay,
  startText,
} from './instants';
import { openVevent } from './vevent';

/** A written event, or one end of it, for any number of calendars. */
export interface EventPart {
  /** VEVENT without its last line. */
  readonly text: string;
  readonly isCancelled: boolean;
  /** Instant up to which it concerns anyone: its end, or its cancellation; milliseconds since the epoch. */
  readonly untilMs: number;
}

/**
 * Writes a calendar event.
 *
 * @param form - `points`: a window is two events, at its start and at its end; `spans`: one event from start to end.
 * @param host - second half of the `UID`: the host of the service.
 */
export function eventParts(event: CalendarEvent, form: CalendarFeedForm, host: string): EventPart[] {
  if (form === 'spans') return [partOf(event, `${event.id}@${host}`, span(event))];
  const parts = [partOf(event, `${event.id}.start@${host}`, startPoint(event))];
  if (event.ends_at !== null) parts.push(partOf(event, `${event.id}.end@${host}`, endPoint(event, event.ends_at)));
  return parts;
}

/** Time and summary of a part. */
interface Placed {
  readonly start: CalendarTime;
  /** Exclusive; null for an instant, and for one day. */
  readonly end: CalendarTime | null;
  /** Exclusive end, milliseconds since the epoch. */
  readonly endMs: number;
  readonly summary: string;
}

function partOf(event: CalendarEvent, uid: string, { start, end, endMs, summary }: Placed): EventPart {
  const isCancelled = event.status === 'cancelled';
  const updatedMs = Date.parse(event.updated_at);
  const text = openVevent({
    uid,
    sequence: event.sequence,
    updatedMs,
    start,
    end,
    // Some clients ignore STATUS in a subscription.
    summary: `${isCancelled ? 'Cancelled: ' : ''}${nameOf(event)}: ${summary}`,
    description: describe(event),
    status: event.status,
    url: pageOf(event),
    categories: [TYPE_NAMES[event.type], event.chain],
  });
  return { text, isCancelled, untilMs: isCancelled ? Math.min(endMs, updatedMs) : endMs };
}

const TYPE_NAMES: Readonly<Record<CalendarEventType, string>> = {
  snapshot: 'Snapshot',
  tge: 'Token generation',
  claim: 'Claim',
  phase: 'Phase',
};

const nameOf = ({ drop, drop_name: name }: CalendarEvent): string => markedName({ id: drop, name });

/** A start within a period is a span over the period, whose summary says so. */
function startPoint(event: CalendarEvent): Placed {
  const startMs = Date.parse(event.starts_at);
  const kind = precisionKind(event.precision);
  const summary = event.ends_at === null ? event.title : startTitle(event);
  if (kind === 'instant') return { start: dateTime(startMs), end: null, endMs: startMs, summary };
  const endMs = periodEndMs(event);
  if (kind === 'day') return { start: date(startMs), end: null, endMs, summary };
  return { start: date(startMs), end: date(endMs), endMs, summary: `${summary} (${startText(event)})` };
}

/** The end of a window that ends with a day, and is not known to the hour, is its last day. */
function endPoint(event: CalendarEvent, endsAt: string): Placed {
  const endMs = Date.parse(endsAt);
  const summary = endTitle(event);
  const isDay = precisionKind(event.precision) !== 'instant' && endMs === startOfDay(endMs);
  return isDay
    ? { start: date(endMs - DAY_MS), end: null, endMs, summary }
    : { start: dateTime(endMs), end: null, endMs, summary };
}

function span(event: CalendarEvent): Placed {
  if (event.ends_at === null) return startPoint(event);
  const [startMs, endMs] = [Date.parse(event.starts_at), Date.parse(event.ends_at)];
  const kind = precisionKind(event.precision);
  if (kind === 'instant') return { start: dateTime(startMs), end: dateTime(endMs), endMs, summary: event.title };
  const lastMs = Math.max(periodEndMs(event), startOfDay(endMs - 1) + DAY_MS);
  const summary = kind === 'day' ? event.title : `${event.title} (starts ${startText(event)})`;
  return { start: date(startMs), end: date(lastMs), endMs: lastMs, summary };
}

/** Titles such as "Claims open" state the start already. */
const STATES_START = /\b(open|opens|begin|begins|start|starts)\b/i;

const startTitle = ({ type, title }: CalendarEvent): string =>
  STATES_START.test(title) ? title : `${title} ${type === 'claim' ? 'opens' : 'starts'}`;

const endTitle = ({ type, title }: CalendarEvent): string => (type === 'claim' ? 'Claim closes' : `${title} ends`);

/** The whole event, as each of its parts shows only one end. */
function describe(event: CalendarEvent): string {
  const { type, title, ends_at: endsAt, block, source } = event;
  const lines = [
    `${TYPE_NAMES[type]} of ${nameOf(event)}: ${title}`,
    `Status: ${statusText(event)}`,
    `Start: ${startText(event)}`,
    endsAt === null ? null : `End: ${instantText(endsAt)}`,
    block === null ? null : `Block: ${block}`,
    source === null ? null : sourceText(source),
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** Status in words that stay true after the end of a window, as a written event is not written again at that time. */
function statusText({ type, status, ends_at: endsAt }: CalendarEvent): string {
  if (status !== 'occurred') return status;
  if (endsAt !== null) return `open until ${instantText(endsAt)}`;
  return type === 'claim' ? 'open, no end is known' : status;
}

const sourceText = ({ kind, url }: FactSource): string => `Source: ${url === null ? kind : `${kind}, ${url}`}`;

/** Page of the event, or of its source. */
function pageOf({ url, source }: CalendarEvent): string | null {
  const page = url ?? source?.url ?? null;
  const parsed = page === null ? null : parseUrl(page);
  if (parsed === null) return null;
  const { protocol, href } = parsed;
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
