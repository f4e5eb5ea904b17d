import { PROOF_LENGTH_MAX } from '../tree/proof-holds';
import { readHash } from './bytes';
import { elementsOf, type JsonValue } from './json/json-value';

/** Maximum number of leading hex digits that select a shard. */
export const SHARD_NYBBLES_MAX = 4;

/** Shard of a tree of format `ens`, from its file. */
export interface PublishedShard {
  /** First 16 bits of one of its addresses. */
  readonly prefix: number;
  /** Number of leading hex digits common to all its addresses, 0 to 4. */
  readonly sharedNybbles: number;
  /**
   * Path from the root of the shard to the root of the list, the sibling of the shard root first: 32 bytes each, not
   * verified. Null if the file has none, or an invalid one.
   */
  readonly proof: readonly Uint8Array[] | null;
}

/** Collects the facts of a shard while its file is read. */
export class ShardFacts {
  #prefix: number | null = null;
  #sharedNybbles = SHARD_NYBBLES_MAX;
  #proof: readonly Uint8Array[] | null = null;

  /** Null before the first address, and for `root.json`. */
  get shard(): PublishedShard | null {
    if (this.#prefix === null) return null;
    return { prefix: this.#prefix, sharedNybbles: this.#sharedNybbles, proof: this.#proof };
  }

  /** Adds an address. An invalid one is ignored, because it is reported as an error of its entry. */
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
 * Number of leading hex digits that select the shards of a list whose files do not declare it: the smallest number for
 * which all files differ. Every such number results in the same shards and the same tree.
 *
 * @returns 0 to 4; null for files that are not shards.
 */
export function shardNybblesOf(shards: readonly PublishedShard[]): number | null {
  for (let nybbles = 0; nybbles <= SHARD_NYBBLES_MAX; nybbles++) {
    const names = new Set(shards.map(({ prefix }) => prefix >> (4 * (SHARD_NYBBLES_MAX - nybbles))));
    if (names.size < shards.length) continue;
    return shards.every(({ sharedNybbles }) => sharedNybbles >= nybbles) ? nybbles : null;
  }
  return null;
}
