import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { NAME_LENGTH_MAX } from '@droptrack/discovery';
import { discourseFinders } from './discourse';
import { fakeDiscourse, type FakeTopic } from './fake-source';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 8, 1, 12);

let answering: FakeHandler;
let forum: FakeServer;
beforeEach(async () => {
  forum = await startFakeServer((asked) => answering(asked));
});
afterEach(() => forum.close());

const topic = (id: number, over: Partial<FakeTopic> = {}): FakeTopic => ({
  id,
  title: 'RFC: airdrop to early users',
  slug: 'rfc-airdrop-to-early-users',
  created_at: new Date(NOW - DAY).toISOString(),
  ...over,
});
const finderOf = (url: string) => {
  const [finder, ...others] = discourseFinders({ urls: [url] });
  expect(others).toEqual([]);
  return finder!;
};
const find = (sinceMs: number | null = null, url = forum.url) => finderOf(url).read(finderRun({ nowMs: NOW, sinceMs }));
const idsOf = async (...args: Parameters<typeof find>) =>
  (await find(...args)).sightings.map(({ externalId }) => Number(externalId.split('/').at(-1)));

/** Address of a forum in a link, without a request to it. */
const linkOf = async (over: Partial<FakeTopic>) => {
  answering = fakeDiscourse([topic(7, over)]);
  const finder = finderOf('https://forum.test/gov');
  const { http, ...run } = finderRun({ nowMs: NOW });
  const json: typeof http.json = (url) => http.json(url.replace('https://forum.test/gov', forum.url));
  return (await finder.read({ ...run, http: { ...http, json } })).sightings[0];
};

describe('the finder of a forum', () => {
  it('returns a topic whose title announces a drop, with its page', async () => {
    expect(await linkOf({})).toMatchObject({
      externalId: 'forum.test/gov/t/7',
      kind: 'announcement',
      name: 'RFC: airdrop to early users',
      url: 'https://forum.test/gov/t/rfc-airdrop-to-early-users/7',
      identity: { token: null, contract: null, defillama: null, market: null },
    });
  });

  it('skips topics about something else', async () => {
    answering = fakeDiscourse([topic(1), topic(2, { title: 'Airdrop scam warning' }), topic(3, { title: 'Gauges' })]);
    expect(await idsOf()).toEqual([1]);
  });

  it('reads 30 days at first, and later from two days before the last run', async () => {
    const aged = (id: number, days: number) => topic(id, { created_at: new Date(NOW - days * DAY).toISOString() });
    answering = fakeDiscourse([aged(1, 31), aged(2, 29), aged(3, 4), aged(4, 2)]);
    expect(await idsOf()).toEqual([4, 3, 2]);
    expect(await idsOf(NOW - DAY)).toEqual([4]);
  });

  it('reads all pages up to the limit, whatever is pinned, and each topic once', async () => {
    const topics = Array.from({ length: 65 }, (_, n) => topic(n + 1));
    const pinned = topic(900, { pinned: true, created_at: '2020-01-01T00:00:00.000Z' });
    answering = fakeDiscourse([...topics, pinned]);
    expect((await idsOf()).sort((a, b) => a - b)).toEqual(topics.map(({ id }) => id));
    answering = fakeDiscourse(Array.from({ length: 700 }, (_, n) => topic(n + 1)));
    expect(await idsOf()).toHaveLength(600);
  });

  it('has no link to a forum without TLS', async () => {
    answering = fakeDiscourse([topic(1)]);
    expect((await find()).sightings[0]).toMatchObject({ url: null });
  });
});

describe('several forums', () => {
  // One finder for all would report the failure of one forum as that of all, or of none.
  it('are finders of their own, so that a failure blocks and hides no other', async () => {
    const closed = await startFakeServer(() => ({ status: 503, body: '' }));
    try {
      answering = fakeDiscourse([topic(1)]);
      const finders = discourseFinders({ urls: [closed.url, forum.url, forum.url] });
      expect(finders.map(({ id }) => id)).toEqual([closed.url, forum.url].map((url) => `discourse/${url.slice(7)}`));
      const runs = await Promise.allSettled(finders.map((each) => each.read(finderRun({ nowMs: NOW }))));
      expect(runs.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    } finally {
      await closed.close();
    }
  });

  it('have ids of bounded length', () => {
    const [finder] = discourseFinders({ urls: [`https://${'a.'.repeat(60)}test`] });
    expect(finder?.id).toHaveLength(64);
  });
});

describe('texts of strangers in a forum', () => {
  it('become names without control, bidirectional and invisible characters, of bounded length', async () => {
    const sighting = await linkOf({
      title: `\u202Eairdrop\u0007 <img src=x onerror=alert(1)>\r\n${'y'.repeat(9_000)}`,
    });
    expect(sighting?.name).toMatch(/^airdrop <img src=x onerror=alert\(1\)> y+$/);
    expect(sighting?.name).toHaveLength(NAME_LENGTH_MAX);
  });

  it.each(['../../admin', 'a b', 'a?b=c', '//evil.test', 'A', '%2e%2e', '', null])(
    'are never part of a link: slug %j',
    async (slug) => expect((await linkOf({ slug }))?.url).toBe('https://forum.test/gov/t/7'),
  );
});

describe('responses of another shape', () => {
  const odd = (over: object) => ({ body: { topic_list: { topics: [{ ...topic(1), ...over }] } } });
  it.each([
    ['a page for people', { body: '"<html>"' }, ''],
    ['no list', { body: { topic_list: {} } }, 'topic_list.topics'],
    ['a text as id', odd({ id: '1/../2' }), 'topic_list.topics.0.id'],
    ['an id below 1', odd({ id: -1 }), 'topic_list.topics.0.id'],
    ['a title without text', odd({ title: null }), 'topic_list.topics.0.title'],
    ['a time that is none', odd({ created_at: 'yesterday' }), 'topic_list.topics.0.created_at'],
  ])('fail with the path: %s', async (_what, reply, path) => {
    answering = () => reply;
    await expect(find()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: `${new URL(forum.url).host}: unexpected response at "${path}"`,
    });
  });

  it('fail for a forum that requires a login', async () => {
    answering = () => ({ status: 403, body: { errors: ['not_logged_in'] } });
    await expect(find()).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});
