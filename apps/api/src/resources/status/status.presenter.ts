import type { ReportedFinder, ReportedSource, ServiceStatus, SourceStatus } from '@droptrack/contracts';
import { type SourceHealth, type SourceState, sourceStateOf } from '@droptrack/persistence';
import type { Reports } from './worker-reports';

/** Data that a plan reads. */
interface StatusData {
  readonly asOfMs: number;
  readonly delaySeconds: number;
  readonly sequence: number;
}

const STATUS_OF: Readonly<Record<SourceState, SourceStatus>> = {
  off: 'off',
  unused: 'unknown',
  unseen: 'unknown',
  blocked: 'failing',
  failing: 'failing',
  held_back: 'degraded',
  late: 'degraded',
  ok: 'ok',
};

/**
 * Status of the service; the response adds `as_of`. Members are listed explicitly: messages and hosts of sources are for the
 * operator only.
 *
 * @param reports - null while they cannot be read.
 */
export function presentStatus(
  { asOfMs, delaySeconds, sequence }: StatusData,
  reports: Reports | null,
  version: string,
): Omit<ServiceStatus, 'as_of'> {
  return {
    data: { as_of: isoOf(asOfMs), delay_seconds: delaySeconds, sequence },
    sources: reports && ofKind(reports, 'poll').map((source) => presentSource(source, reports.atMs)),
    finders: reports && ofKind(reports, 'find').map((finder) => presentFinder(finder, reports.atMs)),
    checked_at: reports && isoOf(reports.atMs),
    version,
  };
}

const ofKind = ({ sources }: Reports, kind: SourceHealth['kind']): readonly SourceHealth[] =>
  sources.filter((source) => source.kind === kind);

function presentSource(source: SourceHealth, atMs: number): ReportedSource {
  return {
    id: source.id,
    status: statusOf(sourceStateOf(source, atMs), source),
    last_success_at: instantOrNull(source.answeredAtMs),
    last_failure_at: instantOrNull(source.failedAtMs),
    polls: source.drops,
    polls_due: source.due,
    polls_failing: source.failing,
  };
}

function presentFinder(finder: SourceHealth, atMs: number): ReportedFinder {
  return {
    id: finder.id,
    source: finder.id.split('/')[0] ?? finder.id,
    status: statusOf(sourceStateOf(finder, atMs), finder),
    last_success_at: instantOrNull(finder.answeredAtMs),
    last_failure_at: instantOrNull(finder.failedAtMs),
  };
}

/** A source that has not responded yet is not known to work. */
function statusOf(state: SourceState, { answeredAtMs }: Pick<SourceHealth, 'answeredAtMs'>): SourceStatus {
  return state === 'ok' && answeredAtMs === null ? 'unknown' : STATUS_OF[state];
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms));
