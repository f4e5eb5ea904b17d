import { type Hash, HASH_BYTES } from './hash';
import { keccak256 } from './keccak256';
import type { TreeKind } from './tree-kind';
import type { TreeShape } from './tree-shape';

/** Shapes that fill a level with hashes that belong to no leaf. */
export type Padding = Extract<TreeShape['odd'], 'zero' | 'empty'>;

export const isPadding = (odd: TreeShape['odd']): odd is Padding => odd === 'zero' || odd === 'empty';

const EMPTY = keccak256(new Uint8Array(0));

/**
 * Creates a function from a level, 0 for the leaves, to the hash that fills it: a tree of zero hashes above the zero hashes of the
 * leaves, or keccak256 of no bytes at every level.
 */
export function paddingHashes(
  padding: Padding,
  kind: Pick<TreeKind, 'nodeHash'>,
  hash: Hash,
): (level: number) => Uint8Array {
  if (padding === 'empty') return () => EMPTY;
  const zeros: Uint8Array[] = [new Uint8Array(HASH_BYTES)];
  return (level) => {
    for (let last = zeros.at(-1); last !== undefined && zeros.length <= level; last = zeros.at(-1)) {
      zeros.push(kind.nodeHash(last, last, hash));
    }
    return zeros[level] ?? EMPTY;
  };
}

/** Finds the padding of a tree by the siblings in its proofs: a hash that fills a level belongs to no other tree. */
export class PaddingClues {
  readonly #hashes: readonly (readonly [Padding, (level: number) => Uint8Array])[];
  #found: Padding | null = null;

  constructor(kind: Pick<TreeKind, 'nodeHash'>, hash: Hash) {
    this.#hashes = (['zero', 'empty'] as const).map((padding) => [padding, paddingHashes(padding, kind, hash)]);
  }

  /** Null where no sibling fills a level. */
  get found(): Padding | null {
    return this.#found;
  }

  /** @param level - of the sibling, 0 for the leaves. */
  add(sibling: Uint8Array, level: number): void {
    if (this.#found !== null) return;
    this.#found = this.#hashes.find(([, hashOf]) => isEqual(sibling, hashOf(level)))?.[0] ?? null;
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a[0] === b[0] && a.every((byte, i) => byte === b[i]);
