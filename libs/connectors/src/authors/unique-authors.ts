/** A public post. */
export interface AuthoredPost {
  /** Identifies the author within a source; compared exactly. */
  readonly author: string;
  /** Text of the post, its title first; empty without text. */
  readonly text: string;
  /** Instant of the post, milliseconds since the epoch. */
  readonly atMs: number;
}

/** Time range after `afterMs`, up to and including `untilMs`; milliseconds since the epoch. */
export interface PostWindow {
  readonly afterMs: number;
  readonly untilMs: number;
}

/** Characters of a post that are compared, to limit the cost of one post. */
const COMPARED_CHARACTERS = 2_000;

/**
 * Counts the authors with an original post within the window.
 *
 * Of several posts with the same normalized text only the oldest counts (at the same instant that of the author whose name
 * sorts first), so that copies do not raise the signal. Posts without text, such as pictures, count once per author.
 *
 * The order of the posts and duplicates make no difference.
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
 * Normalized text: words in lower case with single spaces, in Unicode NFKC form, so that full-width letters, links,
 * punctuation, symbols and invisible characters do not make a copy look original.
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
