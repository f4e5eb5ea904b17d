import { type ClaimedValue, claimedValueOf, claimsEndedAt, type DropDefinition } from '@droptrack/catalogue';
import { followedDistributors, UNCONFIRMED_BLOCKS } from '@droptrack/distributors';
import { addLedgerPage, retireUnfollowed } from '../claims/add-ledger-page';
import { ClaimFiguresRepository } from '../claims/claim-figures.repository';
import type { Database, Sql, Transaction } from '../database/database';
import type { FoundReport } from '../discovery/found';
import { lockCandidates } from '../discovery/lock';
import { recordFoundIn } from '../discovery/record-found';
import { recordList } from '../discovery/campaign-lists';
import { DropRepository } from '../drops/drop.repository';
import type { NewObservation } from '../market/observation';
import { ObservationRepository } from '../market/observation.repository';
import { type NewReading, violationOf } from '../readings/reading';
import { ReadingRepository } from '../readings/reading.repository';
import { RecomputeQueue } from '../recompute/recompute-queue';
import { SourceRepository } from './source.repository';
import type { TaskOutcome } from './task';
import { TaskRepository } from './task.repository';

/** Result of {@link recordTaskOutcomes}. */
export interface OutcomesReport {
  /** Outcomes that were recorded. */
  readonly recorded: readonly TaskOutcome[];
  /** Outcomes of expired leases and of changed queries, which are discarded. */
  readonly discarded: readonly TaskOutcome[];
  /** Readings that are new. */
  readonly readings: number;
  /** Outcomes of drops that another transaction has locked: to be recorded later. */
  readonly waiting: readonly TaskOutcome[];
  /** Answers with an invalid reading: a bug of the connector. Each is recorded as a failure. */
  readonly invalid: readonly TaskOutcome[];
  /** Changes of candidates, by the source of their finder. */
  readonly found: readonly { readonly source: string; readonly report: FoundReport }[];
}

/**
 * Records the outcomes of tasks in one transaction: their results, memory and time of the next run, and the health of the
 * sources. Drops that gained a reading or an observation are enqueued for a recompute.
 *
 * Outcomes of an expired lease or of a changed query are discarded with their results. Drops that are locked are skipped, not
 * waited for: an import may lock a drop for half an hour.
 *
 * @param newPerDayMax - maximum number of new candidates of a source per UTC day.
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export function recordTaskOutcomes(
  db: Database,
  outcomes: readonly TaskOutcome[],
  nowMs: number,
  newPerDayMax = 0,
): Promise<OutcomesReport> {
  const invalid: TaskOutcome[] = [];
  const valid = outcomes.map((outcome) => {
    const rejected = rejectInvalid(outcome, nowMs);
    if (rejected !== null) invalid.push(rejected);
    return rejected ?? outcome;
  });
  return db.transaction(async (sql) => {
    if (valid.some(({ kind }) => kind === 'find')) await lockCandidates(sql);
    // With the rows of the drops: a recompute run then sees these readings, or finds the drop in its queue.
    const dropIds = valid.filter(({ kind }) => kind === 'poll').map(({ subject }) => subject);
    const locked = new Set(dropIds.length === 0 ? [] : await new DropRepository(sql).lockFree(dropIds));
    const isReady = ({ kind, subject }: TaskOutcome) => kind !== 'poll' || locked.has(subject);
    const ready = valid.filter(isReady);
    const recorded = await new TaskRepository(sql).recordOutcomes(ready, nowMs);
    const readings = await new ReadingRepository(sql).store(recorded.flatMap(readingsOf), nowMs);
    const claimed = await addPages(sql, recorded, nowMs);
    const stated = recorded.flatMap((outcome) => (outcome.end === 'answered' && outcome.result.observations) || []);
    const observations = [...stated, ...claimed];
    if (observations.length > 0) {
      const changed = await new ObservationRepository(sql).store(observations);
      await new RecomputeQueue(sql).enqueue(changed, nowMs);
    }
    const found: { source: string; report: FoundReport }[] = [];
    for (const outcome of recorded) {
      if (outcome.kind === 'list') await recordList(sql, outcome, nowMs);
      if (outcome.end !== 'answered' || outcome.result.found === undefined) continue;
      const report = await recordFoundIn(sql, { ...outcome.result.found, nowMs: outcome.startedAtMs, newPerDayMax });
      found.push({ source: outcome.source, report });
    }
    // Requests of a fenced outcome were sent too: they count against the budget.
    await new SourceRepository(sql).recordOutcomes(ready, nowMs);
    const discarded = ready.filter((outcome) => !recorded.includes(outcome));
    return { recorded, discarded, readings, waiting: valid.filter((outcome) => !isReady(outcome)), invalid, found };
  });
}

/**
 * Adds pages to the ledgers of distributors; one of a ledger that has moved since is discarded, as its blocks are read.
 *
 * @returns the shares claimed of the drops that have other claims, and the ends of claims.
 */
