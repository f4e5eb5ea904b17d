import { type Alias, isAlias, isMap, isNode, isScalar, isSeq, type Node } from 'yaml';
import type { Finding } from './fault';

/**
 * Offset in the text of the key or value at a path; if the path does not exist, of its last step that does. Follows
 * aliases to their anchor, where the error has to be fixed.
 */
export function locate(
  root: Node,
  targets: ReadonlyMap<Alias, Node>,
  { path, on }: Pick<Finding, 'path' | 'on'>,
): number {
  let node: unknown = root;
  let offset = startOf(root) ?? 0;
  for (const [index, step] of path.entries()) {
    const held = isAlias(node) ? targets.get(node) : node;
    if (isMap(held)) {
      const pair = held.items.findLast(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) return offset;
      node = on === 'key' && index === path.length - 1 ? pair.key : pair.value;
      offset = startOf(node) ?? startOf(pair.key) ?? offset;
    } else if (isSeq(held)) {
      node = held.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

/** Offset of the first character of a node; null for a node that is not in the text. */
export function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
