import { SourceError } from '@droptrack/connectors';
import type { Finder, FinderState, Finders } from '@droptrack/finders';
import {
  type Database,
  FinderRepository,
  type FoundReport,
  type LeasedFinder,
  leaseNow,
  recordFound,
} from '@droptrack/persistence';
import { nearMiss } from '../catalogue/near-miss';
import { readable } from '../output/readable';
import type { runOnce } from '../discover/run-once';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import { formatTable } from '../output/format';
import type { DiscoverDeps } from './discover-terms';

export interface RunFindersArguments {
  /** Ids of finders or of sources; all finders that are on if empty. */
  readonly names: readonly string[];
  readonly newPerDayMax: number;
}

interface RunFindersDeps extends DiscoverDeps {
  readonly finders: Finders;
  readonly run: typeof runOnce;
  /** Aborted when the operator interrupts the command. */
  readonly stopping: AbortSignal;
}

/** End of the run of one finder: what was recorded, or the reason of a failure. */
type RunEnd = { readonly finder: Finder } & (
  { readonly sightings: number; readonly report: FoundReport } | { readonly failure: string }
);

/** Time of a lease beyond the timeout of the run, in which its result is stored, in milliseconds. */
const LEASE_MARGIN_MS = 60_000;

/**
 * Runs finders once, one after the other, and records what they see. A run continues from the state of the last one of a
 * worker, and leases the finder, so that no worker runs it at the same time.
 */
export async function runFinders(args: RunFindersArguments, deps: RunFindersDeps): Promise<number> {
  const chosen = choose(args.names, deps.finders);
  const ends = await deps.withDatabase(async (db) => {
    const found: RunEnd[] = [];
    for (const [index, finder] of chosen.entries()) {
      if (deps.stopping.aborted) break;
      deps.output.progress(`Running: ${finder.id} (${index + 1} of ${chosen.length})`);
      found.push(await runLeased(db, finder, args, deps));
    }
    return found;
  });
  deps.output.result({ data: ends.map(presentEnd) }, tableOf(ends), remarksOf(ends));
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
    const reason = [...off].find(([source]) => source === name)?.[1];
    if (reason !== undefined) throw offError(name, reason);
    const known = [...new Set([...on.flatMap(({ id, source }) => [id, source]), ...off.keys()])];
    const near = nearMiss(name, known);
    throw new CliError(INVALID_ARGUMENT, `There is no finder ${JSON.stringify(name)}`, {
      hint: near === null ? `Finders are ${known.join(', ')}` : `Did you mean ${near}?`,
    });
  });
  return [...new Set(chosen)];
}

function offError(name: string, reason: 'switched_off' | 'not_configured'): CliError {
  const words =
    reason === 'switched_off' ? 'FINDERS_OFF or SOURCES_OFF names it' : 'a setting that it needs is missing';
  return new CliError('finder_off', `The finder ${name} is off: ${words}`, {
    hint: 'See docs/discovery.md and .env.example',
  });
}

async function runLeased(
  db: Database,
  finder: Finder,
  { newPerDayMax }: RunFindersArguments,
  deps: RunFindersDeps,
): Promise<RunEnd> {
  const startedAtMs = deps.now().getTime();
  const finders = new FinderRepository(db);
  const leaseMs = finder.limits.runTimeoutMs + LEASE_MARGIN_MS;
  const leased = await leaseNow(db, { id: finder.id, leaseMs }, startedAtMs);
  if (leased === null && (await isDeclared(finders, finder.id, startedAtMs))) {
    return { finder, failure: 'a worker runs it now' };
  }
  const state: FinderState = leased ?? { sinceMs: null, memory: null };
  try {
    const { memory, sightings, gone } = await deps.run(finder, state, deps);
    const found = { source: finder.source, sightings, gone, nowMs: startedAtMs, newPerDayMax };
    const lease = leased === null ? {} : { lease: { finderId: finder.id, lease: leased.lease } };
    const report = await recordFound(db, { ...found, ...lease });
    if (report.isDiscarded) return { finder, failure: 'a worker has begun to run it, so this run is not recorded' };
    const nowMs = deps.now().getTime();
    if (leased !== null) await recordAnswer(finders, leased, { finder, memory, startedAtMs, nowMs });
    return { finder, sightings: sightings.length, report };
  } catch (error) {
    if (leased !== null) await finders.release([leased]);
    if (error instanceof SourceError) return { finder, failure: readable(error.message) };
    throw error;
  }
}

const isDeclared = async (finders: FinderRepository, id: string, nowMs: number): Promise<boolean> =>
  (await finders.readHealth(nowMs)).some((finder) => finder.id === id);

/** Stores the state of the run for the next one of a worker. A finder without a row has no worker that would use it. */
async function recordAnswer(
  finders: FinderRepository,
  { id, lease }: LeasedFinder,
  run: { readonly finder: Finder; readonly memory: unknown; readonly startedAtMs: number; readonly nowMs: number },
): Promise<void> {
  const nextDueMs = Math.max(run.nowMs, run.startedAtMs + run.finder.limits.intervalMs);
  const { memory, startedAtMs, nowMs } = run;
  await finders.recordOutcome({ id, lease, kind: 'answered', memory, startedAtMs, nextDueMs }, nowMs);
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

function remarksOf(ends: readonly RunEnd[]): string {
  const reports = ends.flatMap((end) => ('report' in end ? [end] : []));
  const held = reports.reduce((sum, { report }) => sum + report.heldBack, 0);
  const invalid = reports.flatMap(({ finder, report }) =>
    report.violations
      .slice(0, 1)
      .map(({ violation }) => readable(`${finder.id} returned an invalid sighting: ${violation}`)),
  );
  return [
    ...invalid,
    ...(held === 0
      ? []
      : [`${held} sightings wait for a candidate, because of the limit per day (DISCOVERY_NEW_PER_DAY).`]),
    ...(reports.length === 0 ? [] : ['Review candidates with: droptrack discover list']),
  ].join('\n');
}
