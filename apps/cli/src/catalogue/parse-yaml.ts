import { Composer, type Document, isScalar, LineCounter, Parser } from 'yaml';
import type { Finding, Position } from './fault';
import { locate, startOf } from './locate';
import { deepestNesting, NESTING_MAX } from './nesting';
import { inspectTree } from './node-tree';

/** A file's text as plain data, and the way back from a path to a line. */
export interface ParsedText {
  readonly data: unknown;
  /** Where a path stands; the nearest that exists when it does not. */
  position(place: Pick<Finding, 'path' | 'on'>): Position;
}

type Slip = Position & { readonly message: string };

export interface ParsedYaml {
  /** Null when the text cannot be read as one tree. */
  readonly parsed: ParsedText | null;
  readonly faults: readonly Slip[];
}

/** Uses of one anchor. */
const ALIASES_MAX = 1_000;
/** Broken text breaks at every character; nobody reads more than this. */
const SLIPS_MAX = 100;
const MESSAGE_LENGTH_MAX = 200;

/**
 * Parses YAML 1.2 (core schema: text, numbers, true and false, null, lists and
 * maps; no dates, no tags of types, no merge keys). Never throws: whatever is
 * wrong with the text comes back as faults.
 *
 * @param text - bounded by the caller.
 */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  if (deepestNesting(tokens) > NESTING_MAX) return refuse(slip(lines, 0, 'is nested too deeply'));

  const composer = new Composer({ schema: 'core', merge: false, uniqueKeys: false, logLevel: 'silent' });
  const [document, second] = composer.compose(tokens);
  if (document === undefined) return refuse(slip(lines, 0, 'the file is empty'));
  const errors = [...document.errors, ...document.warnings].slice(0, SLIPS_MAX);
  if (errors.length > 0) {
    return refuse(...errors.map(({ pos, code, message }) => slip(lines, pos[0], WORDS[code] ?? message)));
  }
  if (second !== undefined) {
    return refuse(slip(lines, second.range[0], 'one file holds one drop: a second document begins here'));
  }
  return readTree(document, lines);
}

/** Sentences of ours where the parser's are about its own terms. */
const WORDS: Readonly<Record<string, string>> = { TAB_AS_INDENT: 'indent with spaces, not with tabs' };

function readTree(document: Document.Parsed, lines: LineCounter): ParsedYaml {
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return refuse(slip(lines, 0, 'the file is empty'));
  const { findings, usable, targets } = inspectTree(root);
  const faults = findings.map(({ node, message }) => slip(lines, startOf(node) ?? 0, message));
  if (!usable) return refuse(...faults);
  try {
    const data: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    return { parsed: { data, position: (place) => positionAt(lines, locate(root, targets, place)) }, faults };
  } catch {
    // All else that could be thrown was ruled out above.
    return refuse(...faults, slip(lines, 0, `uses an anchor more than ${ALIASES_MAX} times`));
  }
}

const refuse = (...faults: readonly Slip[]): ParsedYaml => ({ parsed: null, faults });

/** The parser repeats what the file holds: made fit for a terminal here. */
function slip(lines: LineCounter, offset: number, message: string): Slip {
  const line = message.split('\n', 1)[0]?.replace(/\p{Cc}/gu, '?') ?? '';
  return { ...positionAt(lines, offset), message: line.slice(0, MESSAGE_LENGTH_MAX) };
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}
