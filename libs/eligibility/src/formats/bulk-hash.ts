import type { ProofFormat } from '@droptrack/contracts';
import { createKeccak, createSHA256 } from 'hash-wasm';
import type { Hash, StarknetHash } from '../tree/hash';
import { isStarknetFormat } from '../tree/tree-kinds';

/**
 * Hash functions in WebAssembly, ten times as fast as plain JavaScript: for trees of many leaves.
 *
 * @param format - format of the tree. Those of Starknet are hashed in JavaScript, 2 000 numbers a second; the functions are
 *   loaded only for such a tree.
 */
export async function bulkHash(format?: ProofFormat): Promise<Hash> {
  const [keccak, sha256] = await Promise.all([createKeccak(256), createSHA256()]);
  return {
    keccak256: (bytes) => keccak.init().update(bytes).digest('binary'),
    sha256: (bytes) => sha256.init().update(bytes).digest('binary'),
    ...(format !== undefined && isStarknetFormat(format) && { starknet: await starknetHash() }),
  };
}

async function starknetHash(): Promise<StarknetHash> {
  const [{ bulkPedersen }, { poseidonHashMany }] = await Promise.all([
    import('./bulk-pedersen'),
    import('@scure/starknet'),
  ]);
  return { pedersen: bulkPedersen(), poseidonHashMany };
}
