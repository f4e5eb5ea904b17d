import type { Droptrack } from '@droptrack/sdk';
import type { Output } from '../../../output/output';
import type { ListFacts } from './metadata';
import type { Place } from './place';

interface FactsDeps {
  readonly client: Pick<Droptrack, 'drops'>;
  readonly output: Output;
  readonly signal: AbortSignal;
}

/**
 * Facts about an allocation list for a Parquet file: its rows do not contain them.
 *
 * @param version - of the downloaded list.
 * @returns null for other files, and if the list is no longer active.
 * @throws {DroptrackError}
 */
export async function findListFacts(
  { what, dropId, list, format }: Pick<Place, 'what' | 'dropId' | 'list' | 'format'>,
  version: number | null,
  { client, output, signal }: FactsDeps,
): Promise<ListFacts | null> {
  if (format !== 'parquet' || what !== 'allocations' || dropId === null) return null;
  const { lists } = await client.drops.explain(dropId, { signal });
  const facts = lists.find((of) => of.list === list && of.version === version) ?? null;
  if (facts === null)
    output.note('The list was replaced after the download: its root and decimals are unknown, and so is amount_tokens');
  return facts;
}
