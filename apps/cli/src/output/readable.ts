/** Control, format and bidirectional characters, surrogates, and separators of lines. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

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
