import { createHash } from 'node:crypto';
import { instant } from '../clock/instants';
import type { Database, Sql } from '../database/database';
import type { EndpointTerms, StoredEndpoint } from './endpoint';
import { type SealedSecret, type SecretBox, SecretKeyError } from './secret-box';

/** Time for which an idempotency key belongs to its creation, in hours. */
export const IDEMPOTENCY_HOURS = 24;
const ROWS_A_STEP = 500;

/** An endpoint with its secret, which is returned only by its creation, with its repetitions, and by a rotation. */
export interface CreatedEndpoint {
  readonly endpoint: StoredEndpoint;
  /** `whsec_…` */
  readonly secret: string;
}

/** A request to create an endpoint, with the idempotency key of its client. */
export interface KeyedCreation {
  readonly account: string;
  readonly idempotencyKey: string;
  readonly terms: EndpointTerms;
}

/** The idempotency key belongs to a creation with other terms. */
export class IdempotencyKeyReusedError extends Error {
  override readonly name = 'IdempotencyKeyReusedError';
}

/** Creations of the last {@link IDEMPOTENCY_HOURS} by idempotency key. Keys are hashed, created endpoints sealed. */
export class CreationRepository {
  /** @param box - null without a key for secrets: then creations can be neither stored nor found. */
  constructor(private readonly box: SecretBox | null) {}

  /**
   * The endpoint that an earlier request with the same key and the same terms created, as it was then.
   *
   * @returns null for a new key.
   * @throws {IdempotencyKeyReusedError} {SecretKeyError}
   */
  async find(sql: Sql, { account, idempotencyKey, terms }: KeyedCreation, nowMs: number) {
    const [row] = await sql.query<SealedSecret & { readonly termsHash: Buffer; readonly endpointId: string }>(
      `SELECT terms_hash AS "termsHash", endpoint_id AS "endpointId", sealed, key_id AS "keyId" FROM webhook_creations
       WHERE account = $1 AND key_hash = $2 AND created_at > ${instant('$3')} - $4 * interval '1 hour'`,
      [account, sha256(idempotencyKey), nowMs, IDEMPOTENCY_HOURS],
    );
    if (row === undefined) return null;
    if (!row.termsHash.equals(hashOf(terms))) throw new IdempotencyKeyReusedError();
    return JSON.parse(Buffer.from(this.#openBox().open(row, row.endpointId)).toString()) as CreatedEndpoint;
  }

  /** Under the account's lock, after {@link find} returned null. @throws {SecretKeyError} without a key. */
  async store(
    sql: Sql,
    { account, idempotencyKey, terms }: KeyedCreation,
    created: CreatedEndpoint,
    nowMs: number,
  ): Promise<void> {
    const { id } = created.endpoint;
    const { sealed, keyId } = this.#openBox().seal(Buffer.from(JSON.stringify(created)), id);
    await sql.query(
      `INSERT INTO webhook_creations (account, key_hash, terms_hash, endpoint_id, sealed, key_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, ${instant('$7')})
       ON CONFLICT (account, key_hash) DO UPDATE SET terms_hash = excluded.terms_hash,
         endpoint_id = excluded.endpoint_id, sealed = excluded.sealed, key_id = excluded.key_id,
         created_at = excluded.created_at`,
      [account, sha256(idempotencyKey), hashOf(terms), id, sealed, keyId, nowMs],
    );
  }

  #openBox(): SecretBox {
    if (this.box === null) throw new SecretKeyError('There is no key for secrets');
    return this.box;
  }
}

/** Seals creations under the first key of the box, in batches. Those under an unknown key stay until they expire. */
export async function resealCreations(db: Database, box: SecretBox): Promise<void> {
  for (let rows = ROWS_A_STEP; rows === ROWS_A_STEP;) rows = await db.transaction((sql) => resealStep(sql, box));
}

async function resealStep(sql: Sql, box: SecretBox): Promise<number> {
  const rows = await sql.query<SealedSecret & { readonly endpointId: string; readonly ctid: string }>(
    `SELECT ctid::text AS ctid, endpoint_id AS "endpointId", sealed, key_id AS "keyId" FROM webhook_creations
     WHERE key_id = ANY ($1::text[]) LIMIT $2 FOR UPDATE`,
    [box.keyIds.filter((id) => id !== box.keyId), ROWS_A_STEP],
  );
  const sealed = rows.map((row) => box.seal(box.open(row, row.endpointId), row.endpointId).sealed);
  await sql.query(
    `UPDATE webhook_creations AS c SET sealed = n.sealed, key_id = $3
     FROM unnest($1::text[], $2::bytea[]) AS n (place, sealed) WHERE c.ctid = n.place::tid`,
    [rows.map(({ ctid }) => ctid), sealed, box.keyId],
  );
  return rows.length;
}

/** Equal for requests with the same terms, whatever the order of their members. */
function hashOf({ url, description, events, drops, chains, minHype, enabled }: EndpointTerms): Buffer {
  return sha256(JSON.stringify([url, description, events, drops, chains, minHype, enabled]));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
