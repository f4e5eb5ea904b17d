import type { HypePoint, HypeSeries, HypeSignal, HypeSignalStatus } from '@droptrack/contracts';
import type { ComponentChildren } from 'preact';
import type { HypeRules } from '@droptrack/scoring';
import { explainScore, type ScorePart } from '@droptrack/sdk';
import { Fold } from '../../parts/folded';
import { formatInstant, formatPoints, formatShare } from '../../parts/format';
import { Unknown } from '../../parts/figure';
import { Chip } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { sourceName } from '../../parts/source-names';
import { Time } from '../../parts/time';
import { namedHypeRules } from './rules';
import { Table } from '../../parts/table';

interface HypeSignalsProps {
  readonly series: HypeSeries;
  /** Last point of the series that has a score. */
  readonly point: HypePoint;
  /** The series ends in the past: states of now do not belong to it. */
  readonly isPast: boolean;
}

/** Derivation of a point, signal by signal, and the state of each signal. */
export const HypeSignals = ({ series, point, isPast }: HypeSignalsProps) => {
  const ruleset = point.ruleset ?? series.ruleset;
  const parts = new Map(
    explainScore({ ruleset: series.ruleset, ...point })?.parts.map((part) => [part.id, part] as const),
  );
  return (
    <>
      <Fold summary="Signals">
        <Table
          caption={`${scoreText(point)}, by ruleset ${ruleset}${isPast ? '' : '; status and last reading are current'}`}
          columns={[
            { title: 'Signal', isNumber: false },
            { title: 'Points', isNumber: true },
            { title: 'Derivation', isNumber: false },
            { title: 'Weight', isNumber: true },
            { title: 'Status', isNumber: false },
            { title: 'Source', isNumber: false },
          ]}
          rows={[
            ...series.signals.map((signal) => signalRow(signal, parts.get(signal.id) ?? null, isPast)),
            ['Prior', formatPoints(point.prior), priorText(point, namedHypeRules(ruleset)), null, null, null],
          ]}
        />
      </Fold>
    </>
  );
};

const scoreText = (point: HypePoint): string =>
  point.score === null
    ? `No source has a reading at ${formatInstant(point.t)}`
    : `Score of ${point.score} at ${formatInstant(point.t)}`;

const STATUSES: Readonly<Record<HypeSignalStatus, readonly ['plain' | 'good' | 'warn', string]>> = {
  ok: ['good', 'ok'],
  stale: ['warn', 'stale'],
  missing: ['warn', 'no reading'],
  not_applicable: ['plain', 'not applicable'],
  suspect: ['warn', 'suspect'],
};

const priorText = ({ confidence }: HypePoint, { prior }: HypeRules): string =>
  `${formatShare(1 - (confidence ?? 0))} of the weight has no fresh reading and counts as ${prior} of 100.`;

/** Row of a signal. @param part - its contribution; null if it has none. */
function signalRow(signal: HypeSignal, part: ScorePart | null, isPast: boolean): ComponentChildren[] {
  const status = isPast ? (part?.status ?? 'missing') : signal.status;
  const [tone, text] = STATUSES[status] ?? ['plain', status];
  return [
    plainName(signal.name),
    part === null ? <Unknown /> : formatPoints(part.contribution),
    part === null ? `No reading (${plainName(signal.unit)}).` : plainName(part.text, 400),
    formatShare(signal.weight),
    <Chip tone={tone}>{text}</Chip>,
    <>
      {plainName(sourceName(signal.source))}
      {!isPast && signal.observed_at !== null && (
        <>
          , <Time instant={signal.observed_at} />
        </>
      )}
    </>,
  ];
}
