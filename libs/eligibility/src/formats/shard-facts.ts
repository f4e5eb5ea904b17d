import { PROOF_LENGTH_MAX } from '../tree/proof-holds';
import { readHash } from './bytes';
import { elementsOf, type JsonValue } from './json/json-value';

/** Most leading hex digits of an address that can name a shard. */
export const SHARD_NYBBLES_MAX = 4;

/** A shard of a tree of format `ens`, as its file has it. */
export interface PublishedShard {
  /** First 16 bits of an address in it. */
  readonly prefix: number;
  /** Number of leading hex digits that all its addresses share, 0..4. */
  readonly sharedNybbles: number;
  /**
   * Path from the root of the shard to that of the list, the shard root's sibling first: 32 bytes each, not followed
   * yet. Null where the file has none, or one that is no list of up to 64 hashes.
   */
  readonly proof: readonly Uint8Array[] | null;
}

/** Gathers the facts of one shard while its file is read. */
export class ShardFacts {
  #prefix: number | null = null;
  #sharedNybbles = SHARD_NYBBLES_MAX;
  #proof: readonly Uint8Array[] | null = null;

  /** Null before the first address: `root.json` has none. */
  get shard(): PublishedShard | null {
    if (this.#prefix === null) return null;
    return { prefix: this.#prefix, sharedNybbles: this.#sharedNybbles, proof: this.#proof };
  }

  /** Notes an address in it; text that is no address is ignored, as it is a fault of its entry. */
  wallet(text: string): void {
    const [, digits] = /^0x([0-9a-fA-F]{4})/.exec(text) ?? [];
    if (digits === undefined) return;
    const prefix = parseInt(digits, 16);
    this.#prefix ??= prefix;
    const differing = this.#prefix ^ prefix;
    this.#sharedNybbles = Math.min(this.#sharedNybbles, Math.floor((Math.clz32(differing) - 16) / 4));
  }

  proof(value: JsonValue): void {
    const hashes = elementsOf(value);
    if (hashes === null || hashes.length > PROOF_LENGTH_MAX) return;
    const proof = hashes.flatMap((hash) => readHash(hash) ?? []);
    this.#proof = proof.length < hashes.length ? null : proof;
  }
}

/**
 * Number of leading hex digits that name the shards of a list whose files do not state it: the least by which no two
 * files have the same name. Any number that does so gives the same shards, and so the same tree.
 *
 * @returns 0..4; null when the files are not shards: addresses of one begin differently, or those of two alike.
 */
export function shardNybblesOf(shards: readonly PublishedShard[]): number | null {
  for (let nybbles = 0; nybbles <= SHARD_NYBBLES_MAX; nybbles++) {
    const names = new Set(shards.map(({ prefix }) => prefix >> (4 * (SHARD_NYBBLES_MAX - nybbles))));
    if (names.size < shards.length) continue;
    return shards.every(({ sharedNybbles }) => sharedNybbles >= nybbles) ? nybbles : null;
  }
  return null;
}
