import type { FakeHandler, FakeRequest, Reply } from '@droptrack/sources/testing';

/** A post in the fake source's subreddit. */
export interface FakePost {
  author: string;
  title: string;
  selftext?: string;
  subreddit: string;
  /** Milliseconds since the epoch. */
  atMs: number;
}

/** State of the fake Reddit, with its application. */
export interface RedditFixture {
  clientId: string;
  clientSecret: string;
  /** Issued token, the only valid one. */
  token: string;
  posts: FakePost[];
}

const TOKEN_SECONDS = 86_400;

/**
 * Fake `https://www.reddit.com/api/v1/access_token` and `https://oauth.reddit.com`. It ignores `t`, by which the real one
 * excludes older posts.
 */
export function fakeReddit(fixture: RedditFixture): FakeHandler {
  return (asked: FakeRequest): Reply | null => {
    const { pathname } = asked.url;
    if (pathname === '/api/v1/access_token') return tokenFor(fixture, asked);
    if (asked.headers.authorization !== `Bearer ${fixture.token}`)
      return { status: 401, body: { message: 'Unauthorized', error: 401 } };
    if (pathname === '/subreddits/search') return listingOf([{ kind: 't5', data: { display_name: 'linea' } }], null);
    const [matched, subreddit] = /^(?:\/r\/(\w+))?\/search$/.exec(pathname) ?? [];
    if (matched === undefined) return null;
    const posts = fixture.posts.filter((post) => subreddit === undefined || isIn(post, subreddit));
    if (posts.length === 0 && subreddit !== undefined)
      return { status: 302, headers: { location: '../../subreddits/search?q=linea' }, body: '' };
    return found(posts, asked.url.searchParams);
  };
}

function tokenFor({ clientId, clientSecret, token }: RedditFixture, { method, headers, body }: FakeRequest): Reply {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  if (method !== 'POST' || headers.authorization !== basic)
    return { status: 401, body: { message: 'Unauthorized', error: 401 } };
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    return { body: { error: 'unsupported_grant_type' } };
  return { body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_SECONDS, scope: '*' } };
}

function found(posts: readonly FakePost[], parameters: URLSearchParams): Reply {
  const words = (parameters.get('q') ?? '').toLowerCase().split(/\s+/);
  const limit = Number(parameters.get('limit') ?? 25);
  const matching = posts
    .filter(({ title, selftext = '' }) => {
      const text = `${title} ${selftext}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => other.atMs - one.atMs);
  const start = Number.parseInt((parameters.get('after') ?? 't3_0').slice(3), 36);
  const page = matching.slice(start, start + limit);
  const after = start + limit < matching.length ? `t3_${(start + limit).toString(36)}` : null;
  return listingOf(page.map(childOf), after);
}

function childOf({ author, title, selftext = '', subreddit, atMs }: FakePost, index: number) {
  return {
    kind: 't3',
    data: { name: `t3_x${index}`, author, title, selftext, subreddit, created_utc: Math.floor(atMs / 1_000), score: 1 },
  };
}

function listingOf(children: readonly unknown[], after: string | null): Reply {
  return { body: { kind: 'Listing', data: { after, dist: children.length, before: null, children } } };
}

const isIn = (post: FakePost, subreddit: string): boolean => post.subreddit.toLowerCase() === subreddit.toLowerCase();
