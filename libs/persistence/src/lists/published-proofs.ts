import {
  HASH_BYTES,
  InvalidTreeError,
  type Padding,
  PaddingClues,
  parentHash,
  type TreeKind,
  treeKind,
} from '@droptrack/eligibility';
import { LIST_VIOLATIONS_MAX, type ListViolation, ListRejectedError } from './errors';
import type { ListTree } from './list-row';

/** Levels below the root whose nodes are cached, so that the nodes above them are hashed once, not per row. */
const LEVELS_KEPT = 16;

/** A verified node: the rest of its proof, from here up to the root. One array is compared in a tenth of the time of its hashes. */
interface Verified {
  readonly proof: Buffer;
  readonly from: number;
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
  /** Null for a tree of a known shape. */
  readonly #padding: PaddingClues | null;
  #root: string | null;
  #total = 0;
  #rows = 0;

  constructor(private readonly tree: ListTree) {
    this.#kind = treeKind(tree.format);
    this.#padding = (tree.otherShapes ?? []).length === 0 ? null : new PaddingClues(this.#kind, tree.hash);
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

  /** Padding of the tree, as the siblings of its leaves and nodes show; null without, and for a tree of a known shape. */
  get padding(): Padding | null {
    return this.#padding?.found ?? null;
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
    const bytes = Buffer.concat(proof);
    const path: (readonly [name: string, from: number])[] = [];
    let node = leaf;
    for (const [i, sibling] of proof.entries()) {
      if (proof.length - i <= LEVELS_KEPT) {
        const name = nameOf(node);
        const known = this.#verified.get(name);
        // Equal nodes at two places of a tree have different proofs: then the hashes decide.
        if (known !== undefined && isRest(known, bytes, i * HASH_BYTES)) return this.#keep(path, bytes);
        path.push([name, i * HASH_BYTES]);
      }
      this.#padding?.add(sibling, i);
      node = parentHash(this.#kind, node, sibling, this.tree.hash);
    }
    const root = `0x${Buffer.from(node).toString('hex')}`;
    this.#root ??= root;
    if (root === this.#root) this.#keep(path, bytes);
    else this.#violate(line, 'its published proof does not lead to the root');
  }

  #violate(line: number, message: string): void {
    if (++this.#total <= LIST_VIOLATIONS_MAX) this.#violations.push({ line, message });
  }

  /** @throws {ListRejectedError} when a proof leads to another root. */
  assertAll(): void {
    if (this.#total > 0) throw new ListRejectedError(this.#violations, this.#total);
  }

  /** @param path - nodes that were not verified before, each with the place of its sibling in the proof. */
  #keep([first, ...others]: readonly (readonly [name: string, from: number])[], bytes: Buffer): void {
    if (first === undefined) return;
    const [, start] = first;
    // A copy without the levels below; `Buffer.concat` can return a part of a larger memory.
    const proof = Buffer.from(new Uint8Array(bytes.subarray(start)).buffer);
    for (const [name, from] of [first, ...others]) this.#verified.set(name, { proof, from: from - start });
  }
}

/** True if the bytes of a proof from a place on are the rest of the proof of a verified node. */
const isRest = ({ proof, from }: Verified, bytes: Buffer, place: number): boolean =>
  proof.length - from === bytes.length - place && proof.compare(bytes, place, bytes.length, from, proof.length) === 0;

const nameOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');
