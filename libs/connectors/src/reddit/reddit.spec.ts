import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { redditConnector, type RedditQuery } from './reddit';
import { type FakePost, fakeReddit, type RedditFixture } from './fake-source';

const HOUR_MS = 3_600_000;
const nowMs = Date.UTC(2026, 7, 1, 12);
const post = (author: string, title = `linea by ${author}`, atMs = nowMs - HOUR_MS): FakePost => ({
  author,
  title,
  atMs,
  subreddit: 'CryptoCurrency',
});
const linea: RedditQuery = { words: 'linea', subreddit: null };

let source: FakeServer;
let fixture: RedditFixture;
let answering: FakeHandler;

beforeEach(async () => {
  fixture = { clientId: 'id', clientSecret: 'secret', token: 'one', posts: [] };
  answering = fakeReddit(fixture);
  source = await startFakeServer((asked) => answering(asked));
});
afterEach(() => source.close());

const newConnector = () =>
  redditConnector({
    url: source.url,
    tokenUrl: `${source.url}/api/v1/access_token`,
    clientId: 'id',
    clientSecret: 'secret',
  });
const poll = (query = linea, atMs = nowMs) => pollOf(query, { nowMs: atMs });
const reads = (value: number) => [{ signal: 'reddit_authors', value, observedAtMs: nowMs }];
const tokensAsked = () => source.requests.filter(({ method }) => method === 'POST').length;

