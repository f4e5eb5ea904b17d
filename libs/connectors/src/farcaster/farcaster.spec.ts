import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { farcasterConnector, type FarcasterQuery } from './farcaster';
import { type FakeCast, fakeFarcaster, type FarcasterFixture } from './fake-source';

const HOUR_MS = 3_600_000;
const nowMs = Date.UTC(2026, 7, 1, 12);
const project = 99;
const channel = 'https://warpcast.com/~/channel/linea';
const cast = (fid: number, text = `said by ${fid}`, atMs = nowMs - HOUR_MS): FakeCast => ({
  fid,
  text,
  atMs,
  mentions: [project],
});

let hub: FakeServer;
let fixture: FarcasterFixture;
let answering: FakeHandler;

beforeEach(async () => {
  fixture = { casts: [], apiKey: null };
  answering = fakeFarcaster(fixture);
  hub = await startFakeServer((asked) => answering(asked));
});
afterEach(() => hub.close());

const mentions: FarcasterQuery = { fid: project, parent: null };
const collect = (query = mentions, apiKey: string | null = null) =>
  farcasterConnector({ url: hub.url, apiKey }).read(pollOf(query, { nowMs }));
const reads = (value: number) => [{ signal: 'farcaster_authors', value, observedAtMs: nowMs }];

describe('farcasterConnector', () => {
  it('counts each author of the last 24 hours once over mentions and channel, without copies and the account itself', async () => {
    fixture.casts = [
      cast(1),
      cast(1, 'again'),
      cast(2),
      cast(3, 'SAID by 2!!', nowMs - 1_000),
      cast(4, 'of yesterday', nowMs - 24 * HOUR_MS),
      cast(project, 'we said it'),
      { fid: 1, text: 'in the channel', atMs: nowMs - HOUR_MS, parentUrl: channel },
      { fid: 5, text: 'here too', atMs: nowMs - HOUR_MS, parentUrl: channel },
      { fid: 6, text: 'elsewhere', atMs: nowMs - HOUR_MS, parentUrl: `${channel}2` },
    ];
    expect((await collect({ fid: project, parent: channel })).readings).toEqual(reads(3));
  });

  it('returns 0 without casts', async () => expect((await collect()).readings).toEqual(reads(0)));

  it('reads up to ten pages, and none beyond 24 hours', async () => {
    fixture.casts = Array.from({ length: 5_200 }, (_, i) => cast(1_000 + i, `cast ${i}`, nowMs - i * 1_000));
    expect((await collect()).readings).toEqual(reads(5_000));
    expect(hub.requests).toHaveLength(10);
    fixture.casts = Array.from({ length: 1_500 }, (_, i) => cast(1_000 + i, `cast ${i}`, nowMs - i * 120_000));
    expect((await collect()).readings).toEqual(reads(720));
    expect(hub.requests).toHaveLength(12);
  });

  // A hub with several shards returns a token with every page, and starts from the beginning after the last one.
  it('stops at a hub of several shards that always names a next page', async () => {
    const answer = fakeFarcaster(fixture);
    const shards = [[cast(1), cast(2)], [cast(3)]];
    answering = async (asked) => {
      const messages = await Promise.all(
        shards.map(async (casts) => {
          fixture.casts = casts;
          return ((await answer(asked))?.body as { messages: unknown[] }).messages;
        }),
      );
      return { body: { messages: messages.flat(), nextPageToken: 'W251bGwsbnVsbF0=' } };
    };
    expect((await collect()).readings).toEqual(reads(3));
    expect(hub.requests.length).toBeLessThan(3);
  });

  // Otherwise a much discussed project would read 0.
  it('fails when the hub returns the oldest casts first', async () => {
    fixture.casts = Array.from({ length: 600 }, (_, i) => cast(i, `cast ${i}`, nowMs - (1_000 - i) * 24 * HOUR_MS));
    const answer = fakeFarcaster(fixture);
    answering = (asked) => {
      asked.url.searchParams.delete('reverse');
      return answer(asked);
    };
    await expect(collect()).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  it('accepts casts that are slightly ahead of the local clock, and none further ahead', async () => {
    fixture.casts = [cast(1, 'soon', nowMs + 300_000), cast(2, 'later', nowMs + HOUR_MS)];
    expect((await collect()).readings).toEqual(reads(1));
  });

  it('sends its key, and fails without one', async () => {
    fixture.apiKey = 'key';
    expect((await collect(mentions, 'key')).readings).toEqual(reads(0));
    await expect(collect()).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('ignores messages that are no casts', async () => {
    const data = { type: 'MESSAGE_TYPE_REACTION_ADD', fid: 1, timestamp: (nowMs - Date.UTC(2021, 0, 1)) / 1_000 };
    answering = () => ({ body: { messages: [{ data }] } });
    expect((await collect()).readings).toEqual(reads(0));
  });

  it.each([
    ['limits the rate', 'rate_limited', { status: 429, body: '' }],
    ['fails', 'status', { status: 500, body: 'oops' }],
    ['returns another shape', 'wrong_shape', { body: { casts: [] } }],
    [
      'returns a date as text',
      'wrong_shape',
      { body: { messages: [{ data: { type: 'X', fid: 1, timestamp: 'now' } }] } },
    ],
  ])('fails when the hub %s', async (_, kind, reply) => {
    answering = () => reply;
    await expect(collect()).rejects.toMatchObject({ name: 'SourceError', kind });
  });
});

describe('parseQuery', () => {
  const { parseQuery } = farcasterConnector({ url: 'http://hub.test', apiKey: null });

  it.each([
    [99, { fid: 99, parent: null }],
    [channel, { fid: null, parent: channel }],
    ['chain://eip155:1/erc721:0x39d89b', { fid: null, parent: 'chain://eip155:1/erc721:0x39d89b' }],
    [
      { fid: 99, parent: channel },
      { fid: 99, parent: channel },
    ],
    [{ fid: 99 }, { fid: 99, parent: null }],
  ])('accepts %j', (declared, query) => expect(parseQuery(declared)).toEqual(query));

  it.each([0, -1, 1.5, '99', 'linea', 'ftp://x.test', {}, { fid: null }, { fid: 99, channel }])(
    'rejects %j',
    (declared) => expect(() => parseQuery(declared)).toThrow('must be the number of an account'),
  );
});
