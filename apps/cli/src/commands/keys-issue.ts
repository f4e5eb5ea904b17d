import type { Plan } from '@droptrack/contracts';
import type { ApiKey, ApiKeyRepository } from '@droptrack/persistence';
import { EXIT } from '../output/cli-error';
import type { Output } from '../output/output';
import { assertLabel, assertRequestsPerMinute, describeTerms, readExpiry } from './key-terms';
import { presentKey } from './key.presenter';

export interface IssueKeyArguments {
  readonly plan: Plan;
  readonly label: string;
  /** RFC 3339, or a number of days from now; a key without it does not expire. */
  readonly expires?: string;
  /** The key's own figure; of `scale` only. */
  readonly requestsPerMinute?: number;
}

export interface IssueKeyDeps {
  readonly keys: Pick<ApiKeyRepository, 'issue'>;
  readonly output: Output;
  readonly now: () => Date;
}

/** Issues an API key and shows it, this once: only its hash is kept. */
export async function issueKey(args: IssueKeyArguments, { keys, output, now }: IssueKeyDeps): Promise<number> {
  const { plan, label, requestsPerMinute = null } = args;
  assertLabel(label);
  assertRequestsPerMinute(plan, requestsPerMinute);
  const expiresAt = args.expires === undefined ? null : readExpiry(args.expires, now());
  const { key, secret } = await keys.issue({ plan, label, expiresAt, requestsPerMinute });
  output.result({ ...presentKey(key), secret }, secret, describeIssued(key));
  return EXIT.done;
}

/** Remarks on a new key, of `issue` and `rotate`. */
export function describeIssued(key: ApiKey): string {
  return ['', `This is the only time the key is shown. Its id is ${key.id}.`, ...describeTerms(key)].join('\n');
}
