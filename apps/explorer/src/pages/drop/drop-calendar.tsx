import type { CalendarEvent, Page } from '@droptrack/contracts';
import { statusTimeline } from '@droptrack/pictures';
import type { ComponentChildren } from 'preact';
import { Unknown } from '../../parts/figure';
import { EventStatus, isTypeInTitle, Start, typeInSentence } from '../../parts/events';
import { formatInteger } from '../../parts/format';
import { hostOf } from '../../parts/host';
import { ExternalLink, Notice, Picture } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { Time } from '../../parts/time';
import type { Part } from './load-drop';
import { Source } from './source';
import { Table } from '../../parts/table';

const SIZE = { widthPx: 720, heightPx: 120 } as const;

interface DropCalendarProps {
  readonly name: string;
  readonly events: Part<Page<CalendarEvent>>;
  readonly isPast: boolean;
  readonly nowMs: number;
}

/** All events of a drop, as a picture and as a table. */
export const DropCalendar = ({ name, events, isPast, nowMs }: DropCalendarProps) => (
  <section aria-labelledby="calendar">
    <h2 id="calendar">Calendar</h2>
    {isPast && <p>The calendar as it is known now.</p>}
    {events.data === null ? (
      <Notice tone="warn" title="The calendar is not available">
        <p>{events.reason}</p>
      </Notice>
    ) : (
      <Events name={name} page={events.data} nowMs={nowMs} />
    )}
  </section>
);

const Events = ({ name, page, nowMs }: { name: string; page: Page<CalendarEvent>; nowMs: number }) => {
  const shown = page.data.filter(({ status }) => status !== 'cancelled');
  if (page.data.length === 0) return <p>No event is known.</p>;
  return (
    <>
      {shown.length > 0 && (
        <Picture
          svg={statusTimeline(
            { events: shown.map(stepOf), nowMs },
            { ...SIZE, title: `Events of ${plainName(name)}. The table below has the dates.` },
          )}
        />
      )}
      <Table
        caption="Events"
        columns={[
          { title: 'Event', isNumber: false },
          { title: 'Start', isNumber: false },
          { title: 'End', isNumber: false },
          { title: 'Status', isNumber: false },
          { title: 'Source', isNumber: false },
        ]}
        rows={page.data.map((event) => eventRow(event, nowMs))}
      />
      {page.has_more && <p>Only the first {page.data.length} events are shown.</p>}
    </>
  );
};

const stepOf = ({ title, type, starts_at: startsAt, ends_at: endsAt }: CalendarEvent) => ({
  label: plainName(title, 40),
  type,
  startsAtMs: Date.parse(startsAt),
  endsAtMs: endsAt === null ? null : Date.parse(endsAt),
});

const eventRow = (event: CalendarEvent, nowMs: number): ComponentChildren[] => {
  const { ends_at: endsAt } = event;
  return [
    <EventName {...event} />,
    <Start event={event} />,
    endsAt === null ? <Unknown /> : <Time instant={endsAt} />,
    <EventStatus event={event} nowMs={nowMs} />,
    <EventSource {...event} />,
  ];
};

/** Title of an event, with its type where the title does not contain it. */
const EventName = ({ title, type, block }: CalendarEvent) => (
  <>
    <bdi>{plainName(title)}</bdi>
    {!isTypeInTitle({ title, type }) && `, ${typeInSentence(type)}`}
    {block !== null && `, block ${formatInteger(block)}`}
  </>
);

const EventSource = ({ source, url }: CalendarEvent) => (
  <>
    <Source source={source} />
    {url !== null && (
      <>
        . More: <ExternalLink url={url}>{hostOf(url)}</ExternalLink>
      </>
    )}
  </>
);
