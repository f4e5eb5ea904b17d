import { InvalidTreeError, type TreeKind, parentHash, treeKind } from '@droptrack/eligibility';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError } from './errors';
import type { ListTree } from './list-row';

/** Levels below the root whose nodes are cached, so that the nodes above them are hashed once, not per row. */
const LEVELS_KEPT = 16;

/**
 * Verifies the proofs that a list was published with, row by row, in bounded memory.
 *
 * All must lead to one root: the expected one, or else that of the first row.
 */
export class PublishedProofs {
  readonly #kind: TreeKind;
  readonly #verified = new Set<string>();
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
    const path: string[] = [];
    let node = leaf;
    for (const [i, sibling] of proof.entries()) {
      if (proof.length - i <= LEVELS_KEPT) {
        const name = nameOf(node);
        if (this.#verified.has(name)) return this.#keep(path);
        path.push(name);
      }
      node = parentHash(this.#kind, node, sibling, this.tree.hash);
    }
    const root = `0x${Buffer.from(node).toString('hex')}`;
    this.#root ??= root;
    if (root === this.#root) this.#keep(path);
    else this.#violate(line, 'its published proof does not lead to the root');
  }

  #violate(line: number, message: string): void {
    if (++this.#total <= LIST_VIOLATIONS_MAX) this.#violations.push({ line, message });
  }

  /** @throws {ListRejectedError} when a proof leads to another root. */
  assertAll(): void {
    if (this.#total > 0) throw new ListRejectedError(this.#violations, this.#total);
  }

  #keep(path: readonly string[]): void {
    for (const name of path) this.#verified.add(name);
  }
}

const nameOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');
