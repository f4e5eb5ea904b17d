import type { DropOutcome } from '@droptrack/contracts';
import { formatDate, formatInteger, formatUsd } from '../../parts/format';
import { plainName } from '../../parts/name';
import { formatChange, median } from './outcome-groups';

const [WIDTH, HEIGHT] = [560, 240] as const;
/** Extent of the plot within its picture: room for the labels at the left and below. */
const AREA = { left: 64, right: 548, top: 16, bottom: 206 } as const;
/** Amounts with a line, in USD. The axis is logarithmic. */
const AMOUNTS_USD = [1, 10, 100, 1_000, 10_000, 100_000] as const;
/** Changes with a line. Greater ones are drawn at the upper edge. */
const CHANGES = [-1, -0.5, 0, 0.5, 1] as const;
const DOT_RADIUS_PX = 5;

const rounded = (px: number): number => Math.round(px * 10) / 10;
/** Height of a share of the axis, 0 at its foot and 1 at its top. Shares beyond are at its edge. */
const heightAt = (share: number): number =>
  rounded(AREA.bottom - Math.min(1, Math.max(0, share)) * (AREA.bottom - AREA.top));

const amountAt = (usd: number): number => heightAt(Math.log10(Math.max(1, usd)) / Math.log10(AMOUNTS_USD[5]));
const changeAt = (share: number): number => heightAt((share + 1) / 2);

type Known<K extends keyof DropOutcome> = DropOutcome & { readonly [key in K]: number };
const knownOf = <K extends 'paid_usd' | 'change_90d'>(outcomes: readonly DropOutcome[], key: K): Known<K>[] =>
  outcomes.filter((outcome): outcome is Known<K> => outcome[key] !== null);

/** What drops paid, and what became of the price, at a glance. The tables have the numbers. */
export const OutcomePlots = ({ outcomes }: { readonly outcomes: readonly DropOutcome[] }) => {
  const [paid, changed] = [knownOf(outcomes, 'paid_usd'), knownOf(outcomes, 'change_90d')];
  return (
    <div class="plots">
      {paid.length > 0 && <Paid outcomes={paid} />}
      {changed.length > 0 && <Changes outcomes={changed} />}
    </div>
  );
};

const Paid = ({ outcomes }: { readonly outcomes: readonly Known<'paid_usd'>[] }) => {
  const times = outcomes.map(({ opened_at: at }) => Date.parse(at));
  const firstYear = new Date(Math.min(...times)).getUTCFullYear();
  const endYear = new Date(Math.max(...times)).getUTCFullYear() + 1;
  const [startMs, endMs] = [Date.UTC(firstYear), Date.UTC(endYear)];
  const timeAt = (ms: number): number =>
    rounded(AREA.left + ((ms - startMs) / (endMs - startMs)) * (AREA.right - AREA.left));
  const years = Array.from({ length: endYear - firstYear }, (_, index) => firstYear + index);
  const middle = median(outcomes.map(({ paid_usd: usd }) => usd)) ?? 0;
  return (
    <figure>
      <figcaption>
        <strong>Mean paid per wallet</strong>: half of {formatInteger(outcomes.length)} drops paid {formatUsd(middle)}{' '}
        or more. Each dot is a drop at the day of its opening.
      </figcaption>
      <Frame
        title={`Mean paid per wallet by the day of the opening, of ${outcomes.length} drops; median ${formatUsd(middle)}. The table below has the numbers.`}
        lines={AMOUNTS_USD.map((usd) => [amountAt(usd), `$${formatInteger(usd)}`])}
      >
        {years.map((year) => (
          <text key={year} x={timeAt((Date.UTC(year) + Date.UTC(year + 1)) / 2)} y={HEIGHT - 12} text-anchor="middle">
            {year}
          </text>
        ))}
        {outcomes.map((outcome, index) => (
          <circle
            key={outcome.drop}
            class="dot"
            cx={timeAt(times[index] ?? startMs)}
            cy={amountAt(outcome.paid_usd)}
            r={DOT_RADIUS_PX}
          >
            <title>{`${plainName(outcome.drop_name, 40)}, ${formatDate(outcome.opened_at)}: ${formatUsd(outcome.paid_usd)}`}</title>
          </circle>
        ))}
      </Frame>
    </figure>
  );
};

const Changes = ({ outcomes }: { readonly outcomes: readonly Known<'change_90d'>[] }) => {
  const sorted = [...outcomes].sort((a, b) => a.change_90d - b.change_90d);
  const stepPx = (AREA.right - AREA.left) / sorted.length;
  const risen = sorted.filter(({ change_90d: change }) => change > 0).length;
  const zero = changeAt(0);
  return (
    <figure>
      <figcaption>
        <strong>Price until day 90</strong>: higher for {formatInteger(risen)} of {formatInteger(sorted.length)} tokens.
        Each bar is a drop, from the greatest fall to the greatest rise; those above +100% are cut.
      </figcaption>
      <Frame
        title={`Change of the price until day 90 of ${sorted.length} tokens: ${risen} rose. The table below has the numbers.`}
        lines={CHANGES.map((change) => [changeAt(change), formatChange(change)])}
      >
        {sorted.map((outcome, index) => {
          const end = changeAt(outcome.change_90d);
          return (
            <rect
              key={outcome.drop}
              class={outcome.change_90d < 0 ? 'bar' : 'over'}
              x={rounded(AREA.left + index * stepPx)}
              y={Math.min(zero, end)}
              width={rounded(Math.min(40, stepPx * 0.8))}
              height={Math.max(1, rounded(Math.abs(end - zero)))}
            >
              <title>{`${plainName(outcome.drop_name, 40)}: ${formatChange(outcome.change_90d)}`}</title>
            </rect>
          );
        })}
      </Frame>
    </figure>
  );
};

interface FrameProps {
  /** Text for screen readers, which skip what is in the picture. */
  readonly title: string;
  /** Height and label of each line, the lowest first. */
  readonly lines: readonly (readonly [height: number, label: string])[];
  readonly children: unknown;
}

/** A picture with horizontal lines and their labels behind its content. */
const Frame = ({ title, lines, children }: FrameProps) => (
  <svg class="plot wide" role="img" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT}>
    <title>{title}</title>
    {lines.map(([y, text]) => (
      <>
        <path class="grid" d={`M${AREA.left} ${y}H${AREA.right}`} />
        <text x={AREA.left - 8} y={y + 4} text-anchor="end">
          {text}
        </text>
      </>
    ))}
    {children}
  </svg>
);
