import type { Plan } from '@droptrack/contracts';
import { eventTypesNamed } from '@droptrack/webhooks';
import type { Sql } from '../database/database';
import { ENDPOINT_COLUMNS, type StoredEndpoint } from './endpoints-row';
import { isTold, TOLD_PLANS } from './paused';

/** Whose an endpoint is: the key of its account that was made last, one that works before one that does not. */
export interface EndpointOwner {
  readonly keyId: string;
  readonly label: string;
  readonly plan: Plan;
}

/** An endpoint as an operator sees it, of whichever account. */
export interface SurveyedEndpoint extends StoredEndpoint {
  /** Null for an account whose keys are gone. */
  readonly owner: EndpointOwner | null;
  /** No key of its account that works has a plan with webhooks: it is told nothing meanwhile. */
  readonly isPaused: boolean;
  /** Deliveries that wait for an attempt or for the end of one. */
  readonly pending: number;
  /** When the oldest of those was made, and when the next is due, milliseconds since the epoch; null without any. */
  readonly oldestPendingMs: number | null;
  readonly nextDueMs: number | null;
}

/** Which endpoints; all of them when nothing is given. */
export interface SurveyQuery {
  /** Of one account. */
  readonly account?: string | null;
  /** One of them. */
  readonly id?: string | null;
}

type SurveyRow = Omit<SurveyedEndpoint, 'owner'> & {
  readonly keyId: string | null;
  readonly label: string;
  readonly plan: Plan;
};

const SURVEY = `
SELECT e.*, k.id AS "keyId", k.label, k.plan, NOT ${isTold('e.account', '$3', '$4')} AS "isPaused",
       coalesce(d.pending, 0) AS pending, d.oldest_ms AS "oldestPendingMs", d.due_ms AS "nextDueMs"
FROM (
  SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints
  WHERE deleted_at IS NULL AND ($1::text IS NULL OR account = $1) AND ($2::text IS NULL OR id = $2)
) AS e
LEFT JOIN LATERAL (
  SELECT id, label, plan FROM api_keys WHERE account = e.account
  ORDER BY revoked_at IS NULL AND (expires_at IS NULL OR expires_at > to_timestamp($4::float8 / 1000)) DESC,
           created_at DESC, id LIMIT 1
) AS k ON true
LEFT JOIN LATERAL (
  SELECT count(*)::float8 AS pending, (extract(epoch FROM min(created_at)) * 1000)::float8 AS oldest_ms,
         (extract(epoch FROM min(greatest(due_at, created_at)) FILTER (WHERE status = 'pending')) * 1000)::float8 AS due_ms
  FROM deliveries WHERE endpoint_id = e.id AND status IN ('pending', 'sending')
) AS d ON true
ORDER BY e.account, e."createdAtMs", e.id`;

/**
 * Endpoints with whose they are and what waits for them, by account and age. Counts what waits: half a second for a million.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
 */
export async function surveyEndpoints(
  sql: Sql,
  { account = null, id = null }: SurveyQuery,
  nowMs: number,
): Promise<SurveyedEndpoint[]> {
  const rows = await sql.query<SurveyRow>(SURVEY, [account, id, TOLD_PLANS, nowMs]);
  return rows.map(({ keyId, label, plan, ...endpoint }) => ({
    ...endpoint,
    owner: keyId === null ? null : { keyId, label, plan },
  }));
}

/** Ids of all endpoints there are, for who wrote one of them wrongly. */
export async function listEndpointIds(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY id');
  return rows.map(({ id }) => id);
}

/**
 * How many deliveries a recovery would make due at most: it looks at the endpoint's filters as well, and leaves alone
 * what is under way.
 */
export async function countRecoverable(
  sql: Sql,
  { id, account, events }: Pick<StoredEndpoint, 'id' | 'account' | 'events'>,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<number> {
  const types = eventTypesNamed(events).filter((type) => type !== 'webhook.ping');
  const [row] = await sql.query<{ events: number }>(
    `SELECT count(*)::float8 AS events FROM events AS e
     WHERE recorded_at >= to_timestamp($3::float8 / 1000) AND recorded_at < to_timestamp($4::float8 / 1000)
       AND (account IS NULL OR account = $2) AND type = ANY ($5)
       AND NOT EXISTS (SELECT FROM deliveries WHERE endpoint_id = $1 AND event = e.place AND status = 'delivered')`,
    [id, account, sinceMs, untilMs, types],
  );
  return row?.events ?? 0;
}

/** How many secrets are sealed under which key; the most first. */
export function countSealedSecrets(sql: Sql): Promise<{ keyId: string; secrets: number }[]> {
  return sql.query(
    `SELECT key_id AS "keyId", count(*)::int AS secrets FROM webhook_secrets GROUP BY key_id ORDER BY 2 DESC, 1`,
  );
}
