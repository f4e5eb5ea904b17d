/** Something that somebody said in public. */
export interface AuthoredPost {
  /** Tells authors of one source apart; compared exactly. */
  readonly author: string;
  /** All words of the post, its title first; empty where there are none. */
  readonly text: string;
  /** When it was said, milliseconds since the epoch. */
  readonly atMs: number;
}

/** A stretch of time: after `afterMs`, up to and including `untilMs`; milliseconds since the epoch. */
export interface PostWindow {
  readonly afterMs: number;
  readonly untilMs: number;
}

/** Posts that differ only behind this many characters are copies: the cost of one post is bounded. */
const COMPARED_CHARACTERS = 2_000;

/**
 * Counts the authors who said something of their own within the window.
 *
 * A text that another author said before makes nobody count, however many repeat it: only the oldest post of a text
 * does (at the same instant the author whose name sorts first). Posts that have no words, such as pictures, are told
 * apart by their author alone (scoring §1, "against manipulation": unique authors, content dedupe after normalisation).
 *
 * The order of the posts, and whether one is given twice, make no difference.
 *
 * @returns from 0 to the number of distinct authors.
 */
export function countUniqueAuthors(posts: readonly AuthoredPost[], { afterMs, untilMs }: PostWindow): number {
  const firstOfText = new Map<string, AuthoredPost>();
  const counted = new Set<string>();
  for (const post of posts) {
    if (post.atMs <= afterMs || post.atMs > untilMs) continue;
    const text = normalisedText(post.text);
    const first = firstOfText.get(text);
    if (text === '') counted.add(post.author);
    else if (first === undefined || isBefore(post, first)) firstOfText.set(text, post);
  }
  for (const { author } of firstOfText.values()) counted.add(author);
  return counted.size;
}

/**
 * What is compared of a text: its words in lower case with single blanks between them, in Unicode's NFKC form, so
 * that other widths of letters, links, punctuation, signs and invisible characters do not make a copy look new.
 */
export function normalisedText(text: string): string {
  return text
    .slice(0, COMPARED_CHARACTERS)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(?:https?:\/\/|www\.)\S+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function isBefore(post: AuthoredPost, other: AuthoredPost): boolean {
  return post.atMs < other.atMs || (post.atMs === other.atMs && post.author < other.author);
}
