import type { Plan } from '@droptrack/contracts';
import type { Database } from '../database/database';
import { type ApiKey, generateApiKey } from './api-key';
import { COLUMNS, isValid, type KeyRow, type NewApiKey, present, apiKeyRow } from './api-key.row';

/** Fields of a key to update. */
export interface ApiKeyChange {
  readonly plan?: Plan;
  /** 1 to 100 characters. */
  readonly label?: string;
  /** Null for no expiry. */
  readonly expiresAt?: Date | null;
  /** For `scale` only: the key's own limit, 10 000 or more; null for the plan's. */
  readonly requestsPerMinute?: number | null;
}

/** A key with its secret, which is returned only once. */
interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** Time for which a rotated key stays valid, in seconds. */
export const GRACE_PERIOD_SECONDS = { min: 0, max: 604_800, default: 86_400 } as const;

/** The key is unknown, or no longer valid. */
export class ApiKeyNotFoundError extends Error {
  override readonly name = 'ApiKeyNotFoundError';
  constructor(readonly id: string) {
    super(`There is no key "${id}", or it is no longer valid`);
  }
}

/** API keys. Stores hashes only: the keys themselves pass through once, when they are issued. */
export class ApiKeyRepository {
  constructor(private readonly db: Database) {}

  /** Issues a key. The secret is in the result and is not stored. */
  async issue(given: NewApiKey): Promise<IssuedApiKey> {
    const secret = generateApiKey();
    const row = await this.db.client((prisma) => prisma.apiKey.create({ data: apiKeyRow(given, secret) }));
    return { key: present(row), secret };
  }

  /** Keys with these SHA-256, valid or not, in the order of the hashes; null for an unknown hash. One query. */
  async findByHashes(hashes: readonly Buffer[]): Promise<(ApiKey | null)[]> {
    const rows = await this.db.query<KeyRow & { readonly keyHash: Buffer }>(
      `SELECT key_hash AS "keyHash", ${COLUMNS} FROM api_keys WHERE key_hash = ANY ($1::bytea[])`,
      [hashes],
    );
    const found = new Map(rows.map((row) => [row.keyHash.toString('hex'), present(row)]));
    return hashes.map((hash) => found.get(hash.toString('hex')) ?? null);
  }

  /** All keys, the newest first. */
  async list(): Promise<ApiKey[]> {
    const rows = await this.db.client((prisma) =>
      prisma.apiKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] }),
    );
    return rows.map(present);
  }

  /**
   * Replaces a key by a new one with the same plan, label and limit. The old key stays valid for the grace period, or
   * until its own expiry where that is earlier.
   *
   * @param gracePeriodSeconds - see {@link GRACE_PERIOD_SECONDS}.
   * @throws {ApiKeyNotFoundError} for a key that is unknown, revoked, expired or already replaced.
   * @throws {RangeError} for a grace period outside its bounds.
   */
  async rotate(id: string, gracePeriodSeconds: number, now: Date): Promise<IssuedApiKey> {
    const graceEnds = endOfGrace(gracePeriodSeconds, now);
    const secret = generateApiKey();
    const row = await this.db.client((prisma) =>
      prisma.$transaction(async (tx) => {
        // Serializes with changes and revocations: a new key never gets terms that were withdrawn.
        await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
        const old = await tx.apiKey.findUnique({ where: { id } });
        if (old === null || old.replacedById !== null || !isValid(old, now)) throw new ApiKeyNotFoundError(id);
        const created = await tx.apiKey.create({ data: apiKeyRow(present(old), secret, old.account) });
        const expiresAt = old.expiresAt !== null && old.expiresAt < graceEnds ? old.expiresAt : graceEnds;
        await tx.apiKey.update({ where: { id }, data: { expiresAt, replacedById: created.id } });
        return created;
      }),
    );
    return { key: present(row), secret };
  }

  /**
   * Changes a valid key. Another plan removes the key's own limit, unless the change sets one. The grace period of a
   * replaced key can only become shorter.
   *
   * @throws {ApiKeyNotFoundError} for a key that is unknown, revoked or expired.
   * @throws {DatabaseRejectedError} for a limit that the plan cannot have, and a label of another length.
   */
  async change(id: string, change: ApiKeyChange, now: Date): Promise<ApiKey> {
    const { plan = null, label = null, requestsPerMinute, expiresAt } = change;
    const [row] = await this.db.query<KeyRow>(CHANGE, [
      id,
      now,
      plan,
      label,
      requestsPerMinute !== undefined,
      requestsPerMinute ?? null,
      expiresAt !== undefined,
      expiresAt ?? null,
    ]);
    if (row === undefined) throw new ApiKeyNotFoundError(id);
    return present(row);
  }

  /**
   * Revokes a key at once. Idempotent.
   *
   * @throws {ApiKeyNotFoundError} for an unknown key.
   */
  async revoke(id: string, now: Date): Promise<ApiKey> {
    await this.db.client((prisma) =>
      prisma.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } }),
    );
    const row = await this.db.client((prisma) => prisma.apiKey.findUnique({ where: { id } }));
    if (row === null) throw new ApiKeyNotFoundError(id);
    return present(row);
  }

  /**
   * Records the last use of keys. An instant less than a minute after the stored one changes nothing, so that many
   * processes together write as little as one.
   */
  async noteUse(usedAt: ReadonlyMap<string, Date>): Promise<void> {
    await this.db.query(NOTE_USE, [[...usedAt.keys()], [...usedAt.values()]]);
  }
}

/** One statement, so that the second of two concurrent changes sees the result of the first. */
const CHANGE = `
  UPDATE api_keys AS k SET
    plan = coalesce($3, k.plan),
    label = coalesce($4, k.label),
    requests_per_minute = CASE WHEN $5 THEN $6::integer WHEN $3 <> k.plan THEN NULL ELSE k.requests_per_minute END,
    expires_at = CASE WHEN NOT $7 THEN k.expires_at
                      WHEN k.replaced_by IS NULL THEN $8::timestamptz
                      ELSE least($8::timestamptz, k.expires_at) END
  WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
  RETURNING ${COLUMNS}`;

/**
 * Locks rows in the order of ids, so that processes that record the same keys cannot deadlock. An instant in the future
 * comes from a fast clock and is replaced.
 */
const NOTE_USE = `
  WITH used AS (
    SELECT k.id, u.at FROM unnest($1::text[], $2::timestamptz[]) AS u (id, at) JOIN api_keys AS k ON k.id = u.id
    WHERE k.last_used_at IS NULL OR k.last_used_at <= u.at - interval '1 minute'
       OR k.last_used_at > clock_timestamp() + interval '1 second'
    ORDER BY k.id FOR NO KEY UPDATE OF k
  )
  UPDATE api_keys AS k SET last_used_at = used.at FROM used WHERE k.id = used.id`;

function endOfGrace(seconds: number, now: Date): Date {
  const { min, max } = GRACE_PERIOD_SECONDS;
  if (!(seconds >= min && seconds <= max))
    throw new RangeError(`The grace period must be from ${min} to ${max} seconds`);
  return new Date(now.getTime() + seconds * 1_000);
}
