import { pollOf } from '../testing/poll';
import { type FakeHandler, type FakeServer, startFakeServer } from '../testing/fake-server';
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

let standIn: FakeServer;
let fixture: RedditFixture;
let answering: FakeHandler;

beforeEach(async () => {
  fixture = { clientId: 'id', clientSecret: 'secret', token: 'one', posts: [] };
  answering = fakeReddit(fixture);
  standIn = await startFakeServer((asked) => answering(asked));
});
afterEach(() => standIn.close());

const newConnector = () =>
  redditConnector({
    url: standIn.url,
    tokenUrl: `${standIn.url}/api/v1/access_token`,
    clientId: 'id',
    clientSecret: 'secret',
  });
const poll = (query = linea, atMs = nowMs) => pollOf(query, { nowMs: atMs });
const reads = (value: number) => [{ signal: 'reddit_authors', value, observedAtMs: nowMs }];
const tokensAsked = () => standIn.requests.filter(({ method }) => method === 'POST').length;

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
    expect((await newConnector().collect(poll())).readings).toEqual(reads(2));
  });

  it('says 0 when nobody wrote', async () => {
    expect((await newConnector().collect(poll())).readings).toEqual(reads(0));
  });

  it('searches in one subreddit', async () => {
    fixture.posts = [post('ann'), { ...post('bob'), subreddit: 'ethereum' }];
    const { readings } = await newConnector().collect(poll({ words: 'linea', subreddit: 'ethereum' }));
    expect(readings).toEqual(reads(1));
    expect(standIn.requests.at(-1)?.url.searchParams.get('restrict_sr')).toBe('1');
  });

  // Reddit leads who asks there to a list of subreddits: that is no post, and no 0 either.
  it('fails on a subreddit that does not exist', async () => {
    const gone = newConnector().collect(poll({ words: 'linea', subreddit: 'no_such' }));
    await expect(gone).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('walks up to five pages, no further than 24 hours', async () => {
    fixture.posts = Array.from({ length: 700 }, (_, i) => post(`dev${i}`, `linea ${i}`, nowMs - i * 1_000));
    expect((await newConnector().collect(poll())).readings).toEqual(reads(500));
    const asked = standIn.requests.length;
    fixture.posts = Array.from({ length: 700 }, (_, i) => post(`dev${i}`, `linea ${i}`, nowMs - i * HOUR_MS));
    expect((await newConnector().collect(poll())).readings).toEqual(reads(24));
    expect(standIn.requests.length - asked).toBe(2);
  });

  it('ends where pages repeat', async () => {
    const answer = fakeReddit(fixture);
    fixture.posts = [post('ann')];
    answering = async (asked) => {
      asked.url.searchParams.delete('after');
      const reply = await answer(asked);
      const page = reply?.body as { data?: { after: string | null } } | undefined;
      if (page?.data) page.data.after = 't3_same';
      return reply;
    };
    expect((await newConnector().collect(poll())).readings).toEqual(reads(1));
    expect(standIn.requests).toHaveLength(3);
  });

  it.each([
    ['asks to be left alone', 'rate_limited', { status: 429, headers: { 'retry-after': '7' }, body: '' }],
    ['fails', 'status', { status: 500, body: 'oops' }],
    ['answers something else', 'wrong_shape', { body: [] }],
  ])('fails when Reddit %s', async (_, kind, reply) => {
    const answer = fakeReddit(fixture);
    answering = (asked) => (asked.method === 'POST' ? answer(asked) : reply);
    await expect(newConnector().collect(poll())).rejects.toMatchObject({ name: 'SourceError', kind });
  });
});

describe("redditConnector's token", () => {
  it('is asked for once by polls that begin together, and used by later ones', async () => {
    const connector = newConnector();
    await Promise.all([connector.collect(poll()), connector.collect(poll())]);
    await connector.collect(poll(linea, nowMs + 23 * HOUR_MS));
    expect(tokensAsked()).toBe(1);
  });

  it('is asked for again before it expires', async () => {
    const connector = newConnector();
    await connector.collect(poll());
    await connector.collect(poll(linea, nowMs + 24 * HOUR_MS - 30_000));
    expect(tokensAsked()).toBe(2);
  });

  it('is asked for once more when it was taken back', async () => {
    const connector = newConnector();
    await connector.collect(poll());
    fixture.token = 'two';
    expect((await connector.collect(poll())).readings).toEqual(reads(0));
    expect(tokensAsked()).toBe(2);
  });

  it('is not asked for without end when all are refused', async () => {
    const answer = fakeReddit(fixture);
    answering = (asked) => (asked.method === 'POST' ? answer(asked) : { status: 401, body: {} });
    await expect(newConnector().collect(poll())).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(standIn.requests).toHaveLength(4);
  });

  it.each([
    ['a secret that is wrong', 'unauthorized', { status: 401, body: {} }],
    ['an answer without one', 'wrong_shape', { body: { error: 'invalid_grant' } }],
    ['one that is not fit for a header', 'wrong_shape', { body: { access_token: 'a\r\nb', expires_in: 60 } }],
  ])('fails on %s', async (_, kind, reply) => {
    answering = () => reply;
    await expect(newConnector().collect(poll())).rejects.toMatchObject({ name: 'SourceError', kind });
  });

  // The poll that asked for all may have run into its time-out.
  it('is asked for anew when the poll that asked for it failed', async () => {
    const answer = fakeReddit(fixture);
    let refused = false;
    answering = (asked) => {
      if (asked.method !== 'POST' || refused) return answer(asked);
      refused = true;
      return { status: 500, body: '' };
    };
    const connector = newConnector();
    const both = await Promise.allSettled([connector.collect(poll()), connector.collect(poll())]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(standIn.requests.map(({ headers }) => headers.authorization)).not.toContain('Bearer null');
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
  ])('understands %j', (stated, query) => expect(newConnector().parseQuery(stated)).toEqual(query));

  it.each([
    '',
    '  ',
    'a\nb',
    'x'.repeat(513),
    7,
    {},
    { query: 'linea', subreddit: 'r/../x' },
    { query: 'a', sub: 'b' },
  ])('refuses %j', (stated) => expect(() => newConnector().parseQuery(stated)).toThrow('must be words to search for'));
});
