import {
  type HostNotice,
  SourceError,
  type Finder,
  type FinderState,
  type Found,
  nextFinderRunMs,
  offTexts,
} from '@droptrack/sources';
import { createFinders, FINDERS, FINDERS_OFF_BY, type Finders } from '@droptrack/finders';
import {
  type Database,
  type FoundReport,
  type LeasedTask,
  recordFound,
  recordTaskOutcomes,
  TASK_LEASE,
  type TaskOutcome,
  TaskRepository,
} from '@droptrack/persistence';
import { nearMiss } from '@droptrack/program';
import { describeNotice } from '../doctor/checks/check-sources';
import { readable } from '../../output/readable';
import { runOnce } from './candidates/run-once';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import { formatTable } from '../../output/format';
import { leaseWhenFree } from './candidates/lease-when-free';
import { loadDiscovery } from '../../config/discovery';
import { type Session, untilInterrupted } from '../../session/session';
import type { DiscoverSession } from './terms';

interface RunFinders {
  /** Ids of finders or of sources; all finders that are on if empty. */
  readonly names: readonly string[];
  readonly newPerDayMax: number;
}

interface RunSession extends DiscoverSession {
  readonly finders: Finders;
  readonly run: typeof runOnce;
  /** Aborted when the operator interrupts the command. */
  readonly stopping: AbortSignal;
}

/** Runs finders with the settings of the worker. */
export async function runNow({ names }: Pick<RunFinders, 'names'>, session: Session): Promise<number> {
  const { finders: settings, newPerDayMax } = loadDiscovery(session.env);
  const finders = createFinders(settings);
  return untilInterrupted(session.signals, (stopping) =>
    runFinders({ names, newPerDayMax }, { ...session, finders, run: runOnce, stopping }),
  );
}

/** End of the run of one finder: what was recorded, or the reason of a failure. */
type RunEnd = { readonly finder: Finder } & (
  { readonly sightings: number; readonly report: FoundReport } | { readonly failure: string }
);

/**
 * Runs finders once, one after the other, and records what they see. A run continues from the state of the last one of a
 * worker, and leases the finder, so that no worker runs it at the same time.
 */
export async function runFinders(args: RunFinders, deps: RunSession): Promise<number> {
  const chosen = choose(args.names, deps.finders);
  const notices: string[] = [];
  const onNotice = (notice: HostNotice): void =>
    void notices.push(readable(describeNotice(notice, deps.now().getTime())));
  const onProgress = (text: string): void => void notices.push(readable(text));
  const ends = await deps.withDatabase(async (db) => {
    const found: RunEnd[] = [];
    for (const [index, finder] of chosen.entries()) {
      if (deps.stopping.aborted) break;
      deps.output.progress(`Running: ${finder.id} (${index + 1} of ${chosen.length})`);
      found.push(await runLeased(db, finder, args, { ...deps, onNotice, onProgress }));
    }
    return found;
  });
  deps.output.result({ data: ends.map(presentEnd) }, tableOf(ends), remarksOf(ends, notices));
  if (deps.stopping.aborted) throw new CliError('interrupted', 'Interrupted');
  return ends.some((end) => 'failure' in end) ? EXIT.failed : EXIT.done;
}

/** @throws {CliError} for an unknown finder, and for one that is off. */
function choose(names: readonly string[], { on, off }: Finders): readonly Finder[] {
  if (names.length === 0 && on.length > 0) return on;
  if (names.length === 0) {
    throw new CliError('finders_off', 'Every finder is off', { hint: 'Look at FINDERS_OFF and SOURCES_OFF in .env' });
  }
  const chosen = names.flatMap((name) => {
    const named = on.filter(({ id, source }) => id === name || source === name);
    if (named.length > 0) return named;
    const reason = offTexts(FINDERS, off, FINDERS_OFF_BY).get(name);
    if (reason !== undefined) throw offError(name, reason);
    const known = [...new Set([...on.flatMap(({ id, source }) => [id, source]), ...off.keys()])];
    const near = nearMiss(name, known);
    throw new CliError(INVALID_ARGUMENT, `There is no finder ${JSON.stringify(name)}`, {
      hint: near === null ? `Finders are ${known.join(', ')}` : `Did you mean ${near}?`,
    });
  });
  return [...new Set(chosen)];
}

const offError = (name: string, reason: string): CliError =>
  new CliError('finder_off', `The finder ${name} is off: ${reason}`, {
    hint: 'See docs/discovery.md and .env.example',
  });

