/** Controls, separators and format characters, such as those that reorder text; lone halves of a pair too. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text in which each hidden character is written as the escape that JSON and TypeScript share: `\u202e`. */
export const escapeHidden = (text: string): string =>
  text.replace(HIDDEN, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
