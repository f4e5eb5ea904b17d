import { randomInt } from 'node:crypto';
import type { Plan } from '@droptrack/contracts';
import { type ApiKey, hashApiKey } from './api-key';

/** Terms of a new key. */
export interface NewApiKey {
  readonly plan: Plan;
  /** 1 to 100 characters. */
  readonly label: string;
  readonly expiresAt?: Date | null;
  /** For `scale` only: the key's own limit, 10 000 or more. */
  readonly requestsPerMinute?: number | null;
}

/** Columns of a key that are read. */
export type KeyRow = Omit<ApiKey, 'plan'> & { readonly plan: string };

/** Select list of a {@link KeyRow}; excludes the hash. */
export const COLUMNS = `id, prefix, last4, plan, label, requests_per_minute AS "requestsPerMinute", created_at AS "createdAt",
  expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", replaced_by AS "replacedById", account`;

/** Every field is named: a new column stays private until it is listed here. */
export function present(row: KeyRow): ApiKey {
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
    account: row.account,
  };
}

/**
 * Row of a new key: its hash, prefix and last characters, but not the key.
 *
 * @param account - of the key that it replaces; a new account when not given.
 */
export function apiKeyRow(
  { plan, label, expiresAt = null, requestsPerMinute = null }: NewApiKey,
  secret: string,
  account?: string,
) {
  const id = newId();
  return {
    id,
    account: account ?? id,
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

/** Neither revoked nor expired. */
export const isValid = ({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);
