import ts from 'typescript';

/** What is written about something that is exported. */
export interface Comment {
  /** Without tags, and with what the wire binds it to as its last sentence. */
  readonly text: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly returns: string;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
}

/** Reads the comment of a symbol; all of it is empty where there is none. */
export function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): Comment {
  const given = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return read(given, symbol.getJsDocTags(checker));
}

/** The same of a constructor, which is known by its signature. */
export function signatureComment(signature: ts.Signature, checker: ts.TypeChecker): Comment {
  return read(ts.displayPartsToString(signature.getDocumentationComment(checker)), signature.getJsDocTags());
}

function read(given: string, tags: readonly ts.JSDocTagInfo[]): Comment {
  const texts = tags.map(({ name, text }): [string, string] => [name, ts.displayPartsToString(text)]);
  const named = (...names: string[]) => texts.filter(([name]) => names.includes(name)).map(([, text]) => text);
  // Bounds stand in the text, or behind it as tags, where each begins a line.
  const bounds = texts.filter(([name]) => BOUNDS.has(name)).map(([name, text]) => `@${name} ${text}`);
  const all = [given, ...bounds].join(' ');
  return {
    text: [plain(all.replace(BOUND, '')), boundsIn(all)].filter(Boolean).join(' '),
    parameters: new Map(named('param').map((text) => parameterIn(text))),
    returns: plain(named('returns').join(' ')),
    throws: named('throws').map(plain),
    examples: named('example').map((text) => text.replace(/^```\w*\n|\n```$/g, '').trim()),
  };
}

const BOUNDS = new Set([
  'asType',
  'nullable',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
]);
const BOUND = new RegExp(`@(${[...BOUNDS].join('|')})\\b(?: +([^\\s@]+))?`, 'g');

/** A parameter's tag: its name, and what is said of it. */
function parameterIn(text: string): [string, string] {
  const [name = '', ...words] = text.split(/\s+/);
  return [name, plain(words.join(' ').replace(/^- /, ''))];
}

/** In one line, for Markdown: without references to a specification that readers do not have. */
function plain(text: string): string {
  return text
    .replace(/\{@link(?:code|plain)? ([\w.]+) *([^}]*)\}/g, (_, name: string, label: string) => label || `\`${name}\``)
    .replace(/ \(spec §\d+\)/g, '')
    .replace(/\{(\w*Error)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The bounds of a value in words: `Integer from 0 to 100.` */
function boundsIn(text: string): string {
  const bounds = new Map([...text.matchAll(BOUND)].map(([, name = '', value = '']) => [name, value]));
  const kind = bounds.get('asType') === 'integer' ? 'integer' : '';
  const parts = [
    [kind, range(bounds.get('minimum'), bounds.get('maximum'), '')].filter(Boolean).join(' '),
    range(bounds.get('minLength'), bounds.get('maxLength'), ' characters'),
    range(bounds.get('minItems'), bounds.get('maxItems'), ' items'),
    bounds.has('pattern') ? `matches \`${bounds.get('pattern')}\`` : '',
    FORMATS[bounds.get('format') ?? ''] ?? '',
  ].filter(Boolean);
  const sentence = parts.join(', ');
  return sentence === '' || /RFC 3339/.test(text) ? '' : `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
}

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'RFC 3339 UTC with milliseconds', uri: 'an address' };

function range(least: string | undefined, most: string | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least === most ? least : `from ${least} to ${most}`}${unit}`;
  if (least !== undefined) return `at least ${least}${unit}`;
  return most === undefined ? '' : `at most ${most}${unit}`;
}
