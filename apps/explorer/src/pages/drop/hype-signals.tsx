import type { HypePoint, HypeSeries, HypeSignal, HypeSignalStatus } from '@droptrack/contracts';
import { explainScore, type ScorePart } from '@droptrack/sdk';
import { formatShare, formatInstant } from '../../parts/format';
import { Unknown } from '../../parts/figure';
import { Chip } from '../../parts/marks';
import { plainName } from '../../parts/name';
import { Time } from '../../parts/time';
import { formatPoints } from './hype-columns';

interface HypeSignalsProps {
  readonly series: HypeSeries;
  /** Last point of the series that has a score. */
  readonly point: HypePoint;
  /** The series ends in the past: states of now do not belong to it. */
  readonly isPast: boolean;
}

/** Derivation of a point, signal by signal, and the state of each signal. */
export const HypeSignals = ({ series, point, isPast }: HypeSignalsProps) => {
  const parts = new Map(
    explainScore({ ruleset: series.ruleset, ...point })?.parts.map((part) => [part.id, part] as const),
  );
  return (
    <>
      <h3 id="signals">Signals</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label="Signals">
        <table>
          <caption>
            Score of {point.score} at {formatInstant(point.t)}, by ruleset {point.ruleset ?? series.ruleset}
            {!isPast && '; status and last reading are current'}
          </caption>
          <thead>
            <tr>
              <th scope="col">Signal</th>
              <th scope="col" class="number">
                Points
              </th>
              <th scope="col">Derivation</th>
              <th scope="col" class="number">
                Weight
              </th>
              <th scope="col">Status</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {series.signals.map((signal) => (
              <SignalRow key={signal.id} signal={signal} part={parts.get(signal.id) ?? null} isPast={isPast} />
            ))}
            <tr>
              <th scope="row">Prior</th>
              <td class="number">{formatPoints(point.prior)}</td>
              <td colSpan={4}>
                {formatShare(1 - (point.confidence ?? 0))} of the weight has no fresh reading and counts as 25 of 100.
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
};

const STATUSES: Readonly<Record<HypeSignalStatus, readonly ['plain' | 'good' | 'warn', string]>> = {
  ok: ['good', 'ok'],
  stale: ['warn', 'stale'],
  missing: ['warn', 'no reading'],
  not_applicable: ['plain', 'not applicable'],
  suspect: ['warn', 'suspect'],
};

interface SignalRowProps {
  readonly signal: HypeSignal;
  readonly part: ScorePart | null;
  readonly isPast: boolean;
}

const SignalRow = ({ signal, part, isPast }: SignalRowProps) => {
  const status = isPast ? (part?.status ?? null) : signal.status;
  const [tone, text] = status === null ? (['plain', 'no reading'] as const) : (STATUSES[status] ?? ['plain', status]);
  return (
    <tr>
      <th scope="row">{plainName(signal.name)}</th>
      <td class="number">{part === null ? <Unknown /> : formatPoints(part.contribution)}</td>
      <td>{part === null ? `No reading (${plainName(signal.unit)})` : plainName(part.text, 400)}</td>
      <td class="number">{formatShare(signal.weight)}</td>
      <td>
        <Chip tone={tone}>{text}</Chip>
      </td>
      <td>
        {plainName(signal.source)}
        {!isPast && signal.observed_at !== null && (
          <>
            , <Time instant={signal.observed_at} />
          </>
        )}
      </td>
    </tr>
  );
};
