import { type CalendarEvent, isSampleDropId } from '@droptrack/contracts';
import { formatUsd } from '../../parts/format';
import { Name } from '../../parts/name';
import { closingNext, type DatedEvent, startingNext } from '../../parts/event-times';
import { EventDrop, When } from '../../parts/events';
import type { DropRow } from './load-drops';

/** Dates per panel. */
const DATES_MAX = 3;

interface HighlightsProps {
  /** Drops by expected value, highest first. */
  readonly rows: readonly DropRow[];
  /** True if the rows are all drops. */
  readonly isComplete: boolean;
  readonly events: readonly CalendarEvent[] | null;
  readonly nowMs: number;
}

/** The facts that a new visitor looks for first. */
export const Highlights = ({ rows, isComplete, events, nowMs }: HighlightsProps) => (
  <div class="highlights">
    <BestPaid row={bestPaid(rows)} noPayout={noPayout(rows, isComplete)} />
    {events !== null && (
      <>
        <Dates
          title="Closes next"
          dates={closingNext(events, nowMs)}
          nowMs={nowMs}
          none="No window with a known end is open."
          noneReal="No open window of a real drop has a known end. Samples:"
        />
        <Dates
          title="Next dates"
          dates={startingNext(events, nowMs)}
          nowMs={nowMs}
          none="No date is known."
          noneReal="No date of a real drop is known. Samples:"
        />
      </>
    )}
  </div>
);

/**
 * The drop that paid most, by rows whose highest value is first; null if none has paid. Undefined if it is not known because
 * a value above it was recorded without its basis.
 */
function bestPaid(rows: readonly DropRow[]): DropRow | null | undefined {
  const best = rows.find(({ drop, basis }) => drop.ev_usd.p50 !== null && basis !== 'forecast');
  return best?.basis === null ? undefined : (best ?? null);
}

/** The sentence for rows of which none has paid. Drops beyond them can have paid only if the last row has a value. */
const noPayout = (rows: readonly DropRow[], isComplete: boolean): string =>
  isComplete || rows.at(-1)?.drop.ev_usd.p50 === null
    ? 'No payout of a real drop is known.'
    : `None of the ${rows.length} drops with the highest value has paid yet.`;

interface BestPaidProps {
  readonly row: DropRow | null | undefined;
  readonly noPayout: string;
}

const BestPaid = ({ row, noPayout }: BestPaidProps) => (
  <section class="panel" aria-labelledby="best-paid">
    <h2 id="best-paid">Paid most per wallet</h2>
    {row === undefined ? (
      <p>Not available at the moment. Reload the page.</p>
    ) : row === null || row.drop.ev_usd.p50 === null ? (
      <p>{noPayout}</p>
    ) : (
      <>
        <p class="highlight">
          <a href={`/drops/${encodeURIComponent(row.drop.id)}`}>
            <Name text={row.drop.name} />
          </a>{' '}
          <strong>{formatUsd(row.drop.ev_usd.p50)}</strong>
        </p>
        <p class="muted">
          {row.basis === 'realised' ? 'Realised by' : 'Estimated for'} a typical wallet
          {row.drop.ev_usd.p10 !== null && row.drop.ev_usd.p90 !== null && (
            <>
              ; range {formatUsd(row.drop.ev_usd.p10)} to {formatUsd(row.drop.ev_usd.p90)}
            </>
          )}
        </p>
      </>
    )}
  </section>
);

interface DatesProps {
  readonly title: string;
  readonly dates: readonly DatedEvent[];
  readonly nowMs: number;
  readonly none: string;
  readonly noneReal: string;
}

/** Dates of real drops; those of samples only if there are no others. */
const Dates = ({ title, dates, nowMs, none, noneReal }: DatesProps) => {
  const real = dates.filter(({ event }) => !isSampleDropId(event.drop));
  const shown = (real.length > 0 ? real : dates).slice(0, DATES_MAX);
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {shown.length === 0 && <p>{none}</p>}
      {shown.length > 0 && real.length === 0 && <p class="muted">{noneReal}</p>}
      <ul>
        {shown.map((dated) => (
          <li key={dated.event.id}>
            <EventDrop event={dated.event} />{' '}
            <span class="muted">
              <Name text={dated.event.title} />: <When dated={dated} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
