import type { ReportedFinder, ReportedSource } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatInteger } from '../../parts/format';
import { Chip } from '../../parts/marks';
import { Name } from '../../parts/name';
import { sourceName } from '../../parts/source-names';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';

const STATES = {
  ok: ['good', 'OK'],
  degraded: ['warn', 'Degraded'],
  failing: ['bad', 'Failing'],
  off: ['plain', 'Off'],
  unknown: ['plain', 'Unknown'],
} as const;

const COLUMNS = ['Source', 'State', 'Last success', 'Last failure'].map((title) => ({ title, isNumber: false }));
const FAILING = { title: 'Failed polls', isNumber: true };

interface SourcesProps {
  readonly sources: readonly ReportedSource[];
  readonly nowMs: number;
  /** True if none of all can be reached: that is no state of one of them. */
  readonly isCutOff: boolean;
}

/** Fewer could be down by themselves. */
const SILENT_MIN = 3;

/** True if several sources and finders are polled, and each failed last, as without a way out to the internet. */
export function areAllSilent(asked: readonly Health[]): boolean {
  const on = asked.filter(({ status, last_success_at: success, last_failure_at: failure }) => {
    return status !== 'off' && status !== 'unknown' && (success !== null || failure !== null);
  });
  return on.length >= SILENT_MIN && on.every(isSilent);
}

const isSilent = ({ status, last_success_at: success, last_failure_at: failure }: Health): boolean =>
  failure !== null && (success === null || (success < failure && status !== 'ok'));

/** State of the sources that signals are read from. */
export const Sources = ({ sources, nowMs, isCutOff }: SourcesProps) => (
  <>
    <Table
      caption="Services and chains that signals are read from"
      columns={[...COLUMNS, FAILING]}
      rows={sources.map((source) => [
        <Name key="name" text={capitalized(sourceName(source.id))} />,
        ...stateCells(source, nowMs, isCutOff),
        formatInteger(source.polls_failing),
      ])}
    />
    {sources.length === 0 && <p>No source has been polled yet.</p>}
    <dl class="legend">
      <dt>Failed polls</dt>
      <dd>Number of drops about which the last request to it failed.</dd>
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

interface FindersProps extends Pick<SourcesProps, 'nowMs' | 'isCutOff'> {
  readonly finders: readonly ReportedFinder[];
}

/** State of the finders, which look for drops that the catalogue does not have. */
export const Finders = ({ finders, nowMs, isCutOff }: FindersProps) => (
  <>
    <Table
      caption="Services and chains that are searched for new drops"
      columns={COLUMNS}
      rows={finders.map((finder) => [
        <Name key="name" text={finderName(finder)} />,
        ...stateCells(finder, nowMs, isCutOff),
      ])}
    />
    {finders.length === 0 && <p>No search for drops has run yet.</p>}
  </>
);

/** Source of a finder, and the part of it that is searched, if it has several. */
function finderName({ id, source }: ReportedFinder): string {
  const [, part] = id.split(/\/(.*)/s);
  const name = capitalized(sourceName(source));
  return part === undefined || part === '' ? name : `${name}: ${part}`;
}

const capitalized = (name: string): string => name.replace(/^[a-z]/, (letter) => letter.toUpperCase());

type Health = Pick<ReportedFinder, 'status' | 'last_success_at' | 'last_failure_at'>;

function stateCells(health: Health, nowMs: number, isCutOff: boolean) {
  const { status, last_success_at: success, last_failure_at: failure } = health;
  const known = STATES[status] ?? (['plain', status] as const);
  const [tone, text] = isCutOff && isSilent(health) ? (['plain', 'Not reached'] as const) : known;
  return [
    <Chip key="state" tone={tone}>
      {text}
    </Chip>,
    success === null ? <Unknown key="success" /> : <Time key="success" instant={success} nowMs={nowMs} />,
    failure === null ? 'none' : <Time key="failure" instant={failure} nowMs={nowMs} />,
  ];
}
