import { isSampleDropId, type ListedDrop } from '@droptrack/contracts';
import { sparkline } from '@droptrack/pictures';
import { Unknown } from '../../parts/figure';
import { formatDate, formatDelta, formatInteger, formatShare, formatUsd } from '../../parts/format';
import { Picture, SampleChip, StatusChip } from '../../parts/marks';
import { Chain, TokenMark } from '../../parts/chain';
import { Name, plainName } from '../../parts/name';
import { Meter, RangeMark } from '../../parts/plots';
import { ClaimCell, Tokens } from './fact-cells';

const SPARKLINE = { widthPx: 96, heightPx: 24 } as const;
/** Smallest span of a sparkline, in points of hype: a change of one point must not look like a leap. */
const SPAN_MIN = 20;

/** Address in the cells, in place of which the list of the chain of a drop comes. */
export const CHAIN_PATH = '#chain';

interface DropProps {
  /** Its basis is null while the expected value is unknown, and for one that was recorded without it. */
  readonly drop: ListedDrop;
}

/** Cells of a drop, except that of its next date. */
export const Cells = ({ drop }: DropProps) => (
  <>
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
      <a class="drop-chain" href={CHAIN_PATH}>
        <span class="visually-hidden">Drops on </span>
        <Chain slug={drop.chain} />
      </a>
    </th>
    <td data-label="Status">
      <StatusChip status={drop.status} />
    </td>
    <td class="number" data-label="Value per wallet">
      <Value drop={drop} />
    </td>
    <td class="number" data-label="Hype">
      <Hype drop={drop} />
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
  </>
);

const Rating = ({ value }: { readonly value: number | null }) =>
  value === null ? (
    <Unknown />
  ) : (
    <>
      {formatInteger(value)}
      <Meter value={value} />
    </>
  );

const Value = ({ drop }: DropProps) => {
  const { p10, p50, p90, basis } = drop.ev_usd;
  if (p50 === null) return <Unknown />;
  return (
    <>
      {basis !== null && <span class={`basis basis-${basis}`}>{basis} </span>}
      <strong>{formatUsd(p50)}</strong>
      {p10 !== null && p90 !== null && <RangeMark p10={p10} p50={p50} p90={p90} />}
    </>
  );
};

const Hype = ({ drop }: DropProps) => {
  const { hype_score: score, hype_delta_7d: delta, hype_confidence: confidence, hype_scores_7d: scores } = drop;
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
      {scores !== undefined && <Course name={drop.name} scores={scores} />}
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
