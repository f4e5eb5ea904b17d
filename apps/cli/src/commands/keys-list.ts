import { PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { formatTable } from '../output/format';
import { presentKey } from './key-terms';

interface ListKeysDeps {
  readonly keys: Pick<ApiKeyRepository, 'list'>;
  readonly output: Output;
  readonly now: () => Date;
}

const HEADER = ['ID', 'PLAN', 'KEY', 'LABEL', 'LIMIT', 'CREATED', 'LAST USED', 'STATE'];

/** Lists active keys, or all keys. Of a key only the prefix and the last four characters are shown. */
export async function listKeys({ all }: { readonly all: boolean }, deps: ListKeysDeps): Promise<number> {
  const known = await deps.keys.list();
  const now = deps.now();
  const keys = all ? known : known.filter((key) => isUsable(key, now));
  const remarks = describeHidden(keys.length, known.length - keys.length);
  deps.output.result({ data: keys.map(presentKey) }, keys.length === 0 ? '' : tableOf(keys, now), remarks);
  return EXIT.done;
}

/** Neither revoked nor expired. */
export function isUsable({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
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