async function addPages(sql: Transaction, outcomes: readonly TaskOutcome[], nowMs: number): Promise<NewObservation[]> {
  /** True for other claims, by drop. */
  const added = new Map<string, boolean>();
  for (const { subject, ...outcome } of outcomes) {
    for (const page of (outcome.end !== 'held_back' && outcome.result?.claims) || []) {
      if (!(await addLedgerPage(sql, page, nowMs))) continue;
      added.set(subject, added.get(subject) === true || page.isRestart || page.claims.length > 0);
    }
  }
  const observations: NewObservation[] = [];
  for (const [dropId, isChanged] of added) observations.push(...(await claimsOf(sql, { dropId, isChanged, nowMs })));
  return observations;
}

/** Drop with new pages. */
interface ClaimedDrop {
  readonly dropId: string;
  /** True for other claims than before. */
  readonly isChanged: boolean;
  readonly nowMs: number;
}

/** The share claimed if it may be another one, and the end of the claims once. */
async function claimsOf(sql: Sql, { dropId, isChanged, nowMs }: ClaimedDrop): Promise<NewObservation[]> {
  const figures = new ClaimFiguresRepository(sql);
  const drop = await figures.drop(dropId);
  if (drop === null) return [];
  const { definition, observed } = drop;
  const distributors = followedDistributors(definition);
  await retireUnfollowed(sql, dropId, distributors, nowMs);
  const endsAt = claimsEndedAt(definition, nowMs);
  const progress = await figures.progress(distributors, { endsAt, blocksMax: UNCONFIRMED_BLOCKS });
  if (progress === null) return [];
  const { share, left, atMs, ledgerIds } = progress;
  const isEnd =
    endsAt !== null && claimsEndedAt(definition, atMs) === endsAt && endsAt !== observed?.claims_end?.ends_at;
  const common = { dropId, url: null, observedAtMs: atMs };
  const isOther = isChanged || isEnd || observed?.claimed_share === undefined;
  const isPriced = !isOther && observed.claimed_value?.token === definition.token.address?.value;
  const value = isPriced ? null : await valueOf(figures, ledgerIds, definition.token);
  return [
    ...(isOther ? [{ ...common, kind: 'claimed_share' as const, value: share }] : []),
    ...(value === null ? [] : [{ ...common, kind: 'claimed_value' as const, value }]),
    ...(isEnd ? [{ ...common, kind: 'claims_end' as const, value: { ends_at: endsAt, left_at_end: left } }] : []),
  ];
}

/** Worth of the claims of ledgers; null while token or decimals are unknown, and without a claim. */
async function valueOf(
  figures: ClaimFiguresRepository,
  ledgerIds: readonly number[],
  { address, decimals }: DropDefinition['token'],
): Promise<ClaimedValue | null> {
  if (address === null || decimals === null) return null;
  const { hours } = await figures.claims(ledgerIds, 0, address.value);
  const value = claimedValueOf(hours, decimals.value);
  return value && { token: address.value, ...value };
}

function readingsOf(outcome: TaskOutcome): NewReading[] {
  if (outcome.end !== 'answered') return [];
  const { subject: dropId, source } = outcome;
  return (outcome.result.readings ?? []).map((reading) => ({ ...reading, dropId, source }));
}

/** An answer with an invalid reading becomes a failure. @returns null for a valid outcome. */
function rejectInvalid(outcome: TaskOutcome, nowMs: number): TaskOutcome | null {
  // The clock may have been set back since the poll ended.
  const latestMs = Math.max(nowMs, outcome.endedAtMs);
  const violation = readingsOf(outcome)
    .map((reading) => violationOf(reading, latestMs))
    .find((each) => each !== null);
  if (violation === undefined) return null;
  return { ...outcome, end: 'failed', failureKind: 'internal', message: `its answer makes no reading: ${violation}` };
}
