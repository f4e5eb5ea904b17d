import { isBot, postsPage } from './reddit';

const child = (data: object, kind = 't3') => ({
  kind,
  data: { author: 'ann', created_utc: 1_785_000_000.0, title: 'T', ...data },
});
const page = (children: unknown[], after: unknown = null) => ({ kind: 'Listing', data: { children, after } });

describe('postsPage', () => {
  it('reads posts with all their words, and where the next page begins', () => {
    expect(postsPage(page([child({ selftext: 'body' }), child({ author: 'bob' })], 't3_x'))).toEqual({
      posts: [
        { author: 'ann', text: 'T\nbody', atMs: 1_785_000_000_000 },
        { author: 'bob', text: 'T\n', atMs: 1_785_000_000_000 },
      ],
      oldestMs: 1_785_000_000_000,
      after: 't3_x',
    });
  });

  // A page of nothing but bots is not the end of the search.
  it('leaves out bots, but not their dates', () => {
    const bots = page([child({ author: 'AutoModerator', created_utc: 5 })], 't3_x');
    expect(postsPage(bots)).toEqual({ posts: [], oldestMs: 5_000, after: 't3_x' });
  });

  it.each([
    ['no listing', 'wrong_shape', { error: 'x' }],
    ['a post without an author', 'wrong_shape', page([{ kind: 't3', data: { created_utc: 1, title: 'T' } }])],
    ['a date in words', 'wrong_shape', page([child({ created_utc: 'today' })])],
    ['subreddits in place of posts', 'not_found', page([child({}, 't5')])],
    ['more than was asked for', 'wrong_shape', page(Array.from({ length: 101 }, () => child({})))],
  ])('fails on %s', (_, kind, body) => {
    expect(() => postsPage(body)).toThrow(expect.objectContaining({ name: 'SourceError', kind }));
  });
});

describe('isBot', () => {
  it.each(['AutoModerator', '[deleted]', 'RemindMeBot', 'price_bot', 'news-bot', 'CoinBOT', 'sneakpeekbot'])(
    '%s is',
    (name) => expect(isBot(name)).toBe(true),
  );
  it.each(['Talbot', 'abbot', 'robot_fan', 'BotanyBill', 'TALBOT'])('%s is not', (name) =>
    expect(isBot(name)).toBe(false),
  );
});
