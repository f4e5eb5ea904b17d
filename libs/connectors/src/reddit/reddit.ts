import { z } from 'zod';
import { type AuthoredPost, countUniqueAuthors } from '../authors/unique-authors';
import {
  type FailedResponse,
  type SourceHttp,
  type Connector,
  SourceError,
  SourceQueryError,
} from '@droptrack/sources';
import { type AppCredentials, AppToken } from './app-token';

/** Search words, and the subreddit; null for all. */
export interface RedditQuery {
  readonly words: string;
  readonly subreddit: string | null;
}

const WINDOW_MS = 86_400_000;
/** Accepted difference between the clocks of Reddit and of this machine. */
const CLOCK_ERROR_MS = 600_000;
const PAGES_MAX = 5;

/** Search words, up to the limit of Reddit. */
const words = z
  .string()
  .regex(/^[^\p{C}]{1,512}$/u)
  .regex(/[\p{L}\p{N}]/u);
const subredditName = z.string().regex(/^[A-Za-z0-9]\w{1,20}$/);
const queryShape = z.union([
  words.transform((query) => ({ words: query, subreddit: null })),
  z
    .strictObject({ query: words, subreddit: subredditName.nullable().default(null) })
    .transform(({ query, subreddit }) => ({ words: query, subreddit })),
]);

/** URL of the API, and the credentials of an application of type "script" or "web app". */
export interface RedditSettings extends AppCredentials {
  readonly url: string;
}

/**
 * Authors of posts of the last 24 hours that match a search (`reddit_authors`), from Reddit's API, counted by
 * {@link countUniqueAuthors} without bots. The newest 500 posts are read, as saturation is at 500 authors.
 */
export function redditConnector(config: RedditSettings): Connector<RedditQuery> {
  const appToken = new AppToken(config);
  return {
    id: 'reddit',
    limits: {
      intervalMs: 30 * 60_000,
      timeoutMs: 30_000,
      concurrency: 2,
      requestsPerMinute: 50,
      requestBurst: 10,
    },
    parseQuery: parseRedditQuery,
    async read({ query, http, nowMs }) {
      const readPage = (address: string) => readAuthorized(http, appToken, nowMs, address);
      const posts = await search(readPage, addressOf(config.url, query), nowMs - WINDOW_MS);
      const window = { afterMs: nowMs - WINDOW_MS, untilMs: nowMs + CLOCK_ERROR_MS };
      const value = countUniqueAuthors(posts, window);
      return { readings: [{ signal: 'reddit_authors', value, observedAtMs: nowMs }], memory: null };
    },
  };
}

/** @throws {SourceQueryError} for a query of another form. */
export function parseRedditQuery(declared: unknown): RedditQuery {
  const parsed = queryShape.safeParse(declared);
  if (parsed.success) return parsed.data;
  throw new SourceQueryError('must be words to search for, or { query: "linea airdrop", subreddit: CryptoCurrency }');
}

function addressOf(url: string, { words: q, subreddit }: RedditQuery): string {
  const parameters = new URLSearchParams({ q, sort: 'new', t: 'day', limit: '100', type: 'link', raw_json: '1' });
  if (subreddit === null) return `${url}/search?${parameters}`;
  parameters.set('restrict_sr', '1');
  return `${url}/r/${subreddit}/search?${parameters}`;
}

/** Reads pages, newest posts first, until they are too old or repeat. */
async function search(
  readPage: (address: string) => Promise<PostsPage>,
  address: string,
  afterMs: number,
): Promise<readonly AuthoredPost[]> {
  const posts: AuthoredPost[] = [];
  const read = new Set<string>();
  let next = address;
  while (read.size < PAGES_MAX && !read.has(next)) {
    read.add(next);
    const page = await readPage(next);
    posts.push(...page.posts);
    if (page.after === null || page.oldestMs === null || page.oldestMs <= afterMs) break;
    next = `${address}&after=${encodeURIComponent(page.after)}`;
  }
  return posts;
}

/** Reads a page, once again with a new token if Reddit has revoked the current one before it expired. */
async function readAuthorized(
  http: SourceHttp,
  appToken: AppToken,
  nowMs: number,
  address: string,
): Promise<PostsPage> {
  const token = await appToken.get(http, nowMs);
  try {
    return await readWith(http, token, address);
  } catch (error) {
    if (!(error instanceof RejectedTokenError)) throw error;
    appToken.drop(token);
    return readWith(http, await appToken.get(http, nowMs), address);
  }
}

async function readWith(http: SourceHttp, token: string, address: string): Promise<PostsPage> {
  const response = await http.json(address, {
    headers: { authorization: `Bearer ${token}` },
    explainFailure: explained,
  });
  return postsPage(response.kind === 'response' ? response.body : null);
}

/** A token that Reddit does not accept (any more), as opposed to a page that it does not show. */
class RejectedTokenError extends SourceError {}

/** Reasons in the body of status 403 that concern the subreddit, not the key. */
const SUBREDDIT_REASONS = ['private', 'quarantined', 'gated'] as const;
const forbidden = z.object({ reason: z.enum(SUBREDDIT_REASONS) });

function explained({ status, body }: FailedResponse): SourceError | null {
  if (status === 401) return new RejectedTokenError('unauthorized', 'Reddit: the token was rejected (status 401)');
  const reason = status === 403 ? forbiddenReason(body) : null;
  return reason === null ? null : new SourceError('not_found', `Reddit: the subreddit is ${reason}`);
}

function forbiddenReason(body: string): string | null {
  try {
    return forbidden.safeParse(JSON.parse(body)).data?.reason ?? null;
  } catch {
    return null;
  }
}

/** One page of a search. */
export interface PostsPage {
  /** Posts without those of bots and deleted accounts. */
  readonly posts: readonly AuthoredPost[];
  /** Instant of the oldest post on the page, including excluded ones; null on an empty page. */
  readonly oldestMs: number | null;
  /** Token of the next page; null on the last. */
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

/** Names that end in the word "bot", separated by `_`, `-` or its capital. */
const botName = /(?:^|[_-])bot$|(?<=[a-z0-9])B(?:ot|OT)$/;
const BOTS: ReadonlySet<string> = new Set(['automoderator', '[deleted]', '[removed]', 'sneakpeekbot', 'savevideo']);

/**
 * Parses one page of `GET /search`.
 *
 * @throws {SourceError} `not_found` for a page of subreddits, to which Reddit redirects a search in a subreddit that does
 *   not exist.
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

/** True for the name of a bot or of a deleted account. */
export function isBot(author: string): boolean {
  return BOTS.has(author.toLowerCase()) || botName.test(author);
}
