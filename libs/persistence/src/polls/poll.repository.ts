import { type DropDefinition, pricedToken } from '@droptrack/catalogue';
import type { Sql } from '../database/database';
import type { NewReading } from '../readings/reading';

/** A poll that this worker owns until its lease ends. */
export interface LeasedPoll {
  readonly dropId: string;
  readonly source: string;
  /** Query for the source, from the definition of the drop. */
  readonly query: unknown;
  /** State that the last poll kept for this one; null at first. */
  readonly memory: unknown;
  /** Number of the lease; it fences outcomes of expired leases. */
  readonly lease: string;
  /** Consecutive failures before this poll. */
  readonly failures: number;
  /** Since when it was due, milliseconds since the epoch. */
  readonly dueMs: number;
}

/** Number of polls of a source that a worker can start now. */
export interface Capacity {
  readonly source: string;
  readonly polls: number;
  /** Duration of the lease in milliseconds, longer than any poll of the source takes. */
  readonly leaseMs: number;
}

/** Outcome of a poll. */
export type PollOutcome = PollEnd & (PollAnswered | PollFailed | PollHeldBack);

interface PollEnd extends Pick<LeasedPoll, 'dropId' | 'source' | 'lease'> {
  /** Requests that were sent; the lease holds one of the source's budget. */
  readonly requests: number;
  /** By the clock that dated its readings, milliseconds since the epoch. */
  readonly endedAtMs: number;
  /** Start of the next poll, milliseconds since the epoch. */
  readonly nextDueMs: number;
}

interface PollAnswered {
  readonly kind: 'answered';
  /** Empty when the source has no value for the drop. */
  readonly readings: readonly Pick<NewReading, 'signal' | 'value' | 'observedAtMs'>[];
  /** State for the next poll, as JSON. */
  readonly memory: unknown;
}

interface PollFailed {
  readonly kind: 'failed';
  readonly failureKind: string;
  /** For the operator; contains no key and no wallet. */
  readonly message: string;
}

/** No request was sent because the circuit breaker of the host is open: neither a success nor a failure of the source. */
interface PollHeldBack {
  readonly kind: 'held_back';
}

/** Normal interval at which a source is polled about a drop. */
export interface SourceInterval {
  readonly id: string;
  readonly intervalMs: number;
}

/** Source of prices of tokens; not a source of signals, so no catalogue file names it. Its query is a CAIP-19 id. */
export const PRICE_SOURCE = 'prices';

const HOUR_MS = 3_600_000;
/** Longer than any interval and any `Retry-After`: only a wrong clock schedules a poll so late. */
const DUE_AHEAD_MS_MAX = 48 * HOUR_MS;
/** Longest time for which an open circuit breaker delays a poll without a failure of the source. */
const BREAKER_WAIT_MS_MAX = HOUR_MS;
/** Most intervals between an answered poll and the next one. */
const INTERVALS_MAX = 1.5;
const MESSAGE_LENGTH_MAX = 500;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

/** Polls: one row per drop and source, which is also the unit of work that workers lease. */
export class PollRepository {
  constructor(private readonly sql: Sql) {}

  /** True when a poll of one of the sources is due. */
  async isAnyDue(sources: readonly string[], nowMs: number): Promise<boolean> {
    const [row] = await this.sql.query<{ due: boolean }>(
      `SELECT EXISTS (
         SELECT FROM unnest($1::text[]) AS s (id)
         WHERE EXISTS (SELECT FROM polls WHERE source = s.id AND due_at <= to_timestamp($2::float8 / 1000))
       ) AS due`,
      [sources, nowMs],
    );
    return row?.due === true;
  }