describe('redditConnector', () => {
  it('counts the authors of the last 24 hours, without bots and copies', async () => {
    fixture.posts = [
      post('ann'),
      post('ann', 'linea again'),
      post('bob'),
      post('AutoModerator'),
      post('copy', 'Linea by BOB!', nowMs - 1_000),
      post('old', 'linea of yesterday', nowMs - 25 * HOUR_MS),
      post('else', 'bitcoin'),
    ];
    expect((await newConnector().read(poll())).readings).toEqual(reads(2));
  });

  it('returns 0 without posts', async () => {
    expect((await newConnector().read(poll())).readings).toEqual(reads(0));
  });

  it('searches in one subreddit', async () => {
    fixture.posts = [post('ann'), { ...post('bob'), subreddit: 'ethereum' }];
    const { readings } = await newConnector().read(poll({ words: 'linea', subreddit: 'ethereum' }));
    expect(readings).toEqual(reads(1));
    expect(source.requests.at(-1)?.url.searchParams.get('restrict_sr')).toBe('1');
  });

  // Reddit redirects such a search to a list of subreddits, which must not count as 0 posts.
  it('fails on a subreddit that does not exist', async () => {
    const gone = newConnector().read(poll({ words: 'linea', subreddit: 'no_such' }));
    await expect(gone).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each(['private', 'quarantined', 'gated'])(
    'fails on a subreddit that is %s, and keeps the token',
    async (reason) => {
      const answer = fakeReddit(fixture);
      const forbidden = { reason, message: 'Forbidden', error: 403 };
      answering = (asked) =>
        asked.url.pathname.endsWith('/search') ? { status: 403, body: forbidden } : answer(asked);
      const connector = newConnector();
      for (let n = 0; n < 2; n++) {
        const collected = connector.read(poll({ words: 'linea', subreddit: 'hidden' }));
        await expect(collected).rejects.toMatchObject({
          kind: 'not_found',
          message: `Reddit: the subreddit is ${reason}`,
        });
      }
      expect([tokensAsked(), source.requests.length]).toEqual([1, 3]);
    },
  );

  it('keeps the token when Reddit forbids a request for another reason', async () => {
    const answer = fakeReddit(fixture);
    answering = (asked) => (asked.url.pathname.endsWith('/search') ? { status: 403, body: '<html>' } : answer(asked));
    await expect(newConnector().read(poll())).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(tokensAsked()).toBe(1);
  });

  it('reads up to five pages, and none beyond 24 hours', async () => {
    fixture.posts = Array.from({ length: 700 }, (_, i) => post(`dev${i}`, `linea ${i}`, nowMs - i * 1_000));
    expect((await newConnector().read(poll())).readings).toEqual(reads(500));
    const asked = source.requests.length;
    fixture.posts = Array.from({ length: 700 }, (_, i) => post(`dev${i}`, `linea ${i}`, nowMs - i * HOUR_MS));
    expect((await newConnector().read(poll())).readings).toEqual(reads(24));
    expect(source.requests.length - asked).toBe(2);
  });

  it('stops when pages repeat', async () => {
    const answer = fakeReddit(fixture);
    fixture.posts = [post('ann')];
    answering = async (asked) => {
      asked.url.searchParams.delete('after');
      const reply = await answer(asked);
      const page = reply?.body as { data?: { after: string | null } } | undefined;
      if (page?.data) page.data.after = 't3_same';
      return reply;
    };
    expect((await newConnector().read(poll())).readings).toEqual(reads(1));
    expect(source.requests).toHaveLength(3);
  });

  it.each([
    ['limits the rate', 'rate_limited', { status: 429, headers: { 'retry-after': '7' }, body: '' }],
    ['fails', 'status', { status: 500, body: 'oops' }],
    ['returns another shape', 'wrong_shape', { body: [] }],
  ])('fails when Reddit %s', async (_, kind, reply) => {
    const answer = fakeReddit(fixture);
    answering = (asked) => (asked.method === 'POST' ? answer(asked) : reply);
    await expect(newConnector().read(poll())).rejects.toMatchObject({ name: 'SourceError', kind });
  });
});

describe("redditConnector's token", () => {
  it('is requested once by concurrent polls, and reused by later ones', async () => {
    const connector = newConnector();
    await Promise.all([connector.read(poll()), connector.read(poll())]);
    await connector.read(poll(linea, nowMs + 23 * HOUR_MS));
    expect(tokensAsked()).toBe(1);
  });

  it('is renewed before it expires', async () => {
    const connector = newConnector();
    await connector.read(poll());
    await connector.read(poll(linea, nowMs + 24 * HOUR_MS - 30_000));
    expect(tokensAsked()).toBe(2);
  });

  it('is requested again when it was revoked', async () => {
    const connector = newConnector();
    await connector.read(poll());
    fixture.token = 'two';
    expect((await connector.read(poll())).readings).toEqual(reads(0));
    expect(tokensAsked()).toBe(2);
  });

  it('is requested a limited number of times when every token is rejected', async () => {
    const answer = fakeReddit(fixture);
    answering = (asked) => (asked.method === 'POST' ? answer(asked) : { status: 401, body: {} });
    await expect(newConnector().read(poll())).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(source.requests).toHaveLength(4);
  });

  it.each([
    ['a wrong secret', 'unauthorized', { status: 401, body: {} }],
    ['a response without a token', 'wrong_shape', { body: { error: 'invalid_grant' } }],
    ['a token that is invalid in a header', 'wrong_shape', { body: { access_token: 'a\r\nb', expires_in: 60 } }],
  ])('fails on %s', async (_, kind, reply) => {
    answering = () => reply;
    await expect(newConnector().read(poll())).rejects.toMatchObject({ name: 'SourceError', kind });
  });

  // The poll that requested the shared token may have reached its time limit.
  it('is requested again when the poll that requested it failed', async () => {
    const answer = fakeReddit(fixture);
    let hasFailed = false;
    answering = (asked) => {
      if (asked.method !== 'POST' || hasFailed) return answer(asked);
      hasFailed = true;
      return { status: 500, body: '' };
    };
    const connector = newConnector();
    const both = await Promise.allSettled([connector.read(poll()), connector.read(poll())]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(source.requests.map(({ headers }) => headers.authorization)).not.toContain('Bearer null');
  });
});

describe('parseQuery', () => {
  it.each([
    ['linea airdrop', { words: 'linea airdrop', subreddit: null }],
    [{ query: 'linea' }, { words: 'linea', subreddit: null }],
    [
      { query: 'linea', subreddit: 'ethereum' },
      { words: 'linea', subreddit: 'ethereum' },
    ],
  ])('accepts %j', (declared, query) => expect(newConnector().parseQuery(declared)).toEqual(query));

  it.each([
    '',
    '  ',
    'a\nb',
    'x'.repeat(513),
    7,
    {},
    { query: 'linea', subreddit: 'r/../x' },
    { query: 'a', sub: 'b' },
  ])('rejects %j', (declared) =>
    expect(() => newConnector().parseQuery(declared)).toThrow('must be words to search for'),
  );
});
