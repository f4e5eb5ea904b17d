import { nextAttemptMs, type RetrySchedule } from '@droptrack/webhooks';
import type { Database, Transaction } from '../database/database';
import { numbersOf, plainArray } from '../database/plain-array';
import { recordHealth } from './endpoint-health';
import type { LeasedDelivery } from './lease';
import { preferIndexes, wakeDispatchers } from './queue-lock';

/** Outcome of an attempt. */
export interface DeliveryOutcome {
  readonly delivery: LeasedDelivery;
  /** When it began, milliseconds since the epoch. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** Reason of a failure, for the endpoint's owner; null for a success. */
  readonly error: string | null;
  /** Body of the response; its first KiB is stored. */
  readonly response: Uint8Array | null;
  /** Wait that the receiver requested with `Retry-After`. */
  readonly retryAfterMs: number | null;
  readonly isDelivered: boolean;
}

export interface RecordOptions {
  readonly nowMs: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Retry schedule; that of the service when not given. */
  readonly schedule?: RetrySchedule;
}

/** Numbers of outcomes. */
export interface RecordReport {
  readonly delivered: number;
  /** Failed attempts. */
  readonly failed: number;
  /** Failed attempts that were the last ones of their deliveries. */
  readonly exhausted: number;
  /** Discarded outcomes of expired leases. */
  readonly void: number;
  /** Ids of endpoints that are disabled from now on. */
  readonly disabled: readonly string[];
}

const RESPONSE_BYTES_MAX = 1_024;
const ERROR_LENGTH_MAX = 500;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

/** A column that is null for all outcomes is passed as null: `unnest` pads shorter arrays with nulls. */
const RECORD = `
WITH recorded AS (
  UPDATE deliveries AS d
  SET status = coalesce(o.status, 'delivered'), tries = d.tries + 1, due_at = to_timestamp(o.due_ms / 1000),
      delivered_at = CASE WHEN o.status IS NULL THEN to_timestamp(o.due_ms / 1000) END
  FROM unnest($1::bigint[], $2::int[], $3::text[], $4::float8[], $5::float8[], $6::int[], $7::smallint[], $8::text[],
              $9::bytea[]) AS o (id, lease_number, status, due_ms, at_ms, duration_ms, status_code, error, response)
  WHERE d.id = o.id AND CASE d.status WHEN 'sending' THEN d.claims = o.lease_number END
  RETURNING o.*
), stored AS (
  INSERT INTO attempts (delivery_id, number, at, duration_ms, status_code, error, response)
  SELECT id, lease_number, to_timestamp(at_ms / 1000), duration_ms, status_code, error, response FROM recorded
  RETURNING delivery_id
) SELECT coalesce(array_agg(delivery_id), '{}')::text AS ids FROM stored`;

/**
 * Records outcomes in one transaction: the attempts, the states of their deliveries, and the circuit breakers of the
 * endpoints. The outcome of an expired lease, or of a delivery that was made due again, is discarded.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function recordOutcomes(
  db: Database,
  outcomes: readonly DeliveryOutcome[],
  options: RecordOptions,
): Promise<RecordReport> {
  if (outcomes.length === 0) return { delivered: 0, failed: 0, exhausted: 0, void: 0, disabled: [] };
  const ends = outcomes.map((outcome) => endOf(outcome, options));
  return db.transaction(async (sql) => {
    const suffix = await preferIndexes(sql);
    const recorded = await storeAttempts(sql, ends, suffix);
    const kept = ends.filter(({ outcome }) => recorded.has(outcome.delivery.id));
    const disabled = await recordHealth(
      sql,
      kept.map(({ outcome }) => outcome),
      options.nowMs,
    );
    if (disabled.length > 0) await wakeDispatchers(sql);
    const count = (wanted: End['status']) => kept.filter(({ status }) => status === wanted).length;
    const delivered = count('delivered');
    const failed = kept.length - delivered;
    return { delivered, failed, exhausted: count('failed'), void: outcomes.length - kept.length, disabled };
  });
}

/**
 * Ends leases without an attempt: no failure counts, and the deliveries are due at once, or at `dueMs` (milliseconds since
 * the epoch). Expired leases are ignored.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function releaseDeliveries(
  db: Database,
  deliveries: readonly LeasedDelivery[],
  nowMs: number,
  dueMs: number | null = null,
): Promise<void> {
  if (deliveries.length === 0) return;
  await db.transaction(async (sql) => {
    await preferIndexes(sql);
    await sql.query(
      `UPDATE deliveries AS d SET status = 'pending', due_at = to_timestamp(coalesce($5::float8, least(c.due_ms, $4::float8)) / 1000)
       FROM unnest($1::bigint[], $2::int[], $3::float8[]) AS c (id, lease_number, due_ms)
       WHERE d.id = c.id AND CASE d.status WHEN 'sending' THEN d.claims = c.lease_number END`,
      [
        deliveries.map(({ id }) => id),
        deliveries.map(({ leaseNumber }) => leaseNumber),
        deliveries.map(({ dueMs }) => dueMs),
        nowMs,
        dueMs,
      ],
    );
    await wakeDispatchers(sql);
  });
}

interface End {
  readonly outcome: DeliveryOutcome;
  readonly status: 'delivered' | 'pending' | 'failed';
  readonly dueMs: number;
}

function endOf(outcome: DeliveryOutcome, { random, schedule }: RecordOptions): End {
  const { delivery, atMs, durationMs, retryAfterMs, isDelivered } = outcome;
  const endedMs = atMs + durationMs;
  if (isDelivered) return { outcome, status: 'delivered', dueMs: endedMs };
  const dueMs = nextAttemptMs({ tries: delivery.tries + 1, endedMs, retryAfterMs }, random(), schedule);
  return dueMs === null ? { outcome, status: 'failed', dueMs: endedMs } : { outcome, status: 'pending', dueMs };
}

async function storeAttempts(sql: Transaction, ends: readonly End[], suffix: string): Promise<Set<string>> {
  const outcomes = ends.map(({ outcome }) => outcome);
  const [row] = await sql.prepared<{ ids: string }>(`record_outcomes_${suffix}`, RECORD, [
    plainArray(outcomes.map(({ delivery }) => delivery.id)),
    plainArray(outcomes.map(({ delivery }) => delivery.leaseNumber)),
    unlessNull(ends.map(({ status }) => (status === 'delivered' ? null : status))),
    plainArray(ends.map(({ dueMs }) => dueMs)),
    plainArray(outcomes.map(({ atMs }) => atMs)),
    plainArray(outcomes.map(({ durationMs }) => Math.round(durationMs))),
    plainArray(outcomes.map(({ statusCode }) => statusCode)),
    unlessNull(outcomes.map(({ error }) => error?.slice(0, ERROR_LENGTH_MAX).replace(CONTROL_CHARACTERS, ' ') ?? null)),
    unlessNull(
      outcomes.map(({ response }) => (response?.length ? Buffer.from(response.subarray(0, RESPONSE_BYTES_MAX)) : null)),
    ),
  ]);
  return new Set(numbersOf(row?.ids ?? ''));
}

const unlessNull = <T>(values: readonly (T | null)[]) => (values.some((value) => value !== null) ? values : null);