  /** Leases polls that are due, per source the longest due first. */
  lease(capacities: readonly Capacity[], nowMs: number): Promise<LeasedPoll[]> {
    return this.sql.query<LeasedPoll>(
      `WITH chosen AS MATERIALIZED (
         SELECT due.*, room.lease_ms FROM unnest($1::text[], $2::int[], $3::float8[]) AS room (source, polls, lease_ms)
         CROSS JOIN LATERAL (
           SELECT drop_id, source, due_at FROM polls
           WHERE source = room.source AND due_at <= to_timestamp($4::float8 / 1000)
           ORDER BY due_at LIMIT room.polls FOR NO KEY UPDATE SKIP LOCKED
         ) AS due
       )
       UPDATE polls AS p SET claims = p.claims + 1, due_at = to_timestamp(($4::float8 + chosen.lease_ms) / 1000)
       FROM chosen WHERE p.drop_id = chosen.drop_id AND p.source = chosen.source
       RETURNING p.drop_id AS "dropId", p.source, p.query, p.memory, p.claims::text AS lease, p.failures,
                 (extract(epoch FROM chosen.due_at) * 1000)::float8 AS "dueMs"`,
      [
        capacities.map(({ source }) => source),
        capacities.map(({ polls }) => polls),
        capacities.map(({ leaseMs }) => leaseMs),
        nowMs,
      ],
    );
  }

  /** Releases leases before their end, so that the polls are due at once. Polls with a newer lease are skipped. */
  async release(polls: readonly LeasedPoll[], nowMs: number): Promise<void> {
    await this.sql.query(
      `WITH held AS (
         SELECT p.drop_id, p.source FROM unnest($1::text[], $2::text[], $3::bigint[]) AS c (drop_id, source, lease)
         JOIN polls AS p ON p.drop_id = c.drop_id AND p.source = c.source AND p.claims = c.lease
         ORDER BY p.drop_id, p.source FOR NO KEY UPDATE OF p SKIP LOCKED
       )
       UPDATE polls SET due_at = to_timestamp($4::float8 / 1000)
       FROM held WHERE polls.drop_id = held.drop_id AND polls.source = held.source`,
      [polls.map(({ dropId }) => dropId), polls.map(({ source }) => source), polls.map(({ lease }) => lease), nowMs],
    );
  }

  /**
   * Records outcomes whose lease is still the current one.
   *
   * @returns these outcomes; the others were fenced.
   */
  async recordOutcomes(outcomes: readonly PollOutcome[], nowMs: number): Promise<PollOutcome[]> {
    const rows = await this.sql.query<{ drop_id: string; source: string }>(RECORD_OUTCOMES, [
      JSON.stringify(outcomes.map(rowOf)),
      nowMs,
    ]);
    const recorded = new Set(rows.map(({ drop_id, source }) => `${drop_id}/${source}`));
    return outcomes.filter(({ dropId, source }) => recorded.has(`${dropId}/${source}`));
  }

  /**
   * Creates, changes and deletes polls as the definitions declare them: one per source, and one of {@link PRICE_SOURCE} for
   * a token without a declared price. New and changed queries are due at once and start without memory. The caller holds the rows of the drops.
   */
  async sync(definitions: readonly DropDefinition[], nowMs: number): Promise<void> {
    if (definitions.length === 0) return;
    const declared = definitions.flatMap((definition) =>
      [...Object.entries(definition.sources), [PRICE_SOURCE, pricedToken(definition)] as const]
        .filter(([, query]) => query !== false && query !== null)
        .map(([source, query]) => ({ drop_id: definition.id, source, query })),
    );
    await this.sql.query(
      `DELETE FROM polls WHERE drop_id = ANY ($1) AND NOT EXISTS (
         SELECT FROM jsonb_to_recordset($2::jsonb) AS s (drop_id text, source text)
         WHERE s.drop_id = polls.drop_id AND s.source = polls.source
       )`,
      [definitions.map(({ id }) => id), JSON.stringify(declared)],
    );
    // A poll that runs now uses the old query: the higher lease number fences its outcome.
    await this.sql.query(
      `INSERT INTO polls AS p (drop_id, source, query, due_at)
       SELECT drop_id, source, query, to_timestamp($2::float8 / 1000)
       FROM jsonb_to_recordset($1::jsonb) AS s (drop_id text, source text, query jsonb)
       ORDER BY drop_id, source
       ON CONFLICT (drop_id, source) DO UPDATE
       SET query = excluded.query, memory = NULL, due_at = excluded.due_at, claims = p.claims + 1, failures = 0,
           failed_at = NULL, failure_kind = NULL, failure = NULL
       WHERE p.query <> excluded.query`,
      [JSON.stringify(declared), nowMs],
    );
  }

