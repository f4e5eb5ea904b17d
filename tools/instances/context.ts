import type { DropDefinition } from '@droptrack/catalogue';
import { type ApiKeyRepository, applyDefinitions, type Database } from '@droptrack/persistence';
import { madeUpDrops } from '../bench/data/drops';
import type { Cleanup } from '../test/cleanup';
import type { Findings } from './findings';
import type { Plan } from './plan';

/** Settings and resources of all checks. */
export interface InstancesContext {
  readonly plan: Plan;
  /** Root of the repository. */
  readonly root: string;
  /** A directory that the cleanup deletes. */
  readonly scratch: string;
  readonly cleanup: Cleanup;
  readonly findings: Findings;
  /** Prints a line of progress. */
  readonly progress: (line: string) => void;
  /** The database of all instances. */
  readonly databaseUrl: string;
  readonly db: Database;
  readonly keys: ApiKeyRepository;
}

/** Issues a key. @returns its secret. */
export async function issueKey(
  { keys }: Pick<InstancesContext, 'keys'>,
  plan: 'free' | 'pro' | 'scale',
  requestsPerMinute: number | null = null,
): Promise<string> {
  return (await keys.issue({ plan, label: 'instances', requestsPerMinute })).secret;
}

/** A key with a limit that no check reaches. */
export const issueUnlimitedKey = (context: Pick<InstancesContext, 'keys'>): Promise<string> =>
  issueKey(context, 'scale', 1_000_000);

/** Applies drops as the whole catalogue. Resolves once they are committed. */
export async function applyDrops(db: Database, definitions: readonly DropDefinition[]): Promise<void> {
  await applyDefinitions(db, { origin: 'instances', definitions, nowMs: Date.now() });
}

/** @throws {RangeError} */
export function madeUpDrop(number: number): DropDefinition {
  const [drop] = madeUpDrops(number, 1, Date.now());
  if (drop === undefined) throw new RangeError('no such drop');
  return drop;
}
