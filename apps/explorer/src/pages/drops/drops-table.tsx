import { isSampleDropId } from '@droptrack/contracts';
import { sparkline } from '@droptrack/pictures';
import { Fragment } from 'preact';
import { Unknown } from '../../parts/figure';
import { formatDate, formatDelta, formatInteger, formatShare, formatUsd } from '../../parts/format';
import { Picture, SampleChip, StatusChip } from '../../parts/marks';
import { Chain, TokenMark } from '../../parts/chain';
import { Name, plainName } from '../../parts/name';
import { Meter, RangeMark } from '../../parts/plots';
import { When } from '../../parts/events';
import { type DropsState, dropsPath, firstPage } from './drops-state';
import { ClaimCell, Tokens } from './fact-cells';
import type { DropRow } from './load-drops';

const SPARKLINE = { widthPx: 96, heightPx: 24 } as const;
/** Smallest span of a sparkline, in points of hype: a change of one point must not look like a leap. */
const SPAN_MIN = 20;

interface DropsTableProps {
  readonly state: DropsState;
  readonly rows: readonly DropRow[];
  readonly nowMs: number;
}

/** The drops of a page. Narrow screens show each row as a card. */
export const DropsTable = ({ state, rows, nowMs }: DropsTableProps) => {
  const sorted = (sort: DropsState['sort']) =>
    state.sort === sort ? (state.order === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined;
  // A column without a value says nothing.
  const hasNext = rows.some(({ next }) => next !== null);
  return (
    <div class="scroll" role="region" aria-labelledby="drops-caption" tabIndex={0}>
      <table class="drops">
        <caption id="drops-caption" class="visually-hidden">
          Drops
        </caption>
        <thead>
          <tr>
            <th scope="col">Drop</th>
            <th scope="col">Status</th>
            <th scope="col" class="number" aria-sort={sorted('ev')}>
              Value per wallet
            </th>
            <th scope="col" class="number" aria-sort={sorted('hype')}>
              Hype
            </th>
            <th scope="col" class="number" aria-sort={sorted('legit')}>
              Legitimacy
            </th>
            <th scope="col" class="number">
              Tokens
            </th>
            <th scope="col" aria-sort={sorted('launch')}>
              Launch
            </th>
            <th scope="col">Claim</th>
            {hasNext && <th scope="col">Next date</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Fragment key={row.drop.id}>
              {isUnsorted(row, state) && (at === 0 || !isUnsorted(rows[at - 1] ?? row, state)) && (
                <tr class="unsorted">
                  <td colSpan={hasNext ? 9 : 8}>{UNSORTED[state.sort]}</td>
                </tr>
              )}
              <Row row={row} state={state} hasNext={hasNext} nowMs={nowMs} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Heading of the drops that have no place in the order of a sort. */
const UNSORTED: Readonly<Record<DropsState['sort'], string>> = {
  ev: 'Value not known',
  hype: 'Hype not measured',
  legit: 'Legitimacy not known',
  snapshot: 'Snapshot date not known',
  name: '',
  launch: 'Date of the launch not known',
};

function isUnsorted({ drop }: DropRow, { sort }: DropsState): boolean {
  switch (sort) {
    case 'ev':
      return drop.ev_usd.p50 === null;
    case 'hype':
      return drop.hype_score === null;
    case 'legit':
      return drop.rating.legit === null;
    case 'snapshot':
      return drop.snapshot.date === null;
    case 'launch':
      return drop.launch_at === null;
    case 'name':
      return false;
  }
}

interface RowProps {
  readonly row: DropRow;
  readonly state: DropsState;
  /** True for a table with a column of next dates. */
  readonly hasNext: boolean;
  readonly nowMs: number;
}

const Row = ({ row, state, hasNext, nowMs }: RowProps) => {
  const { drop, next } = row;
  return (
    <tr>
      <th scope="row">
        <TokenMark text={drop.symbol ?? drop.name} chain={drop.chain} />
        <a class="drop-name" href={`/drops/${encodeURIComponent(drop.id)}`}>
          <Name text={drop.name} />
        </a>{' '}
        {drop.symbol !== null && (
          <span class="drop-symbol">
            <Name text={drop.symbol} />
          </span>
        )}{' '}
        {isSampleDropId(drop.id) && <SampleChip />}
        <a class="drop-chain" href={dropsPath({ ...firstPage(state), chain: drop.chain })}>
          <span class="visually-hidden">Drops on </span>
          <Chain slug={drop.chain} />
        </a>
      </th>
      <td data-label="Status">
        <StatusChip status={drop.status} />
      </td>
      <td class="number" data-label="Value per wallet">
        <Value row={row} />
      </td>
      <td class="number" data-label="Hype">
        <Hype row={row} />
      </td>
      <td class="number" data-label="Legitimacy">
        <Rating value={drop.rating.legit} />
      </td>
      <td class="number" data-label="Tokens">
        <Tokens drop={drop} />
      </td>
      <td data-label="Launch">
        {drop.launch_at === null ? <Unknown /> : <span class="day">{formatDate(drop.launch_at)}</span>}
      </td>
      <td data-label="Claim">
        <ClaimCell claim={drop.claim} />
      </td>
      {hasNext && (
        <td data-label="Next date">
          {next === null ? (
            <Unknown />
          ) : (
            <>
              <Name text={next.event.title} />
              <span class="detail">
                <When dated={next} nowMs={nowMs} />
              </span>
            </>
          )}
        </td>
      )}
    </tr>
  );
};

const Rating = ({ value }: { readonly value: number | null }) =>
  value === null ? (
    <Unknown />
  ) : (
    <>
      {formatInteger(value)}
      <Meter value={value} />
    </>
  );

const Value = ({ row: { drop, basis } }: { readonly row: DropRow }) => {
  const { p10, p50, p90 } = drop.ev_usd;
  if (p50 === null) return <Unknown />;
  return (
    <>
      {basis !== null && <span class={`basis basis-${basis}`}>{basis} </span>}
      <strong>{formatUsd(p50)}</strong>
      {p10 !== null && p90 !== null && <RangeMark p10={p10} p50={p50} p90={p90} />}
    </>
  );
};

const Hype = ({ row: { drop, series } }: { readonly row: DropRow }) => {
  const { hype_score: score, hype_delta_7d: delta, hype_confidence: confidence } = drop;
  if (score === null) return <Unknown text="not measured" />;
  return (
    <>
      <strong>{formatInteger(score)}</strong>
      {delta !== null && (
        <span class="delta">
          {' '}
          {formatDelta(delta)} <abbr title="in 7 days">7d</abbr>
        </span>
      )}
      {series !== null && <Course name={drop.name} scores={series.data.map((point) => point.score)} />}
      <span class="detail">
        {confidence === null ? (
          <>
            confidence <Unknown />
          </>
        ) : (
          `confidence ${formatShare(confidence)}`
        )}
      </span>
    </>
  );
};

/** Scores of the last 7 days as a line. */
const Course = ({ name, scores }: { readonly name: string; readonly scores: readonly (number | null)[] }) => {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  const middle = (least + greatest) / 2;
  const half = Math.max(SPAN_MIN, greatest - least) / 2;
  const title = `Hype of ${plainName(name)} in the last 7 days`;
  return <Picture svg={sparkline(scores, { ...SPARKLINE, title, domain: [middle - half, middle + half] })} />;
};