  /** Deletes the polls of drops. */
  async delete(dropIds: readonly string[]): Promise<void> {
    if (dropIds.length === 0) return;
    await this.sql.query('DELETE FROM polls WHERE drop_id = ANY ($1)', [dropIds]);
  }

  /**
   * Reschedules polls that wait without a reason: those that a fast clock scheduled too late, and at the start of a worker
   * those that a source rejected as unauthorized, because the worker may have another key.
   *
   * @param intervals - of sources: a poll of theirs that has not failed waits 1.5 intervals at most.
   */
  async recall({
    nowMs,
    withUnauthorized,
    intervals = [],
  }: {
    readonly nowMs: number;
    readonly withUnauthorized: boolean;
    readonly intervals?: readonly SourceInterval[];
  }): Promise<void> {
    await this.sql.query(
      `WITH late AS (
         SELECT p.drop_id, p.source FROM polls AS p
         LEFT JOIN unnest($4::text[], $5::float8[]) AS s (id, ahead_ms) ON s.id = p.source AND p.failures = 0
         WHERE p.due_at > to_timestamp(($1::float8 + coalesce(s.ahead_ms, $2)) / 1000)
            OR ($3 AND failure_kind = 'unauthorized' AND p.due_at > to_timestamp($1::float8 / 1000))
         ORDER BY p.drop_id, p.source FOR NO KEY UPDATE OF p SKIP LOCKED
       )
       UPDATE polls SET due_at = to_timestamp($1::float8 / 1000)
       FROM late WHERE polls.drop_id = late.drop_id AND polls.source = late.source`,
      [
        nowMs,
        DUE_AHEAD_MS_MAX,
        withUnauthorized,
        intervals.map(({ id }) => id),
        intervals.map(({ intervalMs }) => INTERVALS_MAX * Math.max(intervalMs, BREAKER_WAIT_MS_MAX)),
      ],
    );
  }
}

/** A message without control characters, which PostgreSQL or a terminal would reject: it may quote a source. */
export const storableMessage = (message: string): string =>
  message.slice(0, MESSAGE_LENGTH_MAX).replace(CONTROL_CHARACTERS, ' ');

function rowOf(outcome: PollOutcome) {
  const { dropId, source, lease, nextDueMs } = outcome;
  const end = { drop_id: dropId, source, lease, due_ms: nextDueMs };
  if (outcome.kind === 'answered') return { ...end, kind: 'answered', memory: outcome.memory };
  if (outcome.kind === 'held_back') return { ...end, kind: 'held_back' };
  return { ...end, kind: 'failed', failure_kind: outcome.failureKind, failure: storableMessage(outcome.message) };
}

const RECORD_OUTCOMES = `
  UPDATE polls AS p
  SET due_at = to_timestamp(o.due_ms / 1000),
      memory = CASE o.kind WHEN 'answered' THEN o.memory ELSE p.memory END,
      failures = CASE o.kind WHEN 'answered' THEN 0 WHEN 'failed' THEN p.failures + 1 ELSE p.failures END,
      answered_at = CASE o.kind WHEN 'answered' THEN now.at ELSE p.answered_at END,
      failed_at = CASE o.kind WHEN 'failed' THEN now.at ELSE p.failed_at END,
      failure_kind = CASE o.kind WHEN 'answered' THEN NULL WHEN 'failed' THEN o.failure_kind ELSE p.failure_kind END,
      failure = CASE o.kind WHEN 'answered' THEN NULL WHEN 'failed' THEN o.failure ELSE p.failure END
  FROM json_to_recordset($1::json) AS o (drop_id text, source text, lease bigint, kind text, due_ms float8,
         memory json, failure_kind text, failure text),
       (SELECT to_timestamp($2::float8 / 1000) AS at) AS now
  WHERE p.drop_id = o.drop_id AND p.source = o.source AND p.claims = o.lease
  RETURNING p.drop_id, p.source`;
