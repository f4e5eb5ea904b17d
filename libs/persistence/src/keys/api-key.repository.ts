import { randomInt } from 'node:crypto';
import type { Plan } from '@droptrack/contracts';
import type { Database } from '../database/database';
import { named } from '../database/errors';
import { type ApiKey, generateApiKey, hashApiKey } from './api-key';

/** What a new key is given. */
export interface NewApiKey {
  readonly plan: Plan;
  /** 1 to 100 characters. */
  readonly label: string;
  readonly expiresAt?: Date | null;
  /** For `scale` only: the key's own limit, 10 000 or more. */
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

  /** The key with this SHA-256, in force or not; null when there is none. */
  async findByHash(hash: Buffer): Promise<ApiKey | null> {
    const row = await this.#run(() => this.db.prisma.apiKey.findUnique({ where: { keyHash: Uint8Array.from(hash) } }));
    return row === null ? null : present(row);
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
   * @throws {ApiKeyNotFoundError} for a key that is unknown, revoked, expired or already replaced.
   */
  async rotate(id: string, gracePeriodSeconds: number, now: Date): Promise<IssuedApiKey> {
    const secret = generateApiKey();
    const row = await this.#run(() =>
      this.db.prisma.$transaction(async (tx) => {
        const old = await tx.apiKey.findUnique({ where: { id } });
        if (old === null || old.replacedById !== null || !isInForce(old, now)) throw new ApiKeyNotFoundError(id);
        const created = await tx.apiKey.create({ data: rowOf(present(old), secret) });
        const graceEnds = new Date(now.getTime() + gracePeriodSeconds * 1_000);
        const expiresAt = old.expiresAt !== null && old.expiresAt < graceEnds ? old.expiresAt : graceEnds;
        const { count } = await tx.apiKey.updateMany({
          // Somebody else may have rotated or withdrawn it since it was read.
          where: { id, replacedById: null, revokedAt: null },
          data: { expiresAt, replacedById: created.id },
        });
        if (count === 0) throw new ApiKeyNotFoundError(id);
        return created;
      }),
    );
    return { key: present(row), secret };
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

  /** Notes when keys were last used; an earlier instant than the one kept changes nothing. */
  async noteUse(usedAt: ReadonlyMap<string, Date>): Promise<void> {
    await this.db.query(
      `UPDATE api_keys AS k SET last_used_at = u.at
       FROM unnest($1::text[], $2::timestamptz[]) AS u (id, at)
       WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
      [[...usedAt.keys()], [...usedAt.values()]],
    );
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw named(error);
    }
  }
}

function rowOf({ plan, label, expiresAt = null, requestsPerMinute = null }: NewApiKey, secret: string) {
  return {
    id: newId(),
    keyHash: Uint8Array.from(hashApiKey(secret)),
    prefix: secret.slice(0, 8),
    last4: secret.slice(-4),
    plan,
    label,
    expiresAt,
    requestsPerMinute,
  };
}

const ID_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const newId = (): string =>
  `key_${Array.from({ length: 20 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')}`;

const isInForce = ({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** Every field is named: a new column stays private until it is listed here. */
function present(row: Omit<ApiKey, 'plan'> & { readonly plan: string }): ApiKey {
  return {
    id: row.id,
    prefix: row.prefix,
    last4: row.last4,
    plan: row.plan as Plan,
    label: row.label,
    requestsPerMinute: row.requestsPerMinute,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
    replacedById: row.replacedById,
  };
}
