import { z } from 'zod';
import { type AuthoredPost, countUniqueAuthors } from '../authors/unique-authors';
import type { SourceHttp } from '../http/source-http';
import { type Connector, SourceQueryError } from '../port';
import { SourceError } from '../source.error';
import { type AppCredentials, AppToken } from './app-token';
import { type PostsPage, postsPage } from './posts';

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
