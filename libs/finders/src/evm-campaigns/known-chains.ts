import { SourceError } from '@droptrack/sources';
import { chainIdOf, chainSlugById } from '../chains';
import explorers from './explorers.json';

/** Chain of a node, as sightings and catalogue files name it. */
export interface KnownChain {
  readonly id: number;
  /** Configured name of its RPC URL. */
  readonly rpc: string;
  /** Slug in catalogue files. */
  readonly slug: string;
  /** Base URL of a block explorer; null if none is known. */
  readonly explorer: string | null;
}

/** Block explorers by EIP-155 id (npm sablier 4.1.0). */
const EXPLORERS: Readonly<Record<string, string>> = explorers;

/**
 * Chain by its EIP-155 id. A chain that is not known keeps the name that the operator configured.
 *
 * @throws {SourceError} `wrong_shape` if the configured name is the slug of another chain.
 */
export function knownChain(rpc: string, id: number): KnownChain {
  const expected = chainIdOf(rpc);
  if (expected !== null && expected !== id) {
    throw new SourceError('wrong_shape', `${rpc}: the node has chain id ${id} instead of ${expected}`);
  }
  return { id, rpc, slug: chainSlugById(id) ?? rpc, explorer: EXPLORERS[id] ?? null };
}
