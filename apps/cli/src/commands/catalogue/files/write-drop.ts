import type { DropDefinition } from '@droptrack/catalogue';
import { isDeepStrictEqual } from 'node:util';
import { Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, Scalar, visit, type YAMLMap } from 'yaml';
import { denormaliseDrop, type DropContent } from './denormalise-drop';
import type { SchemaCheck } from './drop-schema';
import { type CatalogueFault, wholeFile } from './fault';
import { readDropText } from './read-drop';

/** Connects editors to the schema. */
const FIRST_LINE = '# yaml-language-server: $schema=./drop.schema.json\n';

/** Length at which notes are broken, as in the files that are written by hand. */
const NOTES_WIDTH = 110;

/** Definition that no catalogue file can state. */
export class UnwritableDropError extends Error {
  override readonly name = 'UnwritableDropError';
  constructor(
    readonly dropId: string,
    /** Errors of the file that would have been written, at least one. */
    readonly faults: readonly CatalogueFault[],
  ) {
    const [first] = faults;
    const reason = first === undefined ? '' : `: ${first.path === '' ? '' : `${first.path}: `}${first.message}`;
    super(`The definition of ${dropId} cannot be written as a catalogue file${reason}`);
  }
}

/**
 * Writes a definition as the text of a catalogue file: the inverse of `readDropText`. The text is read back, so that a
 * text of any origin within the definition stays a value: it cannot become a key, a comment, an anchor or a tag.
 *
 * @throws {UnwritableDropError} if the text would be invalid, or would state another definition.
 */
export function writeDropText(definition: DropDefinition, checkSchema: SchemaCheck): string {
  const { notes, ...content } = denormaliseDrop(definition);
  const text = FIRST_LINE + contentText(content) + (typeof notes === 'string' ? notesText(notes) : '');
  const file = `${definition.id}.yaml`;
  const read = readDropText(file, text, checkSchema);
  if (read.definition === null) throw new UnwritableDropError(definition.id, read.faults);
  if (!isDeepStrictEqual(comparable(read.definition), comparable(definition))) {
    const message = 'a file cannot state this definition: it would be read as another one';
    throw new UnwritableDropError(definition.id, [wholeFile(file, message)]);
  }
  return text;
}

/** Definition without absent members: a claim of null is omitted from a definition that is read. */
const comparable = ({ claim, ...rest }: DropDefinition): unknown =>
  JSON.parse(JSON.stringify(claim ? { ...rest, claim } : rest));

function contentText(content: DropContent): string {
  const document = new Document(content, { schema: 'core', anchorPrefix: 'source' });
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === 'sources' && isMap(value)) shorten(value);
    },
    Map: (_, map) => {
      map.flow ||= isShortFact(map);
    },
    Seq: (_, list) => {
      list.flow ||=
        list.items.length > 0 && list.items.every((item) => isScalar(item) && typeof item.value === 'number');
    },
    Scalar: (_, scalar) => quoteInvisible(scalar),
  });
  return escapeInvisible(document.toString({ lineWidth: 0, singleQuote: false }));
}

/** Queries on one line, such as `defillama: { chain: Linea }`. */
function shorten(queries: YAMLMap): void {
  for (const { value } of queries.items) if (isMap(value) && !value.items.some(hasList)) value.flow = true;
}

const hasList = (pair: unknown): boolean => isPair(pair) && isSeq(pair.value);

/** A fact on one line: its source is an alias or a word, such as `{ value: 18, source: memory }`. */
function isShortFact(map: YAMLMap): boolean {
  const [value, source] = [map.get('value', true), map.get('source', true)];
  // The file itself has a source and a group named value.
  const isFact = isNode(value) && !isMap(value);
  return isFact && (isAlias(source) || (isScalar(source) && source.value === 'memory'));
}

/** Words with single spaces between them, in lines: blocks keep no other white space reliably. */
const PROSE = /^\S+(?:[ \n]\S+)*$/;

function notesText(notes: string): string {
  const scalar = new Scalar(notes);
  const isLine = !notes.includes('\n');
  if (PROSE.test(notes)) scalar.type = isLine ? Scalar.BLOCK_FOLDED : Scalar.BLOCK_LITERAL;
  else scalar.type = Scalar.QUOTE_DOUBLE;
  quoteInvisible(scalar);
  const document = new Document({ notes: scalar }, { schema: 'core' });
  const lineWidth = scalar.type === Scalar.BLOCK_FOLDED ? NOTES_WIDTH : 0;
  return escapeInvisible(document.toString({ lineWidth, singleQuote: false }));
}

/** Control, format, private, unassigned characters and separators of lines, which an editor hides or reorders. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
const EACH_INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Double quotes for a text with invisible characters, because only they have escapes. */
function quoteInvisible(scalar: Scalar): void {
  const isText = typeof scalar.value === 'string' && scalar.value.replaceAll('\n', '').match(INVISIBLE) !== null;
  if (isText) scalar.type = Scalar.QUOTE_DOUBLE;
}

/** Writes invisible characters as escapes: after {@link quoteInvisible} they occur only within double quotes. */
function escapeInvisible(text: string): string {
  return text.replace(EACH_INVISIBLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
