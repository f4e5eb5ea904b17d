import type { Database, Transaction } from '../database/database';
import { faultOf, type NewReading } from '../readings/reading';
import type { ClaimedPoll } from './claim';
import type { PollOutcome } from './outcome';
import { storeObserved } from './store';

/** What became of outcomes. */
export interface SettleReport {
  /** Outcomes whose poll was still ours; of others nothing is kept. */
  readonly settled: number;
  /** Readings that are new. */
  readonly readings: number;
  /** Outcomes of drops that somebody else has right now: to be settled again. */
  readonly waiting: readonly PollOutcome[];
  /** Answers that made no reading, as their connector is wrong. */
  readonly faulty: readonly PollOutcome[];
}

const MESSAGE_LENGTH_MAX = 500;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

/**
 * Stores what polls came to, in one transaction: readings, what to remember, when to ask next, and how the sources did.
 * The drops that gained a reading are due. An outcome whose lease had ended and whose poll somebody else has taken, or
 * whose question was changed meanwhile, is let go. Nobody is waited for: an import may have a drop for half an hour.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export function settlePolls(db: Database, outcomes: readonly PollOutcome[], nowMs: number): Promise<SettleReport> {
  const faulty: PollOutcome[] = [];
  const sound = outcomes.map((outcome) => {
    const refused = refuseFaulty(outcome, nowMs);
    if (refused !== null) faulty.push(refused);
    return refused ?? outcome;
  });
  return db.transaction(async (sql) => {
    // As everybody does who changes what a drop is made from: a pass then sees these readings, or is told of them.
    const locked = await sql.query<{ id: string }>(
      'SELECT id FROM drops WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED',
      [[...new Set(sound.map(({ dropId }) => dropId))]],
    );
    const ours = new Set(locked.map(({ id }) => id));
    const now = sound.filter(({ dropId }) => ours.has(dropId));
    const settled = await updatePolls(sql, now, nowMs);
    const kept = now.filter((outcome) => settled.has(keyOf(outcome)));
    const readings = await storeObserved(sql, kept.flatMap(readingsOf), nowMs);
    // Requests were made, whoever has the poll now.
    await updateSources(sql, now, nowMs);
    const waiting = sound.filter(({ dropId }) => !ours.has(dropId));
    return { settled: kept.length, readings, waiting, faulty };
  });
}

/** Gives claimed polls back, to be taken at once: their worker ends. */
export async function returnPolls(db: Database, polls: readonly ClaimedPoll[], nowMs: number): Promise<void> {
  await db.query(
    `WITH ours AS (
       SELECT p.drop_id, p.source FROM unnest($1::text[], $2::text[], $3::bigint[]) AS c (drop_id, source, claim)
       JOIN polls AS p ON p.drop_id = c.drop_id AND p.source = c.source AND p.claims = c.claim
       ORDER BY p.drop_id, p.source FOR NO KEY UPDATE OF p SKIP LOCKED
     )
     UPDATE polls SET due_at = to_timestamp($4::float8 / 1000)
     FROM ours WHERE polls.drop_id = ours.drop_id AND polls.source = ours.source`,
    [polls.map(({ dropId }) => dropId), polls.map(({ source }) => source), polls.map(({ claim }) => claim), nowMs],
  );
}

const keyOf = ({ dropId, source }: Pick<PollOutcome, 'dropId' | 'source'>) => `${dropId}/${source}`;

function readingsOf(outcome: PollOutcome): NewReading[] {
  if (outcome.kind !== 'answered') return [];
  const { dropId, source } = outcome;
  return outcome.readings.map((reading) => ({ ...reading, dropId, source }));
}

