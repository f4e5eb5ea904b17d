import type { Plan } from '@droptrack/contracts';
import type { Database } from '../database/database';
import { named } from '../database/errors';
import { type ApiKey, generateApiKey } from './api-key';
import { COLUMNS, isInForce, type KeyRow, type NewApiKey, present, rowOf } from './api-key.row';

/** What of a key shall be different; what is left out stays. */
export interface ApiKeyChange {
  readonly plan?: Plan;
  /** 1 to 100 characters. */
  readonly label?: string;
  /** Null for a key that shall not expire. */
  readonly expiresAt?: Date | null;
  /** For `scale` only: the key's own limit, 10 000 or more; null for the plan's. */
  readonly requestsPerMinute?: number | null;
}

/** A key with its secret, which is shown this once. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** How long a rotated key goes on, in seconds. */
export const GRACE_PERIOD_SECONDS = { min: 0, max: 604_800, default: 86_400 } as const;

/** There is no such key, or it cannot be changed any more. */
export class ApiKeyNotFoundError extends Error {
  override readonly name = 'ApiKeyNotFoundError';
  constructor(readonly id: string) {
    super(`There is no key "${id}" in force`);
  }
}

/** API keys. Knows hashes; the keys themselves pass through once, when they are issued. */
export class ApiKeyRepository {
  constructor(private readonly db: Database) {}

  /** Issues a key; its secret is in the answer and nowhere else. */
  async issue(given: NewApiKey): Promise<IssuedApiKey> {
    const secret = generateApiKey();
    const row = await this.#run(() => this.db.prisma.apiKey.create({ data: rowOf(given, secret) }));
    return { key: present(row), secret };
  }

  /** The keys with these SHA-256, in force or not, in the order of the hashes; null where there is none. One query. */
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
    const rows = await this.#run(() =>
      this.db.prisma.apiKey.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] }),
    );
    return rows.map(present);
  }

  /**
   * Puts a new key in the place of one, with the same plan, label and limit; the old one goes
   * on for the grace time, or until its own end where that comes first.
   *
   * @param gracePeriodSeconds - see {@link GRACE_PERIOD_SECONDS}.
   * @throws {ApiKeyNotFoundError} for a key that is unknown, revoked, expired or already replaced.
   * @throws {RangeError} for a grace time outside its bounds.
   */
  async rotate(id: string, gracePeriodSeconds: number, now: Date): Promise<IssuedApiKey> {
    const graceEnds = endOfGrace(gracePeriodSeconds, now);
    const secret = generateApiKey();
    const row = await this.#run(() =>
      this.db.prisma.$transaction(async (tx) => {
        // Whoever changes or withdraws it comes before this or after it: no new key has terms that were taken away.
        await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id} FOR UPDATE`;
        const old = await tx.apiKey.findUnique({ where: { id } });
        if (old === null || old.replacedById !== null || !isInForce(old, now)) throw new ApiKeyNotFoundError(id);
        const created = await tx.apiKey.create({ data: rowOf(present(old), secret, old.account) });
        const expiresAt = old.expiresAt !== null && old.expiresAt < graceEnds ? old.expiresAt : graceEnds;
        await tx.apiKey.update({ where: { id }, data: { expiresAt, replacedById: created.id } });
        return created;
      }),
    );
    return { key: present(row), secret };
  }

  /**
   * Changes a key in force. Another plan drops the key's own limit, unless the change names one;
   * a key that was replaced keeps the end of its grace time, or gets an earlier one.
   *
   * @throws {ApiKeyNotFoundError} for a key that is unknown, revoked or expired.
   * @throws {DatabaseRefusedError} for a limit that the plan cannot have, and a label of another length.
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
   * Withdraws a key at once. Revoking it again changes nothing.
   *
   * @throws {ApiKeyNotFoundError} for an unknown key.
   */
  async revoke(id: string, now: Date): Promise<ApiKey> {
    await this.#run(() =>
      this.db.prisma.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } }),
    );
    const row = await this.#run(() => this.db.prisma.apiKey.findUnique({ where: { id } }));
    if (row === null) throw new ApiKeyNotFoundError(id);
    return present(row);
  }

  /**
   * Notes when keys were last used. An instant that is not a minute after the one kept changes nothing, so that many
   * processes together write no more than one.
   */
  async noteUse(usedAt: ReadonlyMap<string, Date>): Promise<void> {
    await this.db.query(NOTE_USE, [[...usedAt.keys()], [...usedAt.values()]]);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw named(error);
    }
  }
}

/** One statement: of two changes at once, the second sees what the first left. */
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
 * Rows are locked in the order of ids, so that processes that note the same keys wait for each other and no more. A use to
 * come was noted by a wrong clock, and does not count.
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
  if (!(seconds >= min && seconds <= max)) throw new RangeError(`A grace time is from ${min} to ${max} seconds`);
  return new Date(now.getTime() + seconds * 1_000);
}
