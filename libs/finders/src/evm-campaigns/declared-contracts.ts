import type { Sighting } from '@droptrack/discovery';
import type { CampaignReader, RunContext } from './campaign-reader';
import type { DeclaredContract } from './chain-factories';
import { viewOf } from './contract-view';
import type { Memory } from './memory';

/** Sightings of contracts without a factory, and their current roots by address. */
export interface ReadContracts {
  readonly sightings: readonly Sighting[];
  readonly roots: Memory['roots'];
}

/**
 * Reads the root of each declared contract, and the whole contract if its root has changed since the last run. A contract
 * without a root, or whose root is still zero, is skipped. One that exceeds the budget is read again in the next run.
 *
 * @throws {SourceError} if the node did not answer.
 */
export async function readContracts(
  contracts: readonly DeclaredContract[],
  { chain, head }: RunContext,
  reader: CampaignReader,
  roots: Memory['roots'],
): Promise<ReadContracts> {
  const sightings: Sighting[] = [];
  const current: Record<string, string> = {};
  for (const { terms, address, block: blockNumber, name, members } of contracts) {
    if (blockNumber > head.number) continue;
    const root = await viewOf(chain, address, members.merkleRoot ?? 'merkleRoot()', 'root');
    if (typeof root !== 'string') continue;
    if (roots[address] === root) {
      current[address] = root;
      continue;
    }
    const values = { contract: address, merkleRoot: root, ...(name !== null && { name }) };
    const { sighting, isComplete } = await reader.read({ terms, members, values, factory: null, blockNumber });
    if (isComplete) current[address] = root;
    if (sighting !== null) sightings.push(sighting);
  }
  return { sightings, roots: current };
}