async function runLeased(
  db: Database,
  finder: Finder,
  { newPerDayMax }: RunFinders,
  deps: RunSession & {
    readonly onNotice: (notice: HostNotice) => void;
    readonly onProgress: (text: string) => void;
  },
): Promise<RunEnd> {
  const leased = await leaseWhenFree(db, finder.id, deps);
  if (typeof leased === 'string') return { finder, failure: leased };
  const startedAtMs = deps.now().getTime();
  const state: FinderState = leased ?? { sinceMs: null, memory: null };
  const renewal = leased === null ? undefined : keepLease(db, leased, deps.now);
  try {
    const { memory, sightings, gone, progress } = await deps.run(finder, state, deps);
    if (progress !== undefined) deps.onProgress(progress);
    const found = { source: finder.source, sightings, gone };
    const run = { finder, memory, startedAtMs, nowMs: deps.now().getTime() };
    // A finder without a row has no worker that would use the state of the run.
    const report =
      leased === null
        ? await recordFound(db, { ...found, nowMs: startedAtMs, newPerDayMax })
        : await record(db, answerOf(leased, found, run), run.nowMs, newPerDayMax);
    if (report === null) return { finder, failure: 'a worker has begun to run it, so this run is not recorded' };
    return { finder, sightings: sightings.length, report };
  } catch (error) {
    if (leased !== null) await new TaskRepository(db).release([leased], deps.now().getTime());
    if (error instanceof SourceError) return { finder, failure: readable(error.message) };
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function keepLease(db: Database, leased: LeasedTask, now: () => Date): NodeJS.Timeout {
  // While the database is away, no other process can lease the finder either.
  const renew = (): void => void new TaskRepository(db).renew([leased], now().getTime()).catch(() => undefined);
  return setInterval(renew, TASK_LEASE.renewMs).unref();
}

/** Outcome of a run, with the state for the next one of a worker. */
function answerOf(
  { kind, source, subject, lease }: LeasedTask,
  found: { readonly source: Finder['source']; readonly sightings: Found['sightings']; readonly gone: Found['gone'] },
  { finder, memory, startedAtMs, nowMs }: { finder: Finder; memory: unknown; startedAtMs: number; nowMs: number },
): TaskOutcome {
  const nextDueMs = nextFinderRunMs(finder, startedAtMs, nowMs);
  const end = { kind, source, subject, lease, startedAtMs, endedAtMs: nowMs, nextDueMs, requests: 0 };
  return { ...end, end: 'answered', result: { found }, memory };
}

/** @returns null if the lease is no longer the current one. */
async function record(
  db: Database,
  outcome: TaskOutcome,
  nowMs: number,
  newPerDayMax: number,
): Promise<FoundReport | null> {
  const { found } = await recordTaskOutcomes(db, [outcome], nowMs, newPerDayMax);
  return found[0]?.report ?? null;
}

function presentEnd(end: RunEnd) {
  const { id, source } = end.finder;
  if ('failure' in end) return { finder: id, source, failure: end.failure };
  const { added, changed, returned, gone, candidates, heldBack, violations } = end.report;
  return {
    finder: id,
    source,
    failure: null,
    sightings: end.sightings,
    added,
    changed,
    returned,
    gone,
    candidates,
    held_back: heldBack,
    invalid: violations.length,
  };
}

const HEADER = ['FINDER', 'SIGHTINGS', 'NEW', 'CHANGED', 'GONE', 'NEW CANDIDATES'];

function tableOf(ends: readonly RunEnd[]): string {
  const rows = ends.map((end) => {
    const { id } = end.finder;
    if ('failure' in end) return [id, '-', '-', '-', '-', '-'];
    const { added, changed, returned, gone, candidates } = end.report;
    return [id, ...[end.sightings, added, changed + returned, gone, candidates.length].map(String)];
  });
  const failures = ends.flatMap((end) => ('failure' in end ? [`${end.finder.id} failed: ${end.failure}`] : []));
  return rows.length === 0 ? '' : [formatTable(HEADER, rows), ...failures].join('\n');
}

function remarksOf(ends: readonly RunEnd[], notices: readonly string[]): string {
  const reports = ends.flatMap((end) => ('report' in end ? [end] : []));
  const held = reports.reduce((sum, { report }) => sum + report.heldBack, 0);
  const invalid = reports.flatMap(({ finder, report }) =>
    report.violations
      .slice(0, 1)
      .map(({ violation }) => readable(`${finder.id} returned an invalid sighting: ${violation}`)),
  );
  return [
    ...invalid,
    ...notices,
    ...(held === 0
      ? []
      : [`${held} sightings wait for a candidate, because of the limit per day (DISCOVERY_NEW_PER_DAY).`]),
    ...(reports.length === 0 ? [] : ['Review candidates with: droptrack discover list']),
  ].join('\n');
}
