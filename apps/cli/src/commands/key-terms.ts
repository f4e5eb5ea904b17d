import { type Plan, PLAN_TERMS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { CliError, INVALID_ARGUMENT } from '../output/cli-error';

/** What a key may do and how long, in two sentences. */
export function describeTerms(key: ApiKey): string[] {
  const { features, requestsPerMinute } = PLAN_TERMS[key.plan];
  return [
    `Plan ${key.plan}: ${key.requestsPerMinute ?? requestsPerMinute} requests a minute` +
      `${features.length === 0 ? '' : `, ${features.join(', ')}`}.`,
    key.expiresAt === null ? 'It does not expire.' : `It expires at ${key.expiresAt.toISOString()}.`,
  ];
}

/** As the database has it, and without what would spoil a list: line breaks, terminal codes. */
export function assertLabel(label: string): void {
  const length = [...label].length;
  if (label.trim() === '' || length > LABEL_LENGTH_MAX || /\p{Cc}/u.test(label)) {
    throw new CliError(INVALID_ARGUMENT, `--label must be 1 to ${LABEL_LENGTH_MAX} characters on one line`);
  }
}

const LABEL_LENGTH_MAX = 100;

/** What the database holds as well; said here so that the answer is a sentence. */
export function assertRequestsPerMinute(plan: Plan, figure: number | null): void {
  if (figure === null) return;
  if (plan !== 'scale') {
    throw new CliError(INVALID_ARGUMENT, `A key of plan ${plan} has its plan's limit: only scale may have its own`);
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
/** RFC 3339: a date, `T`, a time and a zone. `Date.parse` alone takes more than that. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Reads when a key shall end: a number of days from now, or an instant.
 *
 * @throws {CliError} for what is neither, or not in the future.
 */
export function readExpiry(text: string, now: Date): Date {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : null;
  if (days !== null && (days < 1 || days > DAYS_MAX)) {
    throw new CliError(INVALID_ARGUMENT, `--expires must be from 1 to ${DAYS_MAX} days`);
  }
  const at = days === null ? Date.parse(INSTANT.test(text) ? text : '') : now.getTime() + days * DAY_MS;
  if (Number.isNaN(at)) {
    throw new CliError(INVALID_ARGUMENT, '--expires must be days, such as 90, or an instant: 2027-01-31T00:00:00Z');
  }
  if (at <= now.getTime()) throw new CliError(INVALID_ARGUMENT, '--expires must be in the future');
  return new Date(at);
}
