import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
} from 'yaml';
import type { Finding, Position } from './fault';
import { inspectTree } from './node-tree';

/** Text of a file as plain data, and the positions of its paths. */
interface ParsedText {
  readonly data: unknown;
  /** Position of a path, or of its last step that exists. */
  position(place: Pick<Finding, 'path' | 'on'>): Position;
}

type Slip = Position & { readonly message: string };

interface ParsedYaml {
  /** Null if the text is not one valid tree. */
  readonly parsed: ParsedText | null;
  readonly faults: readonly Slip[];
}

/** Maximum number of aliases per anchor. */
const ALIASES_MAX = 1_000;
/** Maximum number of syntax errors: in broken text every character can be one. */
const SLIPS_MAX = 100;
const MESSAGE_LENGTH_MAX = 200;

/**
 * Parses YAML 1.2 (core schema: text, numbers, true and false, null, lists and maps; no dates, no type tags, no merge
 * keys). Never throws: every error of the text is returned.
 *
 * @param text - limited in size by the caller.
 */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  if (deepestNesting(tokens) > NESTING_MAX) return reject(slip(lines, 0, 'is nested too deeply'));

  const composer = new Composer({ schema: 'core', merge: false, uniqueKeys: false, logLevel: 'silent' });
  const [document, second] = composer.compose(tokens);
  if (document === undefined) return reject(slip(lines, 0, 'the file is empty'));
  const errors = [...document.errors, ...document.warnings].slice(0, SLIPS_MAX);
  if (errors.length > 0) {
    return reject(...errors.map(({ pos, code, message }) => slip(lines, pos[0], WORDS[code] ?? message)));
  }
  if (second !== undefined) {
    return reject(slip(lines, second.range[0], 'a file must contain one drop: a second document begins here'));
  }
  return readTree(document, lines);
}

/** Messages that replace those of the parser. */
const WORDS: Readonly<Record<string, string>> = { TAB_AS_INDENT: 'indent with spaces, not with tabs' };

function readTree(document: Document.Parsed, lines: LineCounter): ParsedYaml {
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return reject(slip(lines, 0, 'the file is empty'));
  const { findings, usable, targets } = inspectTree(root);
  const faults = findings.map(({ node, message }) => slip(lines, startOf(node) ?? 0, message));
  if (!usable) return reject(...faults);
  try {
    const data: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    return { parsed: { data, position: (place) => positionAt(lines, locate(root, targets, place)) }, faults };
  } catch {
    // The checks above exclude every other error of toJS.
    return reject(...faults, slip(lines, 0, `uses an anchor more than ${ALIASES_MAX} times`));
  }
}

const reject = (...faults: readonly Slip[]): ParsedYaml => ({ parsed: null, faults });

/** Error message, without control characters: messages of the parser quote the file. */
function slip(lines: LineCounter, offset: number, message: string): Slip {
  const line = message.split('\n', 1)[0]?.replace(/\p{Cc}/gu, '?') ?? '';
  return { ...positionAt(lines, offset), message: line.slice(0, MESSAGE_LENGTH_MAX) };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

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
function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}

/** Maximum nesting depth, far above that of real files. */
const NESTING_MAX = 32;

/**
 * Nesting depth of lists and maps, from the tokens of the parser.
 *
 * The parser uses a stack of its own, but all later steps recurse, and a stack overflow cannot be caught reliably: V8
 * aborts the process if it has to compile a regular expression at that point. So the depth is checked first.
 */
export function deepestNesting(tokens: readonly CST.Token[]): number {
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  let deepest = 0;
  for (let held = open.pop(); held !== undefined; held = open.pop()) {
    deepest = Math.max(deepest, held.depth);
    for (const token of childrenOf(held.token)) open.push({ token, depth: held.depth + 1 });
  }
  return deepest;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap((item) => [item.key ?? [], item.value ?? []].flat());
}
