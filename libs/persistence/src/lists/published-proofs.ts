import { InvalidTreeError, type TreeKind, parentHash, treeKind } from '@droptrack/eligibility';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError } from './errors';
import type { ListTree } from './list-row';

/** Levels below the root whose nodes are cached, so that the nodes above them are hashed once, not per row. */
const LEVELS_KEPT = 16;

/** A verified node: the rest of its proof, up to the root. */
interface Verified {
  readonly sibling: Uint8Array;
  /** Null for the root. */
  readonly above: Verified | null;
}

/**
 * Verifies the proofs that a list was published with, row by row, in bounded memory.
 *
 * All must lead to one root: the expected one, or else that of the first row. Every hash of a proof is verified, also above a
 * node that was verified before: the proofs of a part of a list are stored and answered as they are.
 */
export class PublishedProofs {
  readonly #kind: TreeKind;
  readonly #verified = new Map<string, Verified>();
  readonly #violations: ListViolation[] = [];
  #root: string | null;
  #total = 0;
  #rows = 0;

  constructor(private readonly tree: ListTree) {
    this.#kind = treeKind(tree.format);
    this.#root = tree.expectRoot?.toLowerCase() ?? null;
  }

  /** Number of verified proofs. */
  get rows(): number {
    return this.#rows;
  }

  /** Root of all proofs; null before the first. */
  get root(): string | null {
    return this.#root;
  }

  /** Verifies a proof from its leaf; {@link assertAll} reports those that lead to another root. */
  follow(line: number, leaf: Uint8Array, proof: readonly Uint8Array[]): void {
    this.#rows++;
    try {
      this.#climb(line, leaf, proof);
    } catch (error) {
      if (!(error instanceof InvalidTreeError)) throw error;
      this.#violate(line, `its published proof: ${error.message}`);
    }
  }

  /** @throws {InvalidTreeError} for a hash that the format cannot have. */
  #climb(line: number, leaf: Uint8Array, proof: readonly Uint8Array[]): void {
    const path: (readonly [name: string, sibling: Uint8Array])[] = [];
    let node = leaf;
    for (const [i, sibling] of proof.entries()) {
      if (proof.length - i <= LEVELS_KEPT) {
        const name = nameOf(node);
        const known = this.#verified.get(name);
        // Equal nodes at two places of a tree have different proofs: then the hashes decide.
        if (known !== undefined && isRest(known, proof, i)) return this.#keep(path, known);
        path.push([name, sibling]);
      }
      node = parentHash(this.#kind, node, sibling, this.tree.hash);
    }
    const root = `0x${Buffer.from(node).toString('hex')}`;
    this.#root ??= root;
    if (root === this.#root) this.#keep(path, null);
    else this.#violate(line, 'its published proof does not lead to the root');
  }

  #violate(line: number, message: string): void {
    if (++this.#total <= LIST_VIOLATIONS_MAX) this.#violations.push({ line, message });
  }

  /** @throws {ListRejectedError} when a proof leads to another root. */
  assertAll(): void {
    if (this.#total > 0) throw new ListRejectedError(this.#violations, this.#total);
  }

  /** @param above - the verified node at the end of the path; null for the root. */
  #keep(path: readonly (readonly [name: string, sibling: Uint8Array])[], above: Verified | null): void {
    let last = above;
    for (const [name, sibling] of path.toReversed()) {
      // A copy: a hash can be a view of a whole chunk of the file.
      last = { sibling: new Uint8Array(sibling), above: last };
      this.#verified.set(name, last);
    }
  }
}

/** True if the hashes of a proof from a position on are those above a verified node. */
function isRest(from: Verified, proof: readonly Uint8Array[], position: number): boolean {
  let at: Verified | null = from;
  for (let i = position; i < proof.length; i++) {
    const sibling = proof[i];
    if (at === null || sibling === undefined || Buffer.compare(at.sibling, sibling) !== 0) return false;
    at = at.above;
  }
  return at === null;
}

const nameOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');
