import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

/** Plan, rate limit, features and expiry of a key, in two sentences. */
export function describeTerms(key: ApiKey): string[] {
  const { features, requestsPerMinute } = PLAN_TERMS[key.plan];
  return [
    `Plan ${key.plan}: ${key.requestsPerMinute ?? requestsPerMinute} requests per minute` +
      `${features.length === 0 ? '' : `, ${features.join(', ')}`}.`,
    key.expiresAt === null ? 'It does not expire.' : `It expires at ${key.expiresAt.toISOString()}.`,
  ];
}

/** Same length as the check of the database, and no control characters: line breaks and terminal codes break tables. */
export function assertLabel(label: string): void {
  const length = [...label].length;
  if (label.trim() === '' || length > LABEL_LENGTH_MAX || /\p{Cc}/u.test(label)) {
    throw new CliError(INVALID_ARGUMENT, `--label must be 1 to ${LABEL_LENGTH_MAX} characters on one line`);
  }
}

const LABEL_LENGTH_MAX = 100;

/** Same rule as the check of the database; checked here for a readable message. */
export function assertRequestsPerMinute(plan: Plan, figure: number | null): void {
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
export function readExpiry(text: string, now: Date): Date {
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

/** A key in `--json`. Fields are listed one by one, so that the hash is never printed. */
interface PresentedKey {
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
