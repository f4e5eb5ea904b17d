import { pollOf } from '../testing/poll';
import { type FakeHandler, type FakeServer, startFakeServer } from '../testing/fake-server';
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

let standIn: FakeServer;
let fixture: FarcasterFixture;
let answering: FakeHandler;

beforeEach(async () => {
  fixture = { casts: [], apiKey: null };
  answering = fakeFarcaster(fixture);
  standIn = await startFakeServer((asked) => answering(asked));
});
afterEach(() => standIn.close());

const mentions: FarcasterQuery = { fid: project, parent: null };
const collect = (query = mentions, apiKey: string | null = null) =>
  farcasterConnector({ url: standIn.url, apiKey }).collect(pollOf(query, { nowMs }));
const reads = (value: number) => [{ signal: 'farcaster_authors', value, observedAtMs: nowMs }];

describe('farcasterConnector', () => {
  it('counts the authors of the last 24 hours once over both questions, without copies and the account itself', async () => {
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

  it('says 0 when nobody wrote', async () => expect((await collect()).readings).toEqual(reads(0)));

  it('walks up to ten pages, no further than 24 hours', async () => {
    fixture.casts = Array.from({ length: 5_200 }, (_, i) => cast(1_000 + i, `cast ${i}`, nowMs - i * 1_000));
    expect((await collect()).readings).toEqual(reads(5_000));
    expect(standIn.requests).toHaveLength(10);
    fixture.casts = Array.from({ length: 1_500 }, (_, i) => cast(1_000 + i, `cast ${i}`, nowMs - i * 120_000));
    expect((await collect()).readings).toEqual(reads(720));
    expect(standIn.requests).toHaveLength(12);
  });

  // A node with several shards: pages one behind the other, a token for ever, and from the beginning after the end.
  it('comes to an end with a hub of several shards that always names a next page', async () => {
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
    expect(standIn.requests.length).toBeLessThan(3);
  });

  // It would say 0 of a project that is talked about all day.
  it('fails on a hub that answers oldest first', async () => {
    fixture.casts = Array.from({ length: 600 }, (_, i) => cast(i, `cast ${i}`, nowMs - (1_000 - i) * 24 * HOUR_MS));
    const answer = fakeFarcaster(fixture);
    answering = (asked) => {
      asked.url.searchParams.delete('reverse');
      return answer(asked);
    };
    await expect(collect()).rejects.toMatchObject({ kind: 'wrong_shape' });
  });

  it('takes casts that are a little ahead of our clock, and none from further on', async () => {
    fixture.casts = [cast(1, 'soon', nowMs + 300_000), cast(2, 'later', nowMs + HOUR_MS)];
    expect((await collect()).readings).toEqual(reads(1));
  });

  it('asks with its key, and fails without', async () => {
    fixture.apiKey = 'key';
    expect((await collect(mentions, 'key')).readings).toEqual(reads(0));
    await expect(collect()).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('leaves out what is no cast', async () => {
    const data = { type: 'MESSAGE_TYPE_REACTION_ADD', fid: 1, timestamp: (nowMs - Date.UTC(2021, 0, 1)) / 1_000 };
    answering = () => ({ body: { messages: [{ data }] } });
    expect((await collect()).readings).toEqual(reads(0));
  });

  it.each([
    ['asks to be left alone', 'rate_limited', { status: 429, body: '' }],
    ['fails', 'status', { status: 500, body: 'oops' }],
    ['answers something else', 'wrong_shape', { body: { casts: [] } }],
    [
      'gives a date in words',
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
  ])('understands %j', (stated, query) => expect(parseQuery(stated)).toEqual(query));

  it.each([0, -1, 1.5, '99', 'linea', 'ftp://x.test', {}, { fid: null }, { fid: 99, channel }])(
    'refuses %j',
    (stated) => expect(() => parseQuery(stated)).toThrow('must be the number of an account'),
  );
});
