import type { ClaimBucket, DropClaims } from '@droptrack/contracts';
import { formatDate, formatInteger, formatShare, formatTokens } from '../../parts/format';
import { Time } from '../../parts/time';
import { tokenUnit } from '../../parts/token-unit';
import type { Part } from './load-drop';

const [WIDTH, HEIGHT] = [560, 120] as const;
const FOOT = 100;
const DAY_MS = 86_400_000;

interface ClaimCurveProps {
  readonly claims: Part<DropClaims>;
  /** Null while unknown. */
  readonly symbol: string | null;
}

/** How much of a drop was claimed, and when; nothing for a drop whose distributors are not followed. */
export const ClaimCurve = ({ claims: { data, reason }, symbol }: ClaimCurveProps) => {
  if (data === null) {
    return (
      <section aria-labelledby="claimed" class="panel">
        <h2 id="claimed">Claimed so far</h2>
        <p class="muted">{reason}</p>
      </section>
    );
  }
  if (data.distributors.length === 0) return null;
  return (
    <section aria-labelledby="claimed" class="panel">
      <h2 id="claimed">Claimed so far</h2>
      <Figures {...data} symbol={symbol} />
      {data.data.length > 1 && <Curve days={data.data} />}
      <AsOf {...data} />
    </section>
  );
};

const Figures = ({
  wallets,
  tokens,
  median_hours_to_claim: median,
  symbol,
}: DropClaims & Pick<ClaimCurveProps, 'symbol'>) => (
  <p>
    {formatInteger(wallets.claimed)} wallets
    {wallets.share !== null && ` (${formatShare(wallets.share)})`} have claimed{' '}
    {formatTokens(tokens.claimed, tokens.decimals)} {tokenUnit({ decimals: tokens.decimals, symbol })}
    {tokens.share !== null && ` (${formatShare(tokens.share)})`}
    {median !== null &&
      `, half of them within ${median < 48 ? `${median + 1} hours` : `${Math.ceil(median / 24)} days`}`}
    .{tokens.left_at_end !== null && ` ${formatTokens(tokens.left_at_end, tokens.decimals)} were left at the end.`}
  </p>
);

/** A bar per day, from the first one with a claim. */
const Curve = ({ days }: { readonly days: readonly ClaimBucket[] }) => {
  const dayOf = ({ t }: ClaimBucket): number => Date.parse(t) / DAY_MS;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = WIDTH / (dayOf(last) - dayOf(first) + 1);
  const most = Math.max(...days.map(({ wallets }) => wallets), 1);
  const title = `Wallets with their first claim by day, ${formatDate(first.t)} to ${formatDate(last.t)}; at most ${formatInteger(most)} on one day.`;
  return (
    <figure>
      <svg class="plot wide" role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
        <title>{title}</title>
        <path class="grid" d={`M0 ${FOOT}H${WIDTH}`} />
        {days.map((day) => (
          <Bar key={day.t} day={day} x={(dayOf(day) - dayOf(first)) * step} width={step} share={day.wallets / most} />
        ))}
        <text x="0" y={HEIGHT - 4}>
          {formatDate(first.t)}
        </text>
        <text x={WIDTH} y={HEIGHT - 4} text-anchor="end">
          {formatDate(last.t)}
        </text>
      </svg>
      <figcaption class="muted">Wallets with their first claim, by day.</figcaption>
    </figure>
  );
};

const rounded = (px: number): number => Math.round(px * 10) / 10;

const Bar = ({ day, x, width, share }: { day: ClaimBucket; x: number; width: number; share: number }) => {
  const height = Math.max(day.wallets > 0 ? 1 : 0, share * (FOOT - 8));
  return (
    <rect
      class="over"
      x={rounded(x)}
      y={rounded(FOOT - height)}
      width={rounded(Math.max(1, Math.min(40, width * 0.8)))}
      height={rounded(height)}
    >
      <title>{`${formatDate(day.t)}: ${formatInteger(day.wallets)} wallets`}</title>
    </rect>
  );
};

const AsOf = ({ distributors }: DropClaims) => {
  const oldest = [...distributors].sort((a, b) => Date.parse(a.block_at) - Date.parse(b.block_at))[0];
  return oldest === undefined ? null : (
    <p class="muted">
      By the events of {distributors.length === 1 ? 'the contract' : `${distributors.length} contracts`} up to block{' '}
      {formatInteger(oldest.block)}, <Time instant={oldest.block_at} />.
    </p>
  );
};
