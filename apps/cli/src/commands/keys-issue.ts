import type { Plan } from '@droptrack/contracts';
import type { ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { assertLabel, assertRequestsPerMinute, describeTerms, readExpiry } from './key-terms';
import { presentKey } from './key.presenter';

export interface IssueKeyArguments {
  readonly plan: Plan;
  readonly label: string;
  /** RFC 3339, or a number of days from now; undefined for a key that does not expire. */
  readonly expires?: string;
  /** Custom rate limit; plan `scale` only. */
  readonly requestsPerMinute?: number;
}

export interface IssueKeyDeps {
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
export function describeIssued(key: ApiKey): string {
  return ['', `The key is not shown again. Its id is ${key.id}.`, ...describeTerms(key)].join('\n');
}
