import { type CalendarEvent, HYPE_WINDOWS, type HypePoint, type HypeSeries } from '@droptrack/contracts';
import { stackedSeries } from '@droptrack/pictures';
import { typeInSentence } from '../../parts/events';
import { Folded } from '../../parts/folded';
import { formatInstant } from '../../parts/format';
import { Notice, Picture } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { Time } from '../../parts/time';
import { type DropQuery, hypeHref } from './drop-query';
import { hypeParts, isScored } from './hype-columns';
import { HypeLegend } from './hype-legend';
import { HypePoints } from './hype-points';
import { HypeSignals } from './hype-signals';
import type { Part } from './load-drop';
import { namedHypeRules } from './rules';

interface HypeProps {
  readonly dropId: string;
  readonly name: string;
  readonly query: DropQuery;
  readonly hype: Part<HypeSeries>;
  /** Calendar of the drop; null if it is not available. */
  readonly events: readonly CalendarEvent[] | null;
  readonly nowMs: number;
}

/** False for a series of now without a score, which has nothing to show. True for one that could not be loaded. */
export const isMeasured = ({ to }: DropQuery, series: HypeSeries | null): boolean =>
  to !== null || series === null || series.data.some(isScored);

/** Hype of a drop over time, stacked by signal, with its numbers and its derivation. */
export const Hype = ({ dropId, name, query, hype, events, nowMs }: HypeProps) => {
  const isEmpty = !isMeasured(query, hype.data);
  return (
    <section aria-labelledby="hype">
      <h2 id="hype">Hype</h2>
      {isEmpty && <p>Not measured: no source has a reading in this window.</p>}
      <Folded when={isEmpty} summary="Windows, points and hype of the past">
        <p class="muted">
          Attention on a scale of 0 to 100: each signal adds points by its weight, and the weight without a reading
          counts as {namedHypeRules(hype.data?.ruleset ?? '').prior} of 100. <a href="/about">How scores come about</a>
        </p>
        <nav aria-label="Window of the hype series" class="windows">
          {HYPE_WINDOWS.map((window) => (
            <a
              key={window}
              href={hypeHref(dropId, { ...query, window })}
              aria-current={window === query.window ? 'true' : undefined}
            >
              {window}
            </a>
          ))}
        </nav>
        {hype.data === null ? (
          <Notice tone="warn" title="The hype series is not available">
            <p>{hype.reason}</p>
          </Notice>
        ) : (
          <Series name={name} series={hype.data} isPast={query.to !== null} />
        )}
        <PastSeries
          dropId={dropId}
          query={query}
          events={events ?? []}
          isOpen={
            query.to !== null || hype.data === null || hype.data.data.every(({ confidence }) => confidence === null)
          }
          nowMs={nowMs}
        />
      </Folded>
    </section>
  );
};

const Series = ({ name, series, isPast }: { name: string; series: HypeSeries; isPast: boolean }) => {
  const last = series.data.findLast(({ confidence }) => confidence !== null) ?? null;
  const period = `${formatInstant(series.from)} to ${formatInstant(series.to)}`;
  if (last === null) {
    return (
      <Notice title="No score in this window">
        <p>No point was recorded from {period}.</p>
      </Notice>
    );
  }
  return (
    <>
      {series.data.some(isScored) ? (
        <div class="hype-plot">
          <div class="crosshair" data-crosshair="hype-points" data-label={`Hype of ${plainName(name)}`}>
            <Picture svg={plotOf(name, series, period)} />
          </div>
          <HypeLegend series={series} point={last} />
        </div>
      ) : (
        <Notice title="No source has a reading in this window">
          <p>Hype was not measured from {period}.</p>
        </Notice>
      )}
      <HypePoints series={series} />
      <HypeSignals series={series} point={last} isPast={isPast} />
    </>
  );
};

const SIZE = { widthPx: 720, heightPx: 280 } as const;

const plotOf = (name: string, series: HypeSeries, period: string): string =>
  stackedSeries(
    { points: series.data.map(stackOf), parts: hypeParts(series) },
    { ...SIZE, title: `Hype of ${plainName(name)} by signal, ${period}. The table below has the numbers.` },
  );

const stackOf = (point: HypePoint) => ({
  atMs: Date.parse(point.t),
  total: point.score,
  parts: Object.fromEntries([
    ...Object.entries(point.signals).map(([id, { contribution }]) => [id, contribution] as const),
    ...(point.prior === null ? [] : [['prior', point.prior] as const]),
  ]),
});

interface PastSeriesProps extends Pick<HypeProps, 'dropId' | 'query' | 'nowMs'> {
  readonly events: readonly CalendarEvent[];
  readonly isOpen: boolean;
}

/** Links to the series as of past events, and a form for another day. */
const PastSeries = ({ dropId, query, events, isOpen, nowMs }: PastSeriesProps) => {
  const past = events.filter(
    ({ starts_at: startsAt, status }) => status !== 'cancelled' && Date.parse(startsAt) <= nowMs,
  );
  return (
    <details open={isOpen}>
      <summary>Hype of the past</summary>
      {query.to !== null && (
        <p>
          The series ends at or before <Time instant={query.to} />.{' '}
          <a href={hypeHref(dropId, { window: query.window, to: null, asOf: null })}>Current series</a>
        </p>
      )}
      {past.length > 0 && (
        <ul>
          {past.map(({ id, type, title, starts_at: startsAt }) => (
            <li key={id}>
              <a href={hypeHref(dropId, { window: '30d', to: startsAt, asOf: query.asOf })}>
                30 days up to its {typeInSentence(type)}
              </a>
              : <bdi>{plainName(title)}</bdi>, <Time instant={startsAt} isDate />
            </li>
          ))}
        </ul>
      )}
      <form method="get" action={`/drops/${encodeURIComponent(dropId)}#hype`}>
        <label>
          30 days up to another day <input type="date" name="to" required value={query.to?.slice(0, 10)} />
        </label>{' '}
        <input type="hidden" name="window" value="30d" />
        <button>Show</button>
      </form>
    </details>
  );
};
