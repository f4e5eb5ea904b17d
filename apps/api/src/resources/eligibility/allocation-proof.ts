import type { AllocationProof, LeafField } from '@droptrack/contracts';
import { isOfRow, type LeafFields, proofPaths, proofSides } from '@droptrack/eligibility';
import type { FoundListRow, StoredTree } from '@droptrack/persistence';

/** Stored tree with the paths of its proofs. */
export interface ProofTree extends StoredTree {
  /** Numbers of the nodes of a proof, the sibling of the leaf first, by the position of the leaf. */
  readonly pathOf: (position: number) => readonly number[];
}

/** Adds the paths, whose layout is computed once for all proofs. */
export function proofTree(tree: StoredTree): ProofTree {
  const { format, leaves, shards, shape } = tree;
  return { ...tree, pathOf: proofPaths(format, leaves, shards, shape?.odd) };
}

/**
 * Proof of a row as in responses, with all that its verification needs; null for a row without one.
 *
 * @param hashes - path from the leaf to the root, the sibling of the leaf first; null if the row has none.
 * @param isRootPublished - true if a published root confirms that of the tree.
 */
export function allocationProof(
  tree: StoredTree,
  { index, position, fields, token }: Pick<FoundListRow, 'index' | 'position' | 'fields' | 'token'>,
  hashes: readonly string[] | null,
  isRootPublished: boolean,
): AllocationProof | null {
  if (hashes === null || !isExact(index)) return null;
  const { format, root, leaves, shape } = tree;
  return {
    format,
    root,
    root_published: isRootPublished,
    index: index === null ? null : Number(index),
    proof: [...hashes],
    ...(shape?.fields !== undefined && { fields: filledFields(shape.fields, fields ?? [], token) }),
    ...(shape?.pairs === 'positional' && position !== null && { sides: [...proofSides(shape.odd, leaves, position)] }),
  };
}

/** An index beyond the safe integers cannot be sent as a JSON number, and a proof with a rounded index is invalid. */
const isExact = (index: string | null): boolean => index === null || Number.isSafeInteger(Number(index));

/** Fields of a leaf with the values of its row. */
function filledFields(fields: LeafFields, values: readonly string[], token: string | null): LeafField[] {
  let next = 0;
  return fields.map((field): LeafField => {
    const { type, is, value } = field;
    if (is === 'token') return { type, is: null, value: token };
    return { type, is, value: isOfRow(field) ? (values[next++] ?? null) : value };
  });
}
