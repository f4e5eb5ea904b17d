import type { Json } from '@droptrack/sources';
import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { rssConnector } from './rss';
import { type FakeArticle, fakeRss, type RssFixture } from './fake-source';

const HOUR_MS = 3_600_000;
const nowMs = Date.UTC(2026, 7, 10, 12);
const story = (host: string, title = 'Linea opens', atMs: number | null = nowMs - HOUR_MS): FakeArticle => ({
  url: `https://${host}/${encodeURIComponent(title)}`,
  title,
  atMs,
});

let server: FakeServer;
let fixture: RssFixture;
let answering: FakeHandler;

beforeEach(async () => {
  fixture = { feeds: new Map() };
  answering = fakeRss(fixture);
  server = await startFakeServer((asked) => answering(asked));
});
afterEach(() => server.close());

const show = (path: string, articles: FakeArticle[], format: 'rss' | 'atom' = 'rss') =>
  fixture.feeds.set(path, { format, articles });
const collect = (paths: readonly string[], words: readonly string[] = [], memory: Json | null = null, atMs = nowMs) =>
  rssConnector().read(pollOf({ feeds: paths.map((path) => server.url + path), words }, { nowMs: atMs, memory }));
const reads = (value: number, observedAtMs = nowMs) => [{ signal: 'news_articles', value, observedAtMs }];

describe('rssConnector', () => {
  it('counts the publishers of several feeds, RSS and Atom', async () => {
    show('/a.xml', [story('one.test'), story('two.test')]);
    show('/b.atom', [story('two.test'), story('three.test')], 'atom');
    expect((await collect(['/a.xml', '/b.atom'])).readings).toEqual(reads(3));
  });

  it('counts only articles that name one of the words, when words are asked for', async () => {
    const inSummary = { ...story('two.test', 'Markets'), summary: '<p>The LINEA airdrop</p>' };
    const inMarkup = { ...story('three.test', 'Else'), summary: '<a href="https://linea.build">here</a>' };
    show('/a.xml', [story('one.test'), inSummary, inMarkup, story('four.test', 'Linear algebra')]);
    expect((await collect(['/a.xml'], ['linea'])).readings).toEqual(reads(2));
  });

  it('says 0 of feeds that show nothing new', async () => {
    show('/a.xml', [story('one.test', 'Old', nowMs - 100 * HOUR_MS)]);
    expect((await collect(['/a.xml'])).readings).toEqual(reads(0));
  });

  it('asks for changes only, and lets the window move on without any', async () => {
    show('/a.xml', [story('one.test'), story('two.test', 'Older', nowMs - 60 * HOUR_MS)]);
    const first = await collect(['/a.xml']);
    const laterMs = nowMs + 24 * HOUR_MS;
    const later = await collect(['/a.xml'], [], first.memory, laterMs);
    expect(first.readings).toEqual(reads(2));
    expect(later.readings).toEqual(reads(1, laterMs));
    expect((await collect(['/a.xml'], [], later.memory, laterMs)).readings).toEqual(reads(1, laterMs));
    const conditions = server.requests.map(({ headers }) => headers['if-none-match'] !== undefined);
    expect(conditions).toEqual([false, true, true]);
  });

  it('goes on with the other feeds, and with what it remembers, when one fails', async () => {
    show('/a.xml', [story('one.test')]);
    show('/b.xml', [story('two.test')]);
    const { memory } = await collect(['/a.xml', '/b.xml']);
    show('/a.xml', [story('three.test')]);
    fixture.feeds.delete('/b.xml');
    const later = await collect(['/a.xml', '/b.xml'], [], memory);
    expect(later.readings).toEqual(reads(3));
    expect(later.memory).toMatchObject({ validators: { [`${server.url}/b.xml`]: { etag: expect.any(String) } } });
  });

  it('does not take an article without a date for new after a time without changes', async () => {
    show('/a.xml', [story('one.test', 'Undated', null)]);
    const first = await collect(['/a.xml']);
    const quiet = await collect(['/a.xml'], [], first.memory, nowMs + 100 * HOUR_MS);
    show('/a.xml', [story('one.test', 'Undated', null), story('one.test', 'Old', nowMs - 100 * HOUR_MS)]);
    const changedMs = nowMs + 101 * HOUR_MS;
    expect((await collect(['/a.xml'], [], quiet.memory, changedMs)).readings).toEqual(reads(0, changedMs));
  });

  it('fails when no feed answers', async () => {
    show('/a.xml', [story('one.test')]);
    const { memory } = await collect(['/a.xml']);
    fixture.feeds.clear();
    await expect(collect(['/a.xml', '/b.xml'], [], memory)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it.each([
    ['a page for people', 'wrong_shape', '<html><body>Sorry</body></html>'],
    ['half a feed', 'wrong_shape', '<rss version="2.0"><channel><item><title>Li'],
    ['more than 4 MiB', 'too_large', `<rss><channel>${' '.repeat(5 * 1_024 * 1_024)}</channel></rss>`],
  ])('fails on %s', async (_, kind, body) => {
    answering = () => ({ body });
    await expect(collect(['/a.xml'])).rejects.toMatchObject({ name: 'SourceError', kind });
  });

  it('keeps at most 256 KiB, of ten feeds at their largest', async () => {
    const paths = Array.from({ length: 10 }, (_, i) => `/${i}.xml`);
    for (const path of paths) {
      show(
        path,
        Array.from({ length: 300 }, (_, i) => story(`${'long.'.repeat(20)}test`, `${path} ${i}`)),
      );
    }
    expect(JSON.stringify((await collect(paths)).memory).length).toBeLessThan(256 * 1_024);
  });
});

describe('parseQuery', () => {
  const { parseQuery } = rssConnector();

  it.each([
    ['https://a.test/feed', { feeds: ['https://a.test/feed'], words: [] }],
    [['https://a.test/1', 'https://a.test/1'], { feeds: ['https://a.test/1'], words: [] }],
    [
      { feeds: 'https://a.test/feed', words: ['linea', 'linea airdrop'] },
      { feeds: ['https://a.test/feed'], words: ['linea', 'linea airdrop'] },
    ],
  ])('understands %j', (declared, query) => expect(parseQuery(declared)).toEqual(query));

  it.each([
    'feed.xml',
    'file:///etc/passwd',
    'https://ann:secret@a.test/feed',
    [],
    {},
    { feeds: ['https://a.test/feed'], words: [] },
    { feeds: ['https://a.test/feed'], words: ['!!'] },
    { feeds: ['https://a.test/feed'], word: 'linea' },
    Array.from({ length: 11 }, (_, i) => `https://a.test/${i}`),
  ])('rejects %j', (declared) => expect(() => parseQuery(declared)).toThrow('must be the URL of a feed'));
});
