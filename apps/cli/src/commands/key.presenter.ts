import type { ApiKey } from '@droptrack/persistence';

/** A key in `--json`. Fields are listed one by one, so that the hash is never printed. */
export interface PresentedKey {
  id: string;
  plan: string;
  label: string;
  prefix: string;
  last4: string;
  requests_per_minute: number | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  replaced_by: string | null;
}

/** Presents a key without its hash. */
export function presentKey(key: ApiKey): PresentedKey {
  return {
    id: key.id,
    plan: key.plan,
    label: key.label,
    prefix: key.prefix,
    last4: key.last4,
    requests_per_minute: key.requestsPerMinute,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    replaced_by: key.replacedById,
  };
}
