import { z } from 'zod';
import { type AuthoredPost, countUniqueAuthors } from '../authors/unique-authors';
import type { SourceHttp } from '../http/source-http';
import { type Connector, SourceError, SourceQueryError } from '../port';
import { type AppCredentials, AppToken } from './app-token';

/** Words to search posts for, in one subreddit or, with null, in all. */
export interface RedditQuery {
  readonly words: string;
  readonly subreddit: string | null;
}

const WINDOW_MS = 86_400_000;
/** Reddit's clock and ours may differ. */
const CLOCK_ERROR_MS = 600_000;
const PAGES_MAX = 5;

/** Reddit refuses longer searches. */
const words = z
  .string()
  .regex(/^[^\p{C}]{1,512}$/u)
  .regex(/[\p{L}\p{N}]/u);
const subredditName = z.string().regex(/^[A-Za-z0-9]\w{1,20}$/);
const stated = z.union([
  words.transform((query) => ({ words: query, subreddit: null })),
  z
    .strictObject({ query: words, subreddit: subredditName.nullable().default(null) })
    .transform(({ query, subreddit }) => ({ words: query, subreddit })),
]);

/**
 * Authors of posts of the last 24 hours that a search finds (`reddit_authors`), from Reddit's API. Who counts is told
 * at {@link countUniqueAuthors}; bots do not. The newest 500 posts are read: saturation is at 500 authors.
 */
export function redditConnector(config: AppCredentials & { readonly url: string }): Connector<RedditQuery> {
  const appToken = new AppToken(config);
  return {
    id: 'reddit',
    limits: {
      intervalMs: 30 * 60_000,
      pollTimeoutMs: 30_000,
      concurrency: 2,
      requestsPerMinute: 50,
      requestBurst: 10,
    },
    parseQuery,
    async collect({ query, http, nowMs }) {
      const ask = (address: string) => askAuthorised(http, appToken, nowMs, address);
      const posts = await search(ask, addressOf(config.url, query), nowMs - WINDOW_MS);
      const window = { afterMs: nowMs - WINDOW_MS, untilMs: nowMs + CLOCK_ERROR_MS };
      const value = countUniqueAuthors(posts, window);
      return { readings: [{ signal: 'reddit_authors', value, observedAtMs: nowMs }], memory: null };
    },
  };
}

function parseQuery(value: unknown): RedditQuery {
  const parsed = stated.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError('must be words to search for, or { query: "linea airdrop", subreddit: CryptoCurrency }');
}

function addressOf(url: string, { words: q, subreddit }: RedditQuery): string {
  const parameters = new URLSearchParams({ q, sort: 'new', t: 'day', limit: '100', type: 'link', raw_json: '1' });
  if (subreddit === null) return `${url}/search?${parameters}`;
  parameters.set('restrict_sr', '1');
  return `${url}/r/${subreddit}/search?${parameters}`;
}

/** Newest first: the search ends where posts are too old, or begin to repeat. */
async function search(
  ask: (address: string) => Promise<PostsPage>,
  address: string,
  afterMs: number,
): Promise<readonly AuthoredPost[]> {
  const posts: AuthoredPost[] = [];
  const asked = new Set<string>();
  let next = address;
  while (asked.size < PAGES_MAX && !asked.has(next)) {
    asked.add(next);
    const page = await ask(next);
    posts.push(...page.posts);
    if (page.after === null || page.oldestMs === null || page.oldestMs <= afterMs) break;
    next = `${address}&after=${encodeURIComponent(page.after)}`;
  }
  return posts;
}

/** A token may be taken back before it expires: the first refusal asks for another. */
async function askAuthorised(http: SourceHttp, appToken: AppToken, nowMs: number, address: string): Promise<PostsPage> {
  const token = await appToken.get(http, nowMs);
  try {
    return await askWith(http, token, address);
  } catch (error) {
    if (!(error instanceof SourceError && error.kind === 'unauthorized')) throw error;
    appToken.drop(token);
    return askWith(http, await appToken.get(http, nowMs), address);
  }
}

async function askWith(http: SourceHttp, token: string, address: string): Promise<PostsPage> {
  const answer = await http.json(address, { headers: { authorization: `Bearer ${token}` } });
  return postsPage(answer.kind === 'answer' ? answer.body : null);
}

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
