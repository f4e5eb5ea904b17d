import { SourceError } from '@droptrack/connectors';
import chains from './chains.json';

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

const BY_ID: Readonly<Record<string, { readonly slug: string; readonly explorer: string }>> = chains;
const ID_BY_SLUG = new Map(Object.entries(BY_ID).map(([id, { slug }]) => [slug, Number(id)]));

/**
 * Chain by its EIP-155 id. A chain that is not known keeps the name that the operator configured.
 *
 * @throws {SourceError} `wrong_shape` if the configured name is the slug of another chain.
 */
export function knownChain(rpc: string, id: number): KnownChain {
  const expected = ID_BY_SLUG.get(rpc);
  if (expected !== undefined && expected !== id) {
    throw new SourceError('wrong_shape', `${rpc}: the node has chain id ${id} instead of ${expected}`);
  }
  const known = BY_ID[id];
  return { id, rpc, slug: known?.slug ?? rpc, explorer: known?.explorer ?? null };
}
