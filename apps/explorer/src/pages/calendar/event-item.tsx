import { parseUrl } from '@droptrack/resilience';
import type { CalendarEvent } from '@droptrack/contracts';
import { Chain } from '../../parts/chain';
import { formatInstant } from '../../parts/format';
import { hostOf } from '../../parts/host';
import { ExternalLink } from '../../parts/marks';
import { Name } from '../../parts/name';
import { Time } from '../../parts/time';
import { hasDay } from '../../parts/event-times';
import { EVENT_TYPES, EventDrop, EventStatus, isTypeInTitle, Start } from '../../parts/events';

interface EventItemProps {
  readonly event: CalendarEvent;
  readonly nowMs: number;
  /** Shows the end of a window first, for a window that has opened. */
  readonly endsFirst?: boolean;
  /** Shows the period of the start, where no title does. */
  readonly hasPeriod?: boolean;
}

/** An event of the agenda. */
export const EventItem = ({ event, nowMs, endsFirst = false, hasPeriod = false }: EventItemProps) => (
  <li>
    <p>
      <EventDrop event={event} /> <Name text={event.title} />
      {endsFirst && event.ends_at !== null && (
        <strong>
          {' '}
          {Date.parse(event.ends_at) > nowMs ? 'closes' : 'closed'} <Time instant={event.ends_at} nowMs={nowMs} />
        </strong>
      )}
    </p>
    <p class="detail">
      <EventStatus event={event} nowMs={nowMs} />
      {!isTypeInTitle(event) && <span>{EVENT_TYPES[event.type] ?? event.type}</span>}
      <Chain slug={event.chain} />
      {hasPeriod && (
        <span>
          <Start event={event} />
        </span>
      )}
      <Span event={event} />
      {event.url !== null && parseUrl(event.url) !== null && (
        <ExternalLink url={event.url}>
          <Name text={hostOf(event.url)} />
        </ExternalLink>
      )}
    </p>
  </li>
);

/** Time of day of a start, as far as it is known, and the end of a window. */
const Span = ({ event }: { readonly event: CalendarEvent }) => {
  const { starts_at: startsAt, ends_at: endsAt, precision } = event;
  const hasTime = hasDay(event) && precision !== 'day';
  if (!hasTime && endsAt === null) return null;
  return (
    <span>
      {hasTime && <Time instant={startsAt} />}
      {endsAt !== null && (
        <>
          {' '}
          until <time dateTime={endsAt}>{formatInstant(endsAt)}</time>
        </>
      )}
    </span>
  );
};
