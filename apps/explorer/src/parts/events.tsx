import { type EventState, eventStateAt } from '@droptrack/catalogue';
import { type CalendarEvent, type CalendarEventType, isSampleDropId } from '@droptrack/contracts';
import { formatPeriod } from './format';
import { Name } from './name';
import { Chip, SampleChip } from './marks';
import { Time } from './time';
import type { DatedEvent } from './event-times';

/** Names of the types of events. */
export const EVENT_TYPES: Readonly<Record<CalendarEventType, string>> = {
  snapshot: 'Snapshot',
  tge: 'Token generation',
  claim: 'Claim',
  phase: 'Phase',
};

/** Name of a type of events within a sentence. */
export const typeInSentence = (type: CalendarEventType): string => (EVENT_TYPES[type] ?? type).toLowerCase();

/** True if the title of an event names its type, so that naming the type as well would repeat it. */
export const isTypeInTitle = ({ title, type }: Pick<CalendarEvent, 'title' | 'type'>): boolean =>
  title.toLowerCase().includes(typeInSentence(type));

const STATE_TONES: Readonly<Record<EventState, 'plain' | 'good' | 'warn' | 'bad'>> = {
  tentative: 'warn',
  confirmed: 'good',
  open: 'good',
  closed: 'plain',
  unknown: 'warn',
  occurred: 'plain',
  cancelled: 'bad',
};

/** State of an event in a word: its status, or that of its window once it has begun. */
export const EventStatus = ({ event, nowMs }: { readonly event: CalendarEvent; readonly nowMs: number }) => {
  const state = eventStateAt(event, nowMs);
  return <Chip tone={STATE_TONES[state] ?? 'plain'}>{state === 'unknown' ? 'end unknown' : state}</Chip>;
};

/** Start of an event, no finer than it is known. */
export const Start = ({ event }: { readonly event: Pick<CalendarEvent, 'starts_at' | 'precision'> }) => {
  const { starts_at: startsAt, precision } = event;
  const text = formatPeriod(startsAt, precision);
  const machine = machineTime(startsAt, precision);
  const shown = machine === null ? <span>{text}</span> : <time dateTime={machine}>{text}</time>;
  return precision === 'month' || precision === 'quarter' || precision === 'year' ? <>some time in {shown}</> : shown;
};

/** Value of `datetime` for a period; null if HTML has no notation for it. */
function machineTime(startsAt: string, precision: CalendarEvent['precision']): string | null {
  switch (precision) {
    case 'year':
      return startsAt.slice(0, 4);
    case 'quarter':
      return null;
    case 'month':
      return startsAt.slice(0, 7);
    case 'week':
    case 'day':
      return startsAt.slice(0, 10);
    default:
      return startsAt;
  }
}

/** Link to the drop of an event, with the mark of a sample. */
export const EventDrop = ({ event }: { readonly event: CalendarEvent }) => (
  <>
    <a href={`/drops/${encodeURIComponent(event.drop)}`}>
      <Name text={event.drop_name} />
    </a>
    {isSampleDropId(event.drop) && (
      <>
        {' '}
        <SampleChip />
      </>
    )}
  </>
);

/** `closes in 11 days`, `opens Jul 10, 2026`, with the word for an unconfirmed date. */
export const When = ({ dated: { event, part }, nowMs }: { readonly dated: DatedEvent; readonly nowMs: number }) =>
  part === 'end' && event.ends_at !== null ? (
    <>
      closes <Time instant={event.ends_at} nowMs={nowMs} />
    </>
  ) : (
    <>
      <Start event={event} />
      {event.status === 'tentative' && ', tentative'}
    </>
  );
