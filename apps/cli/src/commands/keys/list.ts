import { PLAN_TERMS } from '@droptrack/contracts';
import { type ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { EXIT } from '../../output/cli-error';
import { formatTable } from '../../output/format';
import type { OpenSession } from '../../session/session';

const HEADER = ['ID', 'PLAN', 'KEY', 'LABEL', 'LIMIT', 'CREATED', 'LAST USED', 'STATE'];

/** Lists active keys, or all keys. Of a key only the prefix and the last four characters are shown. */
export async function listKeys({ all }: { readonly all: boolean }, session: OpenSession): Promise<number> {
  const known = await new ApiKeyRepository(session.db).list();
  const now = session.now();
  const keys = all ? known : known.filter((key) => isUsable(key, now));
  const remarks = describeHidden(keys.length, known.length - keys.length);
  session.output.result({ data: keys.map(presentKey) }, keys.length === 0 ? '' : tableOf(keys, now), remarks);
  return EXIT.done;
}

/** Neither revoked nor expired. */
function isUsable({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function describeHidden(shown: number, hidden: number): string {
  return [
    ...(shown === 0 ? ['No active keys. Create one: droptrack keys issue --plan free --label "my app"'] : []),
    ...(hidden === 0 ? [] : [`${hidden} revoked or expired; show them with: droptrack keys list --all`]),
  ].join('\n');
}

function tableOf(keys: readonly ApiKey[], now: Date): string {
  const rows = keys.map((key) => [
    key.id,
    key.plan,
    `${key.prefix}…${key.last4}`,
    key.label,
    `${key.requestsPerMinute ?? PLAN_TERMS[key.plan].requestsPerMinute}/min`,
    day(key.createdAt),
    key.lastUsedAt === null ? 'never' : minute(key.lastUsedAt),
    state(key, now),
  ]);
  return formatTable(HEADER, rows);
}

function state(key: ApiKey, now: Date): string {
  if (key.revokedAt !== null) return `revoked ${day(key.revokedAt)}`;
  if (key.expiresAt === null) return 'active';
  const successor = key.replacedById === null ? '' : `, replaced by ${key.replacedById}`;
  return `${key.expiresAt > now ? 'until' : 'expired'} ${minute(key.expiresAt)}${successor}`;
}

const minute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;
const day = (at: Date): string => at.toISOString().slice(0, 10);

/** Plan, rate limit, features and expiry of a key, in two sentences. */
export function describeTerms(key: ApiKey): string[] {
  const { features, requestsPerMinute } = PLAN_TERMS[key.plan];
  return [
    `Plan ${key.plan}: ${key.requestsPerMinute ?? requestsPerMinute} requests per minute` +
      `${features.length === 0 ? '' : `, ${features.join(', ')}`}.`,
    key.expiresAt === null ? 'It does not expire.' : `It expires at ${key.expiresAt.toISOString()}.`,
  ];
}

/** A key in `--json`. Fields are listed one by one, so that the hash is never printed. */
export function presentKey(key: ApiKey) {
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
