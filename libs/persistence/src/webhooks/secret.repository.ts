import { randomBytes } from 'node:crypto';
import { formatSecret, SECRET_BYTES } from '@droptrack/webhooks';
import { instant } from '../clock/instants';
import type { Database, Sql } from '../database/database';
import { resealCreations } from './creation.repository';
import { type SealedSecret, type SecretBox, SecretKeyError } from './secret-box';

/** Active secrets of an endpoint: each is one more signature in every delivery. */
const ACTIVE_MAX = 4;

/** A new secret that is not stored yet. */
interface NewSecret {
  /** `whsec_…` */
  readonly secret: string;
  readonly key: Uint8Array;
  readonly sealed: SealedSecret;
}

/** Result of {@link SecretRepository.reseal}. */
interface ResealReport {
  /** Secrets that were sealed under another key before. */
  readonly resealed: number;
  /** Secrets whose key is not in the box: they stay unchanged, and nothing can be signed with them. */
  readonly unknown: number;
}

const ROWS_A_STEP = 500;

interface SecretRow {
  readonly endpoint_id: string;
  readonly number: number;
  readonly sealed: Buffer;
  readonly key_id: string;
}

/** Secrets of endpoints, numbered, sealed in the database. */
export class SecretRepository {
  /** @param box - null without a key for secrets: then none can be created or opened. */
  constructor(
    private readonly db: Database,
    private readonly box: SecretBox | null,
  ) {}

  /** @throws {SecretKeyError} without a key. */
  create(endpointId: string): NewSecret {
    const key = randomBytes(SECRET_BYTES.given);
    return { secret: formatSecret(key), key, sealed: this.#openBox().seal(key, endpointId) };
  }

  async store(sql: Sql, endpointId: string, number: number, { sealed }: NewSecret, nowMs: number): Promise<void> {
    await sql.query(
      `INSERT INTO webhook_secrets (endpoint_id, number, sealed, key_id, created_at)
       VALUES ($1, $2, $3, $4, ${instant('$5')})`,
      [endpointId, number, sealed.sealed, sealed.keyId, nowMs],
    );
  }

  /** Keys of the active secrets, the latest first. @throws {SecretKeyError} without the keys that open them. */
  async activeKeys(endpointId: string, nowMs: number): Promise<Uint8Array[]> {
    const box = this.#openBox();
    const rows = await this.db.query<SealedSecret>(
      `SELECT sealed, key_id AS "keyId" FROM webhook_secrets
       WHERE endpoint_id = $1 AND (expires_at IS NULL OR expires_at > ${instant('$2')}) ORDER BY number DESC`,
      [endpointId, nowMs],
    );
    return rows.map((secret) => box.open(secret, endpointId));
  }

  /**
   * Replaces the active secret; former ones stay active for the grace period. One with an earlier grace period keeps it; only
   * beyond {@link ACTIVE_MAX} the oldest expires at once. Under the lock of the endpoint.
   *
   * @param graceSeconds - 0 to expire all former secrets at once.
   * @returns when the former secret expires, milliseconds since the epoch.
   */
  async rotate(sql: Sql, endpointId: string, secret: NewSecret, graceSeconds: number, nowMs: number): Promise<number> {
    const previousExpiresMs = nowMs + graceSeconds * 1_000;
    const former = await sql.query<{ number: number }>(
      `UPDATE webhook_secrets SET expires_at = CASE WHEN expires_at IS NULL OR $3 THEN least(expires_at, ${instant('$2')})
                                                    ELSE expires_at END
       WHERE endpoint_id = $1 RETURNING number`,
      [endpointId, previousExpiresMs, graceSeconds === 0],
    );
    await sql.query(
      `DELETE FROM webhook_secrets WHERE endpoint_id = $1 AND number NOT IN (
         SELECT number FROM webhook_secrets WHERE endpoint_id = $1 AND expires_at > ${instant('$2')}
         ORDER BY number DESC LIMIT $3)`,
      [endpointId, nowMs, ACTIVE_MAX - 1],
    );
    await this.store(sql, endpointId, Math.max(0, ...former.map(({ number }) => number)) + 1, secret, nowMs);
    return previousExpiresMs;
  }

  /**
   * Seals all secrets and stored creations under the first key of the box, in batches, so that the other keys can be deleted.
   * Deliveries continue. The report counts the secrets.
   *
   * @throws {SecretKeyError} when a secret does not open with its key; the batches before it are committed. Also without a key.
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async reseal(): Promise<ResealReport> {
    const box = this.#openBox();
    let [resealed, unknown] = [0, 0];
    for (
      let after: Pick<SecretRow, 'endpoint_id' | 'number'> | null = { endpoint_id: '', number: 0 };
      after !== null;
    ) {
      const from = after;
      const rows: SecretRow[] = await this.db.transaction(async (sql) => {
        const found = await sql.query<SecretRow>(
          `SELECT endpoint_id, number, sealed, key_id FROM webhook_secrets
           WHERE (endpoint_id, number) > ($1, $2) AND key_id <> $3
           ORDER BY endpoint_id, number LIMIT $4 FOR NO KEY UPDATE`,
          [from.endpoint_id, from.number, box.keyId, ROWS_A_STEP],
        );
        const known = found.filter(({ key_id: keyId }) => box.has(keyId));
        const sealed = known.map((row) => {
          const secret = box.open({ sealed: row.sealed, keyId: row.key_id }, row.endpoint_id);
          return box.seal(secret, row.endpoint_id).sealed;
        });
        await sql.query(
          `UPDATE webhook_secrets AS s SET sealed = n.sealed, key_id = $4
           FROM unnest($1::text[], $2::int[], $3::bytea[]) AS n (endpoint_id, number, sealed)
           WHERE s.endpoint_id = n.endpoint_id AND s.number = n.number`,
          [known.map((row) => row.endpoint_id), known.map(({ number }) => number), sealed, box.keyId],
        );
        resealed += known.length;
        unknown += found.length - known.length;
        return found;
      });
      after = rows.at(-1) ?? null;
    }
    await resealCreations(this.db, box);
    return { resealed, unknown };
  }

  /** Counts secrets by the key that they are sealed under, the most first. */
  async countByKey(): Promise<{ keyId: string; secrets: number }[]> {
    const counts = await this.db.client((prisma) =>
      prisma.webhookSecret.groupBy({
        by: ['keyId'],
        _count: { keyId: true },
        orderBy: [{ _count: { keyId: 'desc' } }, { keyId: 'asc' }],
      }),
    );
    return counts.map(({ keyId, _count }) => ({ keyId, secrets: _count.keyId }));
  }

  #openBox(): SecretBox {
    if (this.box === null) throw new SecretKeyError('There is no key for secrets');
    return this.box;
  }
}
