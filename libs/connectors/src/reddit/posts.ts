import { z } from 'zod';
import type { AuthoredPost } from '../authors/unique-authors';
import { SourceError } from '../source.error';

/** One page of a search. */
export interface PostsPage {
  /** Of people: what bots wrote, or nobody any more, is left out. */
  readonly posts: readonly AuthoredPost[];
  /** Instant of the oldest post on the page, also of those left out; null on an empty page. */
  readonly oldestMs: number | null;
  /** Asks for the next page; null on the last. */
  readonly after: string | null;
}

const POSTS_PER_PAGE_MAX = 100;
const listing = z.object({
  data: z.object({
    children: z.array(z.object({ kind: z.string(), data: z.unknown() })).max(POSTS_PER_PAGE_MAX),
    after: z.string().max(64).nullish(),
  }),
});
const link = z.object({
  author: z.string().min(1).max(64),
  created_utc: z.number(),
  title: z.string(),
  selftext: z.string().nullish(),
});

/** Names that end in "Bot" as a word of its own, the ways in which Reddit's names set words apart. */
const botName = /(?:^|[_-])bot$|(?<=[a-z0-9])B(?:ot|OT)$/;
const BOTS: ReadonlySet<string> = new Set(['automoderator', '[deleted]', '[removed]', 'sneakpeekbot', 'savevideo']);

/**
 * Reads one page of `GET /search`.
 *
 * @throws {SourceError} `not_found` where subreddits were found in place of posts: that is where Reddit leads who asks
 *   in a subreddit that does not exist.
 */
export function postsPage(body: unknown): PostsPage {
  const page = listing.safeParse(body);
  if (!page.success) throw new SourceError('wrong_shape', 'Reddit: not a listing');
  const { children, after = null } = page.data.data;
  if (children.some(({ kind }) => kind === 't5')) throw new SourceError('not_found', 'Reddit: has no such subreddit');
  const posts = children.filter(({ kind }) => kind === 't3').map(({ data }) => postOf(data));
  return {
    posts: posts.filter(({ author }) => !isBot(author)),
    oldestMs: posts.length === 0 ? null : Math.min(...posts.map(({ atMs }) => atMs)),
    after: after === '' ? null : after,
  };
}

function postOf(data: unknown): AuthoredPost {
  const parsed = link.safeParse(data);
  if (!parsed.success) throw new SourceError('wrong_shape', 'Reddit: not a post');
  const { author, created_utc: atSeconds, title, selftext } = parsed.data;
  return { author, text: `${title}\n${selftext ?? ''}`, atMs: atSeconds * 1_000 };
}

/** Whether an author is a program by its name, or was deleted. */
export function isBot(author: string): boolean {
  return BOTS.has(author.toLowerCase()) || botName.test(author);
}
