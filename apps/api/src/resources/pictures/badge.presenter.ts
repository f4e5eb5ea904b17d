import { type BadgeFigure, type Drop, type DropStatus, markedName } from '@droptrack/contracts';
import type { Badge } from '@droptrack/pictures';

const UNKNOWN = { value: 'unknown', tone: 'plain' } as const;

const STATUSES: Readonly<Record<DropStatus, Pick<Badge, 'value' | 'tone'>>> = {
  upcoming: { value: 'upcoming', tone: 'plain' },
  live: { value: 'live', tone: 'good' },
  tge: { value: 'TGE', tone: 'accent' },
};

const LABELS: Readonly<Record<BadgeFigure, string>> = { hype: 'hype', ev: 'expected value', status: 'status' };

const USD = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/** Figure of a drop as a badge. A figure without evidence is unknown. */
export function presentBadge(drop: Drop, figure: BadgeFigure): Badge {
  return { label: `${markedName(drop)} ${LABELS[figure]}`, ...FIGURES[figure](drop) };
}

const FIGURES: Readonly<Record<BadgeFigure, (drop: Drop) => Pick<Badge, 'value' | 'tone'>>> = {
  hype: ({ hype_score: score }) => (score === null ? UNKNOWN : { value: String(score), tone: 'accent' }),
  ev: ({ ev_usd: { p10, p50, p90 } }) =>
    p10 === null || p50 === null || p90 === null
      ? UNKNOWN
      : { value: `${USD.format(p50)} (${USD.format(p10)} to ${USD.format(p90)})`, tone: 'good' },
  status: ({ status }) => STATUSES[status],
};
