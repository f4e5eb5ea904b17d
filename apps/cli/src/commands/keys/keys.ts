import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import {
  type ApiKey,
  type ApiKeyChange,
  ApiKeyRepository,
  DatabaseRejectedError,
  GRACE_PERIOD_SECONDS,
} from '@droptrack/persistence';
import { CliError, EXIT, INVALID_ARGUMENT } from '../../output/cli-error';
import type { OpenSession } from '../../session/session';
import { describeTerms, presentKey } from './list';

export interface IssueKey {
  readonly plan: Plan;
  readonly label: string;
  /** RFC 3339, or a number of days from now. */
  readonly expires: string | null;
  /** Custom rate limit; plan `scale` only. */
  readonly requestsPerMinute: number | null;
}

/** Issues an API key and prints it. It cannot be printed again: only its hash is stored. */
export async function issueKey(args: IssueKey, { db, output, now }: OpenSession): Promise<number> {
  const { plan, label, requestsPerMinute } = args;
  assertLabel(label);
  assertRequestsPerMinute(plan, requestsPerMinute);
  const expiresAt = args.expires === null ? null : readExpiry(args.expires, now());
  const { key, secret } = await new ApiKeyRepository(db).issue({ plan, label, expiresAt, requestsPerMinute });
  output.result({ ...presentKey(key), secret }, secret, describeIssued(key));
  return EXIT.done;
}

/** Remarks on a new key, for `issue` and `rotate`. */
function describeIssued(key: ApiKey): string {
  return ['', `The key is not shown again. Its id is ${key.id}.`, ...describeTerms(key)].join('\n');
}

export interface ChangeKey {
  readonly id: string;
  readonly plan: Plan | null;
  readonly label: string | null;
  /** RFC 3339, a number of days from now, or `never`. */
  readonly expires: string | null;
  /** Custom rate limit; plan `scale` only. */
  readonly requestsPerMinute: number | null;
}

/** Changes plan, rate limit, expiry or label of an active key. The secret stays the same. */
export async function changeKey(args: ChangeKey, { db, output, now }: OpenSession): Promise<number> {
  const at = now();
  const change = readChange(args, at);
  const key = await new ApiKeyRepository(db).change(args.id, change, at).catch((error: unknown) => {
    if (isLimitRejected(error, change)) throw new CliError(INVALID_ARGUMENT, NOT_SCALE);
    throw error;
  });
  output.result(presentKey(key), describeChanged(key));
  return EXIT.done;
}

function readChange({ plan, label, expires, requestsPerMinute }: ChangeKey, now: Date): ApiKeyChange {
  if (label !== null) assertLabel(label);
  // Without --plan the current plan applies, which only the database knows.
  assertRequestsPerMinute(plan ?? 'scale', requestsPerMinute);
  const change: ApiKeyChange = {
    ...(plan !== null && { plan }),
    ...(label !== null && { label }),
    ...(expires !== null && { expiresAt: expires === 'never' ? null : readExpiry(expires, now) }),
    ...(requestsPerMinute !== null && { requestsPerMinute }),
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

interface RotateKey {
  readonly id: string;
  /** Time for which the old key keeps working; one day by default, up to 7 days. */
  readonly gracePeriodSeconds: number | null;
}

/** Replaces a key with a new one; the old key keeps working for the grace period. */
export async function rotateKey(args: RotateKey, { db, output, now }: OpenSession): Promise<number> {
  const { min, max } = GRACE_PERIOD_SECONDS;
  const seconds = args.gracePeriodSeconds ?? GRACE_PERIOD_SECONDS.default;
  if (seconds < min || seconds > max) {
    throw new CliError(INVALID_ARGUMENT, `--grace-period-seconds must be from ${min} to ${max}`);
  }
  const { key, secret } = await new ApiKeyRepository(db).rotate(args.id, seconds, now());
  const old = seconds === 0 ? `${args.id} no longer works.` : `${args.id} keeps working for up to ${seconds} seconds.`;
  output.result({ ...presentKey(key), secret, replaces: args.id }, secret, `${describeIssued(key)}\n${old}`);
  return EXIT.done;
}

/** Revokes a key: every instance rejects it within a second. Idempotent. */
export async function revokeKey({ id }: { readonly id: string }, { db, output, now }: OpenSession): Promise<number> {
  const key = await new ApiKeyRepository(db).revoke(id, now());
  output.result(presentKey(key), `${key.id} (${key.label}) is revoked; every instance rejects it within a second.`);
  return EXIT.done;
}

/** Same length as the check of the database, and no control characters: line breaks and terminal codes break tables. */
function assertLabel(label: string): void {
  const length = [...label].length;
  if (label.trim() === '' || length > LABEL_LENGTH_MAX || /\p{Cc}/u.test(label)) {
    throw new CliError(INVALID_ARGUMENT, `--label must be 1 to ${LABEL_LENGTH_MAX} characters on one line`);
  }
}

const LABEL_LENGTH_MAX = 100;

/** Same rule as the check of the database; checked here for a readable message. */
function assertRequestsPerMinute(plan: Plan, figure: number | null): void {
  if (figure === null) return;
  if (plan !== 'scale') {
    throw new CliError(INVALID_ARGUMENT, `--requests-per-minute is only available on plan scale, not on ${plan}`);
  }
  const least = PLAN_TERMS.scale.requestsPerMinute;
  if (figure < least || figure > REQUESTS_PER_MINUTE_MAX) {
    throw new CliError(
      INVALID_ARGUMENT,
      `--requests-per-minute must be from ${least} to ${REQUESTS_PER_MINUTE_MAX} for plan scale`,
    );
  }
}

const REQUESTS_PER_MINUTE_MAX = 10_000_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS_MAX = 3_650;
/** RFC 3339: a date, `T`, a time and a zone. `Date.parse` alone accepts more formats. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses an expiry: a number of days from now, or an instant.
 *
 * @throws {CliError} for an invalid value, or an instant that is not in the future.
 */
function readExpiry(text: string, now: Date): Date {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : null;
  if (days !== null && (days < 1 || days > DAYS_MAX)) {
    throw new CliError(INVALID_ARGUMENT, `--expires must be from 1 to ${DAYS_MAX} days`);
  }
  const at = days === null ? Date.parse(INSTANT.test(text) ? text : '') : now.getTime() + days * DAY_MS;
  if (Number.isNaN(at)) {
    throw new CliError(
      INVALID_ARGUMENT,
      '--expires must be a number of days, such as 90, or an instant, such as 2027-01-31T00:00:00Z',
    );
  }
  if (at <= now.getTime()) throw new CliError(INVALID_ARGUMENT, '--expires must be in the future');
  return new Date(at);
}
