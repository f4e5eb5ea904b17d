import type { Drop, DropExplanation } from '@droptrack/contracts';
import type { ComponentChildren } from 'preact';
import { Figure } from '../../parts/figure';
import { formatShare, formatUsd } from '../../parts/format';
import { Meter } from '../../parts/plots';

const BANDS = ['very low', 'low', 'medium', 'high', 'very high'] as const;

/** Band of a rating: each has 20 points, and the highest also has 100. */
const bandOf = (rating: number): string => BANDS[Math.min(4, Math.max(0, Math.floor(rating / 20)))] ?? '';

interface HeadlineProps {
  readonly drop: Drop;
  /** Null while unknown, and for a past state. */
  readonly explanation: DropExplanation | null;
  /** Change of hype over 7 days in words; null if the API does not state one. */
  readonly change: string | null;
}

/** The figures of a drop, each with a link to its derivation if the page has one. */
export const Headline = ({ drop, explanation, change }: HeadlineProps) => {
  const { rating, ev_usd: ev, cost_usd: cost } = drop;
  const why = (fragment: string) => (explanation === null ? {} : { why: `#${fragment}` });
  return (
    <dl class="figures six panel">
      <Figure
        label="Hype"
        value={drop.hype_score === null ? null : String(drop.hype_score)}
        note={drop.hype_score === null ? 'Not measured: no source has a reading.' : hypeNote(drop, change)}
        why="#hype"
      />
      <Figure
        label="Value per wallet"
        value={ev.p50 === null ? null : formatUsd(ev.p50)}
        {...noteOf(ev.p10 !== null && ev.p90 !== null && evNote(ev.p10, ev.p90, ev.basis))}
        {...why('expected-value')}
      />
      <Figure label="Reward" {...rated(rating.reward)} {...why('reward')} />
      <Figure label="Legitimacy" {...rated(rating.legit)} {...why('legit')} />
      <Figure label="Difficulty" {...rated(rating.difficulty)} {...why('difficulty')} />
      <Figure
        label="Cost"
        value={cost === null ? null : formatUsd(cost)}
        {...noteOf(costNote(explanation))}
        {...why('cost')}
      />
    </dl>
  );
};

const noteOf = (note: ComponentChildren): { note?: ComponentChildren } =>
  note === false || note === null ? {} : { note };

const rated = (rating: number | null) => ({
  value: rating === null ? null : String(rating),
  ...noteOf(
    rating !== null && (
      <>
        {`${bandOf(rating)}, of 100`}
        <Meter value={rating} />
      </>
    ),
  ),
});

const hypeNote = ({ hype_confidence: confidence }: Drop, change: string | null): string =>
  ['of 100', change, confidence === null ? null : `confidence ${formatShare(confidence)}`]
    .filter((part) => part !== null)
    .join(', ');

function evNote(p10: number, p90: number, basis: Drop['ev_usd']['basis']): string {
  return `median, ${formatUsd(p10)} to ${formatUsd(p90)}${basis === null ? '' : `, ${basis}`}`;
}

function costNote(explanation: DropExplanation | null): string | null {
  const cost = explanation?.cost_usd;
  if (cost === undefined || cost.usd === null) return null;
  const unknown = cost.terms.filter(({ usd }) => usd === null).length;
  return unknown === 0 ? null : `${unknown} of ${cost.terms.length} terms unknown`;
}
