import type { Plan } from '@droptrack/contracts';
import {
  type ApiKey,
  type ApiKeyChange,
  type ApiKeyRepository,
  DatabaseRejectedError,
  GRACE_PERIOD_SECONDS,
} from '@droptrack/persistence';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { assertLabel, assertRequestsPerMinute, describeTerms, presentKey, readExpiry } from './key-terms';

export interface IssueKeyArguments {
  readonly plan: Plan;
  readonly label: string;
  /** RFC 3339, or a number of days from now; undefined for a key that does not expire. */
  readonly expires?: string;
  /** Custom rate limit; plan `scale` only. */
  readonly requestsPerMinute?: number;
}

interface IssueKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'issue'>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Issues an API key and prints it. It cannot be printed again: only its hash is stored. */
export async function issueKey(args: IssueKeyArguments, { keys, output, now }: IssueKeyDeps): Promise<number> {
  const { plan, label, requestsPerMinute = null } = args;
  assertLabel(label);
  assertRequestsPerMinute(plan, requestsPerMinute);
  const expiresAt = args.expires === undefined ? null : readExpiry(args.expires, now());
  const { key, secret } = await keys.issue({ plan, label, expiresAt, requestsPerMinute });
  output.result({ ...presentKey(key), secret }, secret, describeIssued(key));
  return EXIT.done;
}

/** Remarks on a new key, for `issue` and `rotate`. */
function describeIssued(key: ApiKey): string {
  return ['', `The key is not shown again. Its id is ${key.id}.`, ...describeTerms(key)].join('\n');
}

export interface ChangeKeyArguments {
  readonly id: string;
  readonly plan?: Plan;
  readonly label?: string;
  /** RFC 3339, a number of days from now, or `never`. */
  readonly expires?: string;
  /** Custom rate limit; plan `scale` only. */
  readonly requestsPerMinute?: number;
}

interface ChangeKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'change'>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Changes plan, rate limit, expiry or label of an active key. The secret stays the same. */
export async function changeKey(args: ChangeKeyArguments, { keys, output, now }: ChangeKeyDeps): Promise<number> {
  const at = now();
  const change = readChange(args, at);
  const key = await keys.change(args.id, change, at).catch((error: unknown) => {
    if (isLimitRejected(error, change)) throw new CliError(INVALID_ARGUMENT, NOT_SCALE);
    throw error;
  });
  output.result(presentKey(key), describeChanged(key));
  return EXIT.done;
}

function readChange({ plan, label, expires, requestsPerMinute }: ChangeKeyArguments, now: Date): ApiKeyChange {
  if (label !== undefined) assertLabel(label);
  // Without --plan the current plan applies, which only the database knows.
  if (requestsPerMinute !== undefined) assertRequestsPerMinute(plan ?? 'scale', requestsPerMinute);
  const change: ApiKeyChange = {
    ...(plan !== undefined && { plan }),
    ...(label !== undefined && { label }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : readExpiry(expires, now) }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  if (Object.keys(change).length === 0) {
    throw new CliError(INVALID_ARGUMENT, 'Nothing to change: pass --plan, --label, --expires or --requests-per-minute');
  }
  return change;
}

const NOT_SCALE = '--requests-per-minute is only available on plan scale, and the plan of this key is another one';
/** SQLSTATE of a violated check constraint; label and range were validated before. */
const CHECK_VIOLATION = '23514';

const isLimitRejected = (error: unknown, { requestsPerMinute }: ApiKeyChange): boolean =>
  requestsPerMinute !== undefined && error instanceof DatabaseRejectedError && error.code === CHECK_VIOLATION;

function describeChanged(key: ApiKey): string {
  const replaced =
    key.replacedById === null ? [] : [`It was replaced by ${key.replacedById}: its expiry cannot be extended.`];
  return [
    `${key.id} (${key.label}) was changed; the change applies within a second.`,
    ...describeTerms(key),
    ...replaced,
  ].join('\n');
}

interface RotateKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'rotate'>;
  readonly output: Output;
  readonly now: () => Date;
}

interface RotateKeyArguments {
  readonly id: string;
  /** Time for which the old key keeps working; one day by default, up to 7 days. */
  readonly gracePeriodSeconds?: number;
}

/** Replaces a key with a new one; the old key keeps working for the grace period. */
export async function rotateKey(args: RotateKeyArguments, { keys, output, now }: RotateKeyDeps): Promise<number> {
  const { min, max } = GRACE_PERIOD_SECONDS;
  const seconds = args.gracePeriodSeconds ?? GRACE_PERIOD_SECONDS.default;
  if (seconds < min || seconds > max) {
    throw new CliError(INVALID_ARGUMENT, `--grace-period-seconds must be from ${min} to ${max}`);
  }
  const { key, secret } = await keys.rotate(args.id, seconds, now());
  const old = seconds === 0 ? `${args.id} no longer works.` : `${args.id} keeps working for up to ${seconds} seconds.`;
  output.result({ ...presentKey(key), secret, replaces: args.id }, secret, `${describeIssued(key)}\n${old}`);
  return EXIT.done;
}

interface RevokeKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'revoke'>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Revokes a key: every instance rejects it within a second. Idempotent. */
export async function revokeKey(
  { id }: { readonly id: string },
  { keys, output, now }: RevokeKeyDeps,
): Promise<number> {
  const key = await keys.revoke(id, now());
  output.result(presentKey(key), `${key.id} (${key.label}) is revoked; every instance rejects it within a second.`);
  return EXIT.done;
}
