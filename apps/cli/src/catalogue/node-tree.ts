import { type Alias, isAlias, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { quote } from './fault';

/** What was found while walking a file's nodes. */
export interface TreeReport {
  readonly findings: readonly { readonly node: unknown; readonly message: string }[];
  /** False when the tree must not be turned into plain data: endless or too big. */
  readonly usable: boolean;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** Values in a file, with aliases written out, that no honest file comes near. */
export const NODES_MAX = 20_000;

/**
 * Walks a parsed file once and finds what must be known before it becomes plain
 * data: keys given twice, keys that are no text, aliases of nothing or of
 * themselves, and trees that would be huge once their aliases are written out.
 *
 * The size of an anchored node is counted once and added for each alias, so that
 * the walk takes linear time however much the file would expand to.
 *
 * @param root - not nested deeper than nesting.ts allows: the walk recurses.
 */
export function inspectTree(root: unknown): TreeReport {
  const walk = new TreeWalk();
  const size = walk.measure(root);
  if (size > NODES_MAX) walk.refuse(root, `is too big: more than ${NODES_MAX} values once aliases are written out`);
  return walk;
}

class TreeWalk implements TreeReport {
  readonly findings: { node: unknown; message: string }[] = [];
  readonly targets = new Map<Alias, Node>();
  usable = true;
  private readonly anchors = new Map<string, Node>();
  private readonly sizes = new Map<Node, number>();

  /** Values below and including `node`, aliases written out. */
  measure(node: unknown): number {
    if (isAlias(node)) return this.measureAlias(node);
    if (!isNode(node)) return 1;
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    let size = 1;
    if (isMap(node)) for (const pair of this.pairsOf(node)) size += 1 + this.measure(pair.value);
    if (isSeq(node)) for (const item of node.items) size += this.measure(item);
    this.sizes.set(node, size);
    return size;
  }

  /** Notes what makes the tree unusable. */
  refuse(node: unknown, message: string): number {
    this.findings.push({ node, message });
    this.usable = false;
    return 0;
  }

  private measureAlias(alias: Alias): number {
    const target = this.anchors.get(alias.source);
    if (target === undefined) return this.refuse(alias, `there is no anchor ${quote(alias.source)} above this alias`);
    const size = this.sizes.get(target);
    if (size === undefined) return this.refuse(alias, 'stands inside of what it stands for');
    this.targets.set(alias, target);
    return size;
  }

  private pairsOf(map: YAMLMap): Pair[] {
    const seen = new Set<string>();
    return map.items.filter((pair): pair is Pair => {
      if (!isPair(pair)) return false;
      if (!isScalar(pair.key)) {
        this.refuse(pair.key ?? map, 'a key must be plain text');
        return true;
      }
      const key = String(pair.key.value);
      if (seen.has(key)) this.findings.push({ node: pair.key, message: `key ${quote(key)} is given twice` });
      seen.add(key);
      return true;
    });
  }
}
