/** Control, format and bidirectional characters, surrogates, and separators of lines. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** The same without line feeds and tabs. */
const UNREADABLE_IN_TEXT = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu;

/**
 * Copy of a document in which every text is one line of visible characters: texts of sources and of operators reach
 * terminals and logs, where an escape sequence is a command.
 *
 * @param value - data of JSON.
 */
export function readable<T>(value: T): T {
  const copy: unknown = JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' ? member.replace(UNREADABLE, '\u{fffd}') : member,
    ),
  );
  return copy as T;
}

/** Text of several lines, of visible characters only. A carriage return, which would overwrite a line, begins one. */
export const readableText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNREADABLE_IN_TEXT, '\u{fffd}');

/**
 * JSON without characters that a terminal obeys or hides: they are escaped, so that its values are unchanged.
 *
 * @param indent - spaces per level; 0 for one line.
 */
export const readableJson = (document: unknown, indent: number): string =>
  JSON.stringify(document, null, indent).replace(UNREADABLE_IN_TEXT, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  );

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;
