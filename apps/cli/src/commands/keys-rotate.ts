import { type ApiKeyRepository, GRACE_PERIOD_SECONDS } from '@droptrack/persistence';
import { CliError, EXIT, INVALID_ARGUMENT } from '../output/cli-error';
import type { Output } from '../output/output';
import { presentKey } from './key.presenter';
import { describeIssued } from './keys-issue';

export interface RotateKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'rotate'>;
  readonly output: Output;
  readonly now: () => Date;
}

export interface RotateKeyArguments {
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
