import { type Alias, isAlias, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { quote } from './fault';

/** Result of walking the nodes of a file. */
interface TreeReport {
  readonly findings: readonly { readonly node: unknown; readonly message: string }[];
  /** False if the tree must not be converted to plain data: it is cyclic or too big. */
  readonly usable: boolean;
  /** Target of each alias. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** Maximum number of values after expanding aliases, far above that of real files. */
const NODES_MAX = 20_000;

/**
 * Checks a parsed file before its conversion to plain data: repeated keys, keys that are not text, aliases without an
 * anchor or of themselves, and trees that become huge when their aliases are expanded.
 *
 * The size of an anchored node is counted once and added for each alias, so that the check takes linear time however
 * large the expanded tree is.
 *
 * @param root - of limited nesting depth (parse-yaml.ts), as the check recurses.
 */
export function inspectTree(root: unknown): TreeReport {
  const walk = new TreeWalk();
  const size = walk.measure(root);
  if (size > NODES_MAX) walk.reject(root, `is too big: more than ${NODES_MAX} values after expanding aliases`);
  return walk;
}

class TreeWalk implements TreeReport {
  readonly findings: { node: unknown; message: string }[] = [];
  readonly targets = new Map<Alias, Node>();
  usable = true;
  private readonly anchors = new Map<string, Node>();
  private readonly sizes = new Map<Node, number>();

  /** Number of values of `node` and below, with expanded aliases. */
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

  /** Records an error that makes the tree unusable. */
  reject(node: unknown, message: string): number {
    this.findings.push({ node, message });
    this.usable = false;
    return 0;
  }

  private measureAlias(alias: Alias): number {
    const target = this.anchors.get(alias.source);
    if (target === undefined) return this.reject(alias, `there is no anchor ${quote(alias.source)} above this alias`);
    const size = this.sizes.get(target);
    if (size === undefined) return this.reject(alias, 'is inside its own anchor');
    this.targets.set(alias, target);
    return size;
  }

  private pairsOf(map: YAMLMap): Pair[] {
    const seen = new Set<string>();
    return map.items.filter((pair): pair is Pair => {
      if (!isPair(pair)) return false;
      if (!isScalar(pair.key)) {
        this.reject(pair.key ?? map, 'a key must be plain text');
        return true;
      }
      const key = String(pair.key.value);
      if (seen.has(key)) this.findings.push({ node: pair.key, message: `key ${quote(key)} is repeated` });
      seen.add(key);
      return true;
    });
  }
}
