import type { ApiKeyRepository, Database } from '@droptrack/persistence';
import type { Cleanup } from '../bench/process/cleanup';
import type { Findings } from './findings';
import type { Plan } from './plan';

/** What every check is given. */
export interface Stage {
  readonly plan: Plan;
  /** Of the repository. */
  readonly root: string;
  /** A directory that is deleted at the end. */
  readonly scratch: string;
  readonly cleanup: Cleanup;
  readonly findings: Findings;
  /** Says what is going on, for people. */
  readonly progress: (line: string) => void;
  /** The database of all instances. */
  readonly databaseUrl: string;
  readonly db: Database;
  readonly keys: ApiKeyRepository;
}

/** A new key's secret. */
export async function issue(
  { keys }: Pick<Stage, 'keys'>,
  plan: 'free' | 'pro' | 'scale',
  requestsPerMinute: number | null = null,
): Promise<string> {
  return (await keys.issue({ plan, label: 'instances', requestsPerMinute })).secret;
}
