import type { Plan } from '@droptrack/contracts';
import { type ApiKey, type ApiKeyChange, type ApiKeyRepository, DatabaseRejectedError } from '@droptrack/persistence';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { assertLabel, assertRequestsPerMinute, describeTerms, readExpiry } from './key-terms';
import { presentKey } from './key.presenter';

export interface ChangeKeyArguments {
  readonly id: string;
  readonly plan?: Plan;
  readonly label?: string;
  /** RFC 3339, a number of days from now, or `never`. */
  readonly expires?: string;
  /** Custom rate limit; plan `scale` only. */
  readonly requestsPerMinute?: number;
}

export interface ChangeKeyDeps {
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
