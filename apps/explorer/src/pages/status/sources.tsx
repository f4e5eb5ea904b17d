import type { ReportedSource } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatInteger } from '../../parts/format';
import { Chip } from '../../parts/marks';
import { Name } from '../../parts/name';
import { sourceName } from '../../parts/source-names';
import { Time } from '../../parts/time';

const STATES = {
  ok: ['good', 'OK'],
  degraded: ['warn', 'Degraded'],
  failing: ['bad', 'Failing'],
  off: ['plain', 'Off'],
  unknown: ['plain', 'Unknown'],
} as const;

interface SourcesProps {
  readonly sources: readonly ReportedSource[];
  readonly nowMs: number;
}

/** State of the sources that signals are read from. */
export const Sources = ({ sources, nowMs }: SourcesProps) => (
  <>
    <div class="scroll" tabIndex={0} role="region" aria-label="Sources">
      <table>
        <caption>Services and chains that signals are read from</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">State</th>
            <th scope="col">Last success</th>
            <th scope="col">Last failure</th>
            <th scope="col" class="number">
              Drops whose last poll failed
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </div>
    {sources.length === 0 && <p>No source has been polled yet.</p>}
    <dl class="legend">
      <dt>Degraded</dt>
      <dd>It responds late or only in part.</dd>
      <dt>Failing</dt>
      <dd>Most requests to it fail. Scores keep its last readings, which lose weight with age.</dd>
      <dt>Off</dt>
      <dd>It is not read, by choice of the operator or for want of a setting. Its signals count as not known.</dd>
      <dt>Unknown</dt>
      <dd>No worker reports on it, so nothing is known.</dd>
    </dl>
  </>
);

const SourceRow = ({ source, nowMs }: { readonly source: ReportedSource; readonly nowMs: number }) => {
  const [tone, text] = STATES[source.status] ?? (['plain', source.status] as const);
  return (
    <tr>
      <th scope="row">
        <Name text={sourceName(source.id)} />
      </th>
      <td>
        <Chip tone={tone}>{text}</Chip>
      </td>
      <td>{source.last_success_at === null ? <Unknown /> : <Time instant={source.last_success_at} nowMs={nowMs} />}</td>
      <td>{source.last_failure_at === null ? 'none' : <Time instant={source.last_failure_at} nowMs={nowMs} />}</td>
      <td class="number">{formatInteger(source.polls_failing)}</td>
    </tr>
  );
};