/** An answer with a reading that can be none is no answer. @returns null where there is nothing to refuse. */
function refuseFaulty(outcome: PollOutcome, nowMs: number): PollOutcome | null {
  // The clock may have been set back since.
  const latestMs = Math.max(nowMs, outcome.endedAtMs);
  const fault = readingsOf(outcome)
    .map((reading) => faultOf(reading, latestMs))
    .find((each) => each !== null);
  if (fault === undefined) return null;
  return { ...outcome, kind: 'failed', failureKind: 'internal', message: `its answer makes no reading: ${fault}` };
}

async function updatePolls(sql: Transaction, outcomes: readonly PollOutcome[], nowMs: number): Promise<Set<string>> {
  const rows = await sql.query<{ drop_id: string; source: string }>(
    `UPDATE polls AS p
     SET due_at = to_timestamp(o.due_ms / 1000),
         memory = CASE o.kind WHEN 'answered' THEN o.memory ELSE p.memory END,
         failures = CASE o.kind WHEN 'answered' THEN 0 WHEN 'failed' THEN p.failures + 1 ELSE p.failures END,
         answered_at = CASE o.kind WHEN 'answered' THEN now.at ELSE p.answered_at END,
         failed_at = CASE o.kind WHEN 'failed' THEN now.at ELSE p.failed_at END,
         failure_kind = CASE o.kind WHEN 'answered' THEN NULL WHEN 'failed' THEN o.failure_kind ELSE p.failure_kind END,
         failure = CASE o.kind WHEN 'answered' THEN NULL WHEN 'failed' THEN o.failure ELSE p.failure END
     FROM json_to_recordset($1::json) AS o (drop_id text, source text, claim bigint, kind text, due_ms float8,
            memory json, failure_kind text, failure text),
          (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
     WHERE p.drop_id = o.drop_id AND p.source = o.source AND p.claims = o.claim
     RETURNING p.drop_id, p.source`,
    [JSON.stringify(outcomes.map(rowOf)), nowMs],
  );
  return new Set(rows.map(({ drop_id, source }) => keyOf({ dropId: drop_id, source })));
}

function rowOf(outcome: PollOutcome) {
  const { dropId, source, claim, nextDueMs } = outcome;
  const end = { drop_id: dropId, source, claim, due_ms: nextDueMs };
  if (outcome.kind === 'answered') return { ...end, kind: 'answered', memory: outcome.memory };
  if (outcome.kind === 'held_back') return { ...end, kind: 'held_back' };
  return { ...end, kind: 'failed', failure_kind: outcome.failureKind, failure: storable(outcome.message) };
}

/** A message may quote what others sent. */
const storable = (message: string) => message.slice(0, MESSAGE_LENGTH_MAX).replace(CONTROL_CHARACTERS, ' ');

async function updateSources(sql: Transaction, outcomes: readonly PollOutcome[], nowMs: number): Promise<void> {
  const ends = new Map<string, { id: string; extra: number; answered: boolean; kind?: string; failure?: string }>();
  for (const outcome of outcomes) {
    const end = ends.get(outcome.source) ?? { id: outcome.source, extra: 0, answered: false };
    end.extra += outcome.requests - 1;
    if (outcome.kind === 'answered') end.answered = true;
    else if (outcome.kind === 'failed') {
      end.kind = outcome.failureKind;
      end.failure = storable(`${outcome.dropId}: ${outcome.message}`);
    }
    ends.set(outcome.source, end);
  }
  await sql.query('SELECT FROM sources WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [[...ends.keys()]]);
  await sql.query(
    `UPDATE sources AS s
     SET budget = least(s.request_burst, s.budget - e.extra),
         answered_at = CASE WHEN e.answered THEN now.at ELSE s.answered_at END,
         failed_at = CASE WHEN e.kind IS NULL THEN s.failed_at ELSE now.at END,
         failure_kind = coalesce(e.kind, s.failure_kind), failure = coalesce(e.failure, s.failure)
     FROM json_to_recordset($1::json) AS e (id text, extra float8, answered boolean, kind text, failure text),
          (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
     WHERE s.id = e.id`,
    [JSON.stringify([...ends.values()]), nowMs],
  );
}
