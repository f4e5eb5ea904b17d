/** Maximum length of a cleaned name, in characters. */
export const NAME_LENGTH_MAX = 80;

/** Control, format (bidirectional marks, zero-width joiners), surrogate, private and unassigned characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** Words of visible ASCII characters with single spaces between them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A name from a stranger as data that is safe to show: without control, bidirectional and invisible characters, with single
 * spaces, and cut to a length.
 *
 * @returns null if nothing is left.
 */
export function cleanName(text: string, lengthMax: number = NAME_LENGTH_MAX): string | null {
  // Most names: an agent reads them by the thousand, and the rest of this function costs thirty times as much.
  if (text.length <= lengthMax && PLAIN.test(text)) return text;
  // Bounds the work for a text of arbitrary length. Spaces first, because some of them are control characters; composed
  // after the removal, because an invisible character separates a letter from its mark.
  const visible = text.slice(0, 4_096).replace(/\s+/gu, ' ').replace(INVISIBLE, '').normalize('NFC');
  const name = [...visible.replace(/ +/g, ' ').trim()].slice(0, lengthMax).join('').trim();
  return name === '' ? null : name;
}
