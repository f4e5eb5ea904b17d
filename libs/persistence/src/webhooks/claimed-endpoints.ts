import type { Transaction } from '../database/database';
import { plainArray } from '../database/plain-array';
import type { SealedSecret } from './secret-box';

/** Where deliveries go, and what signs them. */
export interface ClaimedEndpoint {
  readonly account: string;
  readonly url: string;
  /** What signs, the latest first; none for an endpoint that is being deleted. */
  readonly secrets: readonly SealedSecret[];
}

interface EndpointRow {
  readonly id: string;
  readonly account: string;
  readonly url: string;
  readonly sealed: Buffer | null;
  readonly key_id: string | null;
}

const ENDPOINTS = `
  SELECT e.id, e.account, e.url, s.sealed, s.key_id
  FROM webhook_endpoints AS e LEFT JOIN webhook_secrets AS s
    ON s.endpoint_id = e.id AND (s.expires_at IS NULL OR s.expires_at > to_timestamp($2::float8 / 1000))
  WHERE e.id = ANY ($1::text[]) ORDER BY e.id, s.number DESC`;

/**
 * Reads endpoints whose deliveries have just been claimed: in a statement of its own, as one that waited for an endpoint
 * while its secret was rotated would see the former one still.
 *
 * @param suffix - of the names of prepared statements.
 */
export async function readClaimedEndpoints(
  sql: Transaction,
  ids: readonly string[],
  nowMs: number,
  suffix: string,
): Promise<ReadonlyMap<string, ClaimedEndpoint>> {
  const rows = await sql.prepared<EndpointRow>(`read_claimed_endpoints_${suffix}`, ENDPOINTS, [plainArray(ids), nowMs]);
  const endpoints = new Map<string, ClaimedEndpoint & { readonly secrets: SealedSecret[] }>();
  for (const { id, account, url, sealed, key_id: keyId } of rows) {
    const endpoint = endpoints.get(id) ?? { account, url, secrets: [] };
    if (sealed !== null && keyId !== null) endpoint.secrets.push({ sealed, keyId });
    endpoints.set(id, endpoint);
  }
  return endpoints;
}
