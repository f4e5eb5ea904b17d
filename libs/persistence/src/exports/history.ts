import type { LogEntity } from '@droptrack/catalogue';
import { knownEpochMs } from '../clock/instants';
import type { Database, Sql } from '../database/database';
import type { RevisionCause } from '../log/append';
import { inSnapshot, streamRows, type TakeRows } from './export-rows';
import { type ExportedDropPoint, streamAllPoints } from './points';

/** Revision of the log in the form of an export. */
export interface ExportedRevision {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly recordedAtMs: number;
  readonly entity: LogEntity;
  readonly id: string;
  readonly cause: RevisionCause;
  /** JSON without members that are not published; null for an archived entity. */
  readonly body: string | null;
}

/** Event of the log. Events about endpoints, which belong to an account, are not exported. */
export interface ExportedEvent {
  readonly id: string;
  readonly type: string;
  readonly seq: number | null;
  /** Milliseconds since the epoch. */
  readonly recordedAtMs: number;
  readonly dropId: string | null;
  readonly chain: string | null;
  /** Hype score of the drop after the event. */
  readonly hype: number | null;
  /** The JSON that endpoints receive. */
  readonly body: string;
}

/** Claims of an hour from the distributor of a list, without wallets. */
export interface ExportedClaimHour {
  readonly dropId: string;
  /** Empty for the unnamed list. */
  readonly list: string;
  /** CAIP-10. */
  readonly contract: string;
  /** Start of the hour, milliseconds since the epoch; null for the claims of unknown times. */
  readonly hourMs: number | null;
  readonly claims: number;
  /** Wallets whose first claim is in it. */
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly amount: string;
}

/** State of the log at the end of an export. */
export interface HistoryEnd {
  /** Number of the last revision; 0 for an empty log. */
  readonly seq: number;
  /** The export contains everything that was recorded up to this instant, milliseconds since the epoch. */
  readonly asOfMs: number;
}

/** Consumers of the rows of an export, one after the other. */
export interface HistoryTables {
  /** By `seq`. */
  readonly revisions: TakeRows<ExportedRevision>;
  /** By drop and hour. */
  readonly points: TakeRows<ExportedDropPoint>;
  /** In the order of publication. */
  readonly events: TakeRows<ExportedEvent>;
  /** By drop, list and hour. */
  readonly claims: TakeRows<ExportedClaimHour>;
}

const BATCH_ROWS = 500;
/** Slow disks, and an index that is not in memory. */
const TIMEOUT_MS = 300_000;

/**
 * Streams all published history from one snapshot of the database, in constant memory: each revision, point and event, and the claims by hour.
 *
 * @param begin - called once, before the first row.
 * @throws as {@link inSnapshot}, and the errors of `begin` and its consumers.
 */
export function exportHistory(
  db: Database,
  signal: AbortSignal,
  begin: (end: HistoryEnd) => Promise<HistoryTables>,
): Promise<void> {
  return inSnapshot(db, signal, async (sql) => {
    await sql.allow(TIMEOUT_MS);
    const { revisions, points, events, claims } = await begin(await readEnd(sql));
    await stream<ExportedRevision>(sql, REVISIONS, revisions);
    await streamAllPoints(sql, points);
    await stream<ExportedEvent>(sql, EVENTS, events);
    await stream<ExportedClaimHour>(sql, CLAIMS, claims);
  });
}

async function readEnd(sql: Sql): Promise<HistoryEnd> {
  const [row] = await sql.query<HistoryEnd>(
    `SELECT seq::float8 AS seq, ${milliseconds('greatest(recorded_at, complete_until)')} AS "asOfMs" FROM log_head`,
  );
  if (row === undefined) throw new Error('log_head has no row');
  return row;
}

const stream = <Row>(sql: Sql, text: string, take: TakeRows<Row>): Promise<void> =>
  streamRows(sql, { text, values: [], batchRows: BATCH_ROWS }, take);

const milliseconds = (instant: string): string => `floor(extract(epoch FROM ${instant}) * 1000)::float8`;

/**
 * The id of the rows of a list and the queries of sources are internal: no response contains them. The score of an older row
 * without a reading is null, as in every other reader of the log.
 */
const REVISIONS = `
  SELECT seq::float8 AS seq, ${milliseconds('recorded_at')} AS "recordedAtMs", entity, id, cause, (CASE entity
    WHEN 'list' THEN body - 'list_id'
    WHEN 'definition' THEN body #- '{definition,sources}'
    WHEN 'drop' THEN CASE WHEN body -> 'hype_confidence' = '0' THEN body || '{"hype_score":null,"hype_delta_7d":null}' ELSE body END
    ELSE body
  END)::text AS body
  FROM revisions ORDER BY seq`;

const EVENTS = `
  SELECT id, type, seq::float8 AS seq, ${milliseconds('recorded_at')} AS "recordedAtMs", drop_id AS "dropId", chain, hype, body
  FROM events WHERE account IS NULL ORDER BY place`;

const CLAIMS = `
  SELECT l.drop_id AS "dropId", l.list, l.contract, ${knownEpochMs('h.hour')} AS "hourMs", h.claims, h.wallets, h.amount::text AS amount
  FROM claim_ledgers AS l JOIN claim_hours AS h ON h.ledger_id = l.id WHERE l.retired_at IS NULL
  ORDER BY l.drop_id, l.list, h.hour`;
