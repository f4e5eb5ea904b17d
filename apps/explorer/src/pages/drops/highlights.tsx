import { type CalendarEvent, isSampleDropId, type ListedDrop, type Page } from '@droptrack/contracts';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { perResults } from '../../api/per-results';
import { TokenMark } from '../../parts/chain';
import { closingNext, type DatedEvent, startingNext } from '../../parts/event-times';
import { EventDrop, Start, When } from '../../parts/events';
import { formatInteger, formatUsd } from '../../parts/format';
import { Name } from '../../parts/name';
import { dropsPath, FIRST_VISIT } from './drops-state';

/** Lines per answer. */
const LINES_MAX = 3;
/** Lines of the open windows once they are unfolded: the list of live drops has pages for more. */
const UNFOLDED_MAX = 25;

interface HighlightsProps {
  /** Drops by expected value, highest first. */
  readonly page: Page<ListedDrop>;
  /** Windows of real drops that are open, the latest opened first; null while unknown. */
  readonly openWindows: readonly CalendarEvent[] | null;
  readonly events: readonly CalendarEvent[] | null;
  readonly nowMs: number;
}

/** Answers to what a visitor asks first: what is open now, what closes next, and what paid. */
const Highlights = ({ page, openWindows, events, nowMs }: HighlightsProps) => (
  <>
    {openWindows !== null && <OpenNow windows={openWindows} nowMs={nowMs} />}
    {events !== null && <Next events={events} nowMs={nowMs} />}
    <Paid drops={paidDrops(page.data)} noPayout={noPayout(page)} />
  </>
);

type HighlightsResults = readonly [HighlightsProps['page'], HighlightsProps['openWindows'], HighlightsProps['events']];

/** The answers, encoded. */
export const highlightsPart = perResults(([page, openWindows, events]: HighlightsResults, nowMs: number) =>
  Buffer.from(renderToString(<Highlights page={page} openWindows={openWindows} events={events} nowMs={nowMs} />)),
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
        <Windows windows={windows.slice(LINES_MAX, UNFOLDED_MAX)} nowMs={nowMs} />
        {windows.length > UNFOLDED_MAX && (
          <p>
            The latest {UNFOLDED_MAX}. <a href={dropsPath({ ...FIRST_VISIT, status: 'live' })}>All live drops</a>
          </p>
        )}
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
 * The drops that paid most, by drops whose highest value is first. Undefined if they are not known because a value above them
 * was recorded without its basis.
 */
function paidDrops(drops: readonly ListedDrop[]): readonly ListedDrop[] | undefined {
  const valued = drops.filter(({ ev_usd: { p50, basis } }) => p50 !== null && basis !== 'forecast');
  const unknown = valued.findIndex(({ ev_usd }) => ev_usd.basis === null);
  if (unknown === 0) return undefined;
  return valued.slice(0, unknown === -1 ? LINES_MAX : Math.min(unknown, LINES_MAX));
}

/** The sentence for drops of which none has paid. Drops beyond them can have paid only if the last one has a value. */
const noPayout = ({ data, next_cursor: next }: Page<ListedDrop>): string =>
  next === null || data.at(-1)?.ev_usd.p50 === null
    ? 'No payout of a real drop is known.'
    : `None of the ${data.length} drops with the highest value has paid yet.`;

interface PaidProps {
  readonly drops: readonly ListedDrop[] | undefined;
  readonly noPayout: string;
}

const Paid = ({ drops, noPayout: none }: PaidProps) => (
  <Answer id="paid-most" title="Paid most per wallet">
    {drops === undefined ? (
      <p>Not available at the moment. Reload the page.</p>
    ) : drops.length === 0 ? (
      <p>{none}</p>
    ) : (
      <ul>
        {drops.map((drop) => (
          <li key={drop.id}>
            <TokenMark text={drop.symbol ?? drop.name} chain={drop.chain} />{' '}
            <a href={`/drops/${encodeURIComponent(drop.id)}`}>
              <Name text={drop.name} />
            </a>{' '}
            <strong class="amount">{formatUsd(drop.ev_usd.p50 ?? 0)}</strong>
            <span class="detail">
              {drop.ev_usd.basis === 'realised' ? 'realised by' : 'estimated for'} a typical wallet
            </span>
          </li>
        ))}
      </ul>
    )}
    <p>
      <a href="/outcomes">What drops paid</a>
    </p>
  </Answer>
);
