/** Tells whether a text names one of some words. */
export type NamesWord = (text: string) => boolean;

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Looks for whole words, or several in a row as in `linea airdrop`, in any case. `linea` is not named by `linear`.
 *
 * @param words - none means that every text will do.
 */
export function namesOneOf(words: readonly string[]): NamesWord {
  if (words.length === 0) return () => true;
  const patterns = words.map((word) => comparable(word).trim().split(/\s+/u).map(escaped).join('\\s+'));
  const wholeWord = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}_])`, 'u');
  return (text) => wholeWord.test(comparable(text));
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
