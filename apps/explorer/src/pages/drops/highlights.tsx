import { type CalendarEvent, isSampleDropId } from '@droptrack/contracts';
import type { ComponentChildren } from 'preact';
import { TokenMark } from '../../parts/chain';
import { closingNext, type DatedEvent, startingNext } from '../../parts/event-times';
import { EventDrop, Start, When } from '../../parts/events';
import { formatInteger, formatUsd } from '../../parts/format';
import { Name } from '../../parts/name';
import type { DropRow } from './load-drops';

/** Lines per answer. */
const LINES_MAX = 3;

interface HighlightsProps {
  /** Drops by expected value, highest first. */
  readonly rows: readonly DropRow[];
  /** True if the rows are all drops. */
  readonly isComplete: boolean;
  /** Windows of real drops that are open, the latest opened first; null while unknown. */
  readonly openWindows: readonly CalendarEvent[] | null;
  readonly events: readonly CalendarEvent[] | null;
  readonly nowMs: number;
}

/** Answers to what a visitor asks first: what is open now, what closes next, and what paid. */
export const Highlights = ({ rows, isComplete, openWindows, events, nowMs }: HighlightsProps) => (
  <div class="highlights">
    {openWindows !== null && <OpenNow windows={openWindows} nowMs={nowMs} />}
    {events !== null && <Next events={events} nowMs={nowMs} />}
    <Paid rows={paidRows(rows)} noPayout={noPayout(rows, isComplete)} />
  </div>
);

/** A question as a heading, with its answer. */
const Answer = ({ id, title, children }: { id: string; title: ComponentChildren; children: ComponentChildren }) => (
  <section class="panel" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

const OpenNow = ({ windows, nowMs }: { readonly windows: readonly CalendarEvent[]; readonly nowMs: number }) => (
  <Answer id="open-now" title="Open now">
    {windows.length === 0 ? (
      <p>No claim of a real drop is open.</p>
    ) : (
      <p class="highlight">
        <strong>{formatInteger(windows.length)}</strong> {windows.length === 1 ? 'claim' : 'claims'}
      </p>
    )}
    <Windows windows={windows.slice(0, LINES_MAX)} nowMs={nowMs} />
    {windows.length > LINES_MAX && (
      <details>
        <summary>{formatInteger(windows.length - LINES_MAX)} more</summary>
        <Windows windows={windows.slice(LINES_MAX)} nowMs={nowMs} />
      </details>
    )}
  </Answer>
);

const Windows = ({ windows, nowMs }: { readonly windows: readonly CalendarEvent[]; readonly nowMs: number }) => (
  <ul>
    {windows.map((event) => (
      <li key={event.id}>
        <TokenMark text={event.drop_name} chain={event.chain} /> <EventDrop event={event} />
        <span class="detail">
          {event.ends_at === null ? (
            <>
              since <Start event={event} />
            </>
          ) : (
            <When dated={{ event, part: 'end', atMs: Date.parse(event.ends_at) }} nowMs={nowMs} />
          )}
        </span>
      </li>
    ))}
  </ul>
);

/** Ends of open windows. Without one, what starts next follows. */
const Next = ({ events, nowMs }: { readonly events: readonly CalendarEvent[]; readonly nowMs: number }) => {
  const isReal = ({ event }: DatedEvent): boolean => !isSampleDropId(event.drop);
  const [closing, starting] = [closingNext(events, nowMs), startingNext(events, nowMs)];
  const real = [closing.filter(isReal), starting.filter(isReal)] as const;
  const hasReal = real.some((dates) => dates.length > 0);
  const [ends, starts] = hasReal ? real : [closing, starting];
  return (
    <Answer id="closes-next" title="Closes next">
      {real[0].length === 0 && <p>No open window of a real drop has a known end.</p>}
      {!hasReal && ends.length + starts.length > 0 && <p class="muted">Samples:</p>}
      <Dates dates={ends} nowMs={nowMs} />
      {ends.length === 0 && starts.length > 0 && (
        <>
          <h3>Starts next</h3>
          <Dates dates={starts} nowMs={nowMs} />
        </>
      )}
      <p>
        <a href="/calendar">Calendar</a>
      </p>
    </Answer>
  );
};

const Dates = ({ dates, nowMs }: { readonly dates: readonly DatedEvent[]; readonly nowMs: number }) => (
  <ul>
    {dates.slice(0, LINES_MAX).map((dated) => (
      <li key={dated.event.id}>
        <TokenMark text={dated.event.drop_name} chain={dated.event.chain} /> <EventDrop event={dated.event} />
        <span class="detail">
          <Name text={dated.event.title} />: <When dated={dated} nowMs={nowMs} />
        </span>
      </li>
    ))}
  </ul>
);

/**
 * The drops that paid most, by rows whose highest value is first. Undefined if they are not known because a value above them
 * was recorded without its basis.
 */
function paidRows(rows: readonly DropRow[]): readonly DropRow[] | undefined {
  const valued = rows.filter(({ drop, basis }) => drop.ev_usd.p50 !== null && basis !== 'forecast');
  const unknown = valued.findIndex(({ basis }) => basis === null);
  if (unknown === 0) return undefined;
  return valued.slice(0, unknown === -1 ? LINES_MAX : Math.min(unknown, LINES_MAX));
}

/** The sentence for rows of which none has paid. Drops beyond them can have paid only if the last row has a value. */
const noPayout = (rows: readonly DropRow[], isComplete: boolean): string =>
  isComplete || rows.at(-1)?.drop.ev_usd.p50 === null
    ? 'No payout of a real drop is known.'
    : `None of the ${rows.length} drops with the highest value has paid yet.`;

interface PaidProps {
  readonly rows: readonly DropRow[] | undefined;
  readonly noPayout: string;
}

const Paid = ({ rows, noPayout: none }: PaidProps) => (
  <Answer id="paid-most" title="Paid most per wallet">
    {rows === undefined ? (
      <p>Not available at the moment. Reload the page.</p>
    ) : rows.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul>
        {rows.map(({ drop, basis }) => (
          <li key={drop.id}>
            <TokenMark text={drop.symbol ?? drop.name} chain={drop.chain} />{' '}
            <a href={`/drops/${encodeURIComponent(drop.id)}`}>
              <Name text={drop.name} />
            </a>{' '}
            <strong class="amount">{formatUsd(drop.ev_usd.p50 ?? 0)}</strong>
            <span class="detail">{basis === 'realised' ? 'realised by' : 'estimated for'} a typical wallet</span>
          </li>
        ))}
      </ul>
    )}
    <p>
      <a href="/outcomes">What drops paid</a>
    </p>
  </Answer>
);
