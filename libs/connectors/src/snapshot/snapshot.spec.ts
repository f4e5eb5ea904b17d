import { type Json, SourceQueryError } from '@droptrack/sources';
import { pollOf, type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { snapshotConnector } from './snapshot';
import { type FakeProposal, fakeSnapshot, type SnapshotFixture } from './fake-source';

const DAY = 86_400;
const NOW = Date.UTC(2026, 8, 1, 12) / 1_000;
const BEGIN = NOW - 30 * DAY;

let answering: FakeHandler;
let source: FakeServer;
beforeEach(async () => {
  source = await startFakeServer((asked) => answering(asked));
});
afterEach(() => source.close());

/** A proposal that is open from `start` to `end`, with votes at the given instants. */
const proposal = (id: string, start: number, end: number, votesAt: number[]): FakeProposal => ({
  id,
  start,
  end,
  votesAt,
});
const spread = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, index) => Math.floor(from + ((to - from) * index) / count));
const fixture = (proposals: FakeProposal[], over: Partial<SnapshotFixture> = {}): SnapshotFixture => ({
  spaces: new Map([
    ['aave.eth', proposals],
    ['quiet.eth', []],
  ]),
  apiKey: null,
  ...over,
});
const connector = (apiKey: string | null = null) => snapshotConnector({ url: source.url, apiKey });
const collect = (spaces: string[], now = NOW, memory: Json | null = null) =>
  connector().read(pollOf(spaces, { nowMs: now * 1_000, memory }));
const votesOf = async (...args: Parameters<typeof collect>) => (await collect(...args)).readings[0]?.value;

describe('the query of a catalogue file for Snapshot', () => {
  it.each([
    ['Arbitrumfoundation.eth', ['arbitrumfoundation.eth']],
    [
      ['aave.eth', 's:lido-snapshot.eth', 'aave.eth'],
      ['aave.eth', 's:lido-snapshot.eth'],
    ],
  ])('accepts %j', (declared, query) => expect(connector().parseQuery(declared)).toEqual(query));

  it.each([
    '',
    'aave',
    'a b.eth',
    '"a".eth',
    [],
    Array(6).fill('aave.eth'),
    ['aave.eth', 5],
    { space: 'aave.eth' },
    null,
  ])('rejects %j', (declared) => expect(() => connector().parseQuery(declared)).toThrow(SourceQueryError));
});

