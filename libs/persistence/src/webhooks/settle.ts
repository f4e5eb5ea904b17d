import { nextAttemptMs, type RetrySchedule } from '@droptrack/webhooks';
import type { Database, Transaction } from '../database/database';
import { numbersOf, plainArray } from '../database/plain-array';
import type { ClaimedDelivery } from './claim';
import { preferIndexes, wakeSenders } from './queue';
import { settleEndpoints } from './settle-endpoints';

/** What an attempt came to. */
export interface DeliveryOutcome {
  readonly delivery: ClaimedDelivery;
  /** When it began, milliseconds since the epoch. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null without an answer. */
  readonly statusCode: number | null;
  /** Why it counts as failed, in words for the endpoint's owner; null where it does not. */
  readonly error: string | null;
  /** What was answered; its first KiB is kept. */
  readonly response: Uint8Array | null;
  /** What the receiver asked for by `Retry-After`. */
  readonly retryAfterMs: number | null;
  readonly isDelivered: boolean;
}

/** How outcomes are settled. */
export interface SettleOptions {
  readonly nowMs: number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** When failed deliveries are tried again; the service's own schedule when not given. */
  readonly schedule?: RetrySchedule;
}

/** What became of outcomes. */
export interface DeliveriesReport {
  readonly delivered: number;
  /** Attempts that failed. */
  readonly failed: number;
  /** Of those, the last ones of their deliveries. */
  readonly exhausted: number;
  /** Outcomes whose delivery was no longer theirs; of them nothing is kept. */
  readonly void: number;
  /** Ids of endpoints that are disabled from now on. */
  readonly disabled: readonly string[];
}

const RESPONSE_BYTES_MAX = 1_024;
const ERROR_LENGTH_MAX = 500;
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/gu;

/** What is null for all, as of deliveries that succeed, is no array but null: the others are padded with nulls. */
const SETTLE = `
WITH settled AS (
  UPDATE deliveries AS d
  SET status = coalesce(o.status, 'delivered'), tries = d.tries + 1, due_at = to_timestamp(o.due_ms / 1000),
      delivered_at = CASE WHEN o.status IS NULL THEN to_timestamp(o.due_ms / 1000) END
  FROM unnest($1::bigint[], $2::int[], $3::text[], $4::float8[], $5::float8[], $6::int[], $7::smallint[], $8::text[],
              $9::bytea[]) AS o (id, claim, status, due_ms, at_ms, duration_ms, status_code, error, response)
  WHERE d.id = o.id AND CASE d.status WHEN 'sending' THEN d.claims = o.claim END
  RETURNING o.*
), noted AS (
  INSERT INTO attempts (delivery_id, number, at, duration_ms, status_code, error, response)
  SELECT id, claim, to_timestamp(at_ms / 1000), duration_ms, status_code, error, response FROM settled
  RETURNING delivery_id
) SELECT coalesce(array_agg(delivery_id), '{}')::text AS ids FROM noted`;

/**
 * Notes what attempts came to, in one transaction: the attempts, what becomes of their deliveries, and how the endpoints
 * do. An outcome is void when somebody else has taken the delivery since, or has made it due again.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function settleDeliveries(
  db: Database,
  outcomes: readonly DeliveryOutcome[],
  options: SettleOptions,
): Promise<DeliveriesReport> {
  if (outcomes.length === 0) return { delivered: 0, failed: 0, exhausted: 0, void: 0, disabled: [] };
  const ends = outcomes.map((outcome) => endOf(outcome, options));
  return db.transaction(async (sql) => {
    const suffix = await preferIndexes(sql);
    const settled = await noteAttempts(sql, ends, suffix);
    const kept = ends.filter(({ outcome }) => settled.has(outcome.delivery.id));
    const disabled = await settleEndpoints(
      sql,
      kept.map(({ outcome }) => outcome),
      options.nowMs,
    );
    if (disabled.length > 0) await wakeSenders(sql);
    const count = (wanted: End['status']) => kept.filter(({ status }) => status === wanted).length;
    const delivered = count('delivered');
    const failed = kept.length - delivered;
    return { delivered, failed, exhausted: count('failed'), void: outcomes.length - kept.length, disabled };
  });
}

/**
 * Gives claimed deliveries back, as if they had not been claimed: no attempt counts. They may be taken at once, or from
 * `dueMs` (milliseconds since the epoch) on. What somebody else has taken since is left alone.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function returnDeliveries(
  db: Database,
  deliveries: readonly ClaimedDelivery[],
  nowMs: number,
  dueMs: number | null = null,
): Promise<void> {
  if (deliveries.length === 0) return;
  await db.transaction(async (sql) => {
    await preferIndexes(sql);
    await sql.query(
      `UPDATE deliveries AS d SET status = 'pending', due_at = to_timestamp(coalesce($5::float8, least(c.due_ms, $4::float8)) / 1000)
       FROM unnest($1::bigint[], $2::int[], $3::float8[]) AS c (id, claim, due_ms)
       WHERE d.id = c.id AND CASE d.status WHEN 'sending' THEN d.claims = c.claim END`,
      [
        deliveries.map(({ id }) => id),
        deliveries.map(({ claim }) => claim),
        deliveries.map(({ dueMs }) => dueMs),
        nowMs,
        dueMs,
      ],
    );
    await wakeSenders(sql);
  });
}

interface End {
  readonly outcome: DeliveryOutcome;
  readonly status: 'delivered' | 'pending' | 'failed';
  readonly dueMs: number;
}

function endOf(outcome: DeliveryOutcome, { random, schedule }: SettleOptions): End {
  const { delivery, atMs, durationMs, retryAfterMs, isDelivered } = outcome;
  const endedMs = atMs + durationMs;
  if (isDelivered) return { outcome, status: 'delivered', dueMs: endedMs };
  const dueMs = nextAttemptMs({ tries: delivery.tries + 1, endedMs, retryAfterMs }, random(), schedule);
  return dueMs === null ? { outcome, status: 'failed', dueMs: endedMs } : { outcome, status: 'pending', dueMs };
}

async function noteAttempts(sql: Transaction, ends: readonly End[], suffix: string): Promise<Set<string>> {
  const outcomes = ends.map(({ outcome }) => outcome);
  const [row] = await sql.prepared<{ ids: string }>(`settle_deliveries_${suffix}`, SETTLE, [
    plainArray(outcomes.map(({ delivery }) => delivery.id)),
    plainArray(outcomes.map(({ delivery }) => delivery.claim)),
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