describe('Snapshot', () => {
  it('counts all votes of new proposals, and those of the last 30 days of older ones', async () => {
    answering = fakeSnapshot(
      fixture([
        proposal('new', NOW - 3 * DAY, NOW + DAY, spread(1_500, NOW - 3 * DAY, NOW)),
        proposal('across', BEGIN - 5 * DAY, BEGIN + 2 * DAY, [
          ...spread(2_300, BEGIN - 5 * DAY, BEGIN),
          ...spread(40, BEGIN, BEGIN + DAY),
        ]),
        proposal('past', BEGIN - 9 * DAY, BEGIN - 1, spread(700, BEGIN - 9 * DAY, BEGIN - 1)),
        proposal('to-come', NOW + 1, NOW + DAY, []),
      ]),
    );
    expect((await collect(['aave.eth'])).readings).toEqual([
      { signal: 'governance_votes', value: 1_540, observedAtMs: NOW * 1_000 },
    ]);
  });

  it('adds the spaces up, and returns 0 without votes', async () => {
    answering = fakeSnapshot(fixture([proposal('p', NOW - DAY, NOW, [NOW - 5, NOW - 4])]));
    expect([await votesOf(['aave.eth', 'quiet.eth']), await votesOf(['quiet.eth'])]).toEqual([2, 0]);
  });

  // Otherwise each poll would read thousands of votes again while the proposal is in the window.
  it('continues from its last count with one request per older proposal', async () => {
    const votesAt = spread(3_000, BEGIN - DAY, BEGIN + DAY);
    answering = fakeSnapshot(fixture([proposal('p', BEGIN - DAY, BEGIN + DAY, votesAt)]));
    const { memory } = await collect(['aave.eth']);
    const before = source.requests.length;
    const later = NOW + DAY / 6;
    expect(await votesOf(['aave.eth'], later, memory)).toBe(votesAt.filter((at) => at >= later - 30 * DAY).length);
    expect(source.requests.length - before).toBe(2);
  });

  it('reads at most eight thousand votes per poll, and is exact once later polls have read the rest', async () => {
    const votesAt = [...spread(14_000, BEGIN - DAY, BEGIN), ...spread(1_000, BEGIN, BEGIN + DAY)];
    answering = fakeSnapshot(fixture([proposal('p', BEGIN - DAY, BEGIN + DAY, votesAt)]));
    const first = await collect(['aave.eth']);
    expect(source.requests).toHaveLength(9);
    expect(first.readings[0]?.value).toBeGreaterThan(1_000);
    expect(await votesOf(['aave.eth'], NOW, first.memory)).toBe(1_000);
  });

  it('stops when one second has more votes than a page', async () => {
    answering = fakeSnapshot(fixture([proposal('p', BEGIN - 100, BEGIN + 100, Array(1_500).fill(BEGIN - 50))]));
    expect(await votesOf(['aave.eth'])).toBe(1_000);
    expect(source.requests).toHaveLength(3);
  });

  it('counts from the start when the clock was set back or the memory is invalid', async () => {
    answering = fakeSnapshot(fixture([proposal('p', BEGIN - 10, BEGIN + 10, [BEGIN - 5, BEGIN + 5])]));
    const future = [{ id: 'p', untilSeconds: BEGIN + 9, votes: 2 }];
    const broken = [{ id: 'p', untilSeconds: 'never', votes: 2 }];
    expect([await votesOf(['aave.eth'], NOW, future), await votesOf(['aave.eth'], NOW, broken)]).toEqual([1, 1]);
  });

  it('reads all pages of a space with more than a thousand proposals', async () => {
    answering = fakeSnapshot(
      fixture(Array.from({ length: 1_001 }, (_, i) => proposal(`p${i}`, NOW - DAY, NOW, [NOW - 1]))),
    );
    expect(await votesOf(['aave.eth'])).toBe(1_001);
  });

  it('fails for an unknown space, and names it', async () => {
    answering = fakeSnapshot(fixture([]));
    await expect(collect(['aave.eth', 'missing.eth'])).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringMatching(/space missing\.eth$/),
    });
  });

  it('sends its key, and fails with unauthorized when the key is rejected', async () => {
    answering = fakeSnapshot(fixture([], { apiKey: 'k1' }));
    const poll = () => pollOf(['aave.eth'], { nowMs: NOW * 1_000 });
    await expect(connector('k1').read(poll())).resolves.toBeDefined();
    await expect(connector('k2').read(poll())).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  it('removes its key from an error message of the source', async () => {
    answering = () => ({ body: { errors: [{ message: 'bad key s3cret' }] } });
    const rejected = connector('s3cret').read(pollOf(['aave.eth'], { nowMs: NOW * 1_000 }));
    await expect(rejected).rejects.toMatchObject({ kind: 'status', message: expect.stringContaining('bad key …') });
  });

  const data = { spaces: [{ id: 'aave.eth' }], proposals: [] };
  const odd = (over: object) => ({
    body: { data: { ...data, proposals: [{ id: 'p', start: 1, end: NOW, votes: 1, ...over }] } },
  });
  it.each([
    [
      'a rate limit with status 200',
      { body: { errors: [{ message: 'Rate limit exceeded' }], data: null } },
      'rate_limited',
    ],
    ['an error with status 200', { body: { errors: [{ message: 'request failed' }], data } }, 'status'],
    ['too many requests', { status: 429, body: '' }, 'rate_limited'],
    ['a failure', { status: 500, body: '' }, 'status'],
    ['no data', { body: { data: null } }, 'wrong_shape'],
    ['a list', { body: [] }, 'wrong_shape'],
    ['votes as a text', odd({ votes: '12' }), 'wrong_shape'],
    ['a fraction of a vote', odd({ votes: 1.5 }), 'wrong_shape'],
    ['votes beyond counting', odd({ votes: 1e300 }), 'wrong_shape'],
    ['votes below 0', odd({ votes: -1 }), 'wrong_shape'],
    ['a start as a text', odd({ start: '2026-08-01' }), 'wrong_shape'],
  ])('fails at %s', async (_what, reply, kind) => {
    answering = () => reply;
    await expect(collect(['aave.eth'])).rejects.toMatchObject({ kind });
  });
});
