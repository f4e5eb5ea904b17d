import type { Json } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer, finderRun } from '@droptrack/sources/testing';
import { NAME_LENGTH_MAX } from '@droptrack/discovery';
import { type FakeNewProposal, fakeSnapshotProposals } from './fake-source';
import { snapshotFinder } from './snapshot';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 8, 1, 12) / 1_000;

let answering: FakeHandler;
let hub: FakeServer;
beforeEach(async () => {
  hub = await startFakeServer((asked) => answering(asked));
});
afterEach(() => hub.close());

const idOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
const QUILL = { id: 'quill.eth', name: 'Quill DAO', verified: true, flagged: false, followersCount: 40 };
const proposal = (n: number, over: Partial<FakeNewProposal> = {}): FakeNewProposal => ({
  id: idOf(n),
  title: 'Airdrop to early users',
  created: NOW - DAY,
  space: QUILL,
  ...over,
});
const find = (over: { sinceMs?: number; memory?: Json; now?: number } = {}) => {
  const { now = NOW, ...rest } = over;
  return snapshotFinder({ url: hub.url, apiKey: null }).read(finderRun({ nowMs: now * 1_000, ...rest }));
};
const idsOf = async (...args: Parameters<typeof find>) =>
  (await find(...args)).sightings.map(({ externalId }) => externalId);

describe('the finder of Snapshot', () => {
  it('returns a proposal that announces a drop, with the page of its space', async () => {
    answering = fakeSnapshotProposals([proposal(1), proposal(2, { title: 'Fee switch activation' })]);
    const { sightings, gone } = await find();
    expect(gone).toEqual([]);
    expect(sightings).toEqual([
      expect.objectContaining({
        externalId: idOf(1),
        kind: 'announcement',
        name: 'Quill DAO: Airdrop to early users',
        url: `https://snapshot.box/#/s:quill.eth/proposal/${idOf(1)}`,
        identity: { token: null, contract: null, defillama: null, market: null },
      }),
    ]);
  });

  it('reads the body with firmer phrases than the title', async () => {
    answering = fakeSnapshotProposals([
      proposal(1, { title: 'Next steps', body: 'The airdrop snapshot is on 1 October.' }),
      proposal(2, { title: 'Next steps', body: 'The wallet held tokens of an airdrop.' }),
      proposal(3, { title: 'Next steps', body: null }),
    ]);
    expect(await idsOf()).toEqual([idOf(1)]);
  });

  // Any account creates a space in a minute, and calls it as it likes.
  it('skips spaces that are flagged, unknown, or neither verified nor followed', async () => {
    answering = fakeSnapshotProposals([
      proposal(1, { space: { ...QUILL, verified: false, followersCount: 9_999 } }),
      proposal(2, { space: { ...QUILL, verified: null, followersCount: null } }),
      proposal(3, { space: { ...QUILL, flagged: true } }),
      proposal(4, { space: null }),
      proposal(5, { flagged: true }),
      proposal(6, { space: { ...QUILL, verified: false, followersCount: 10_000 } }),
    ]);
    expect(await idsOf()).toEqual([idOf(6)]);
  });

  it('reads the last 30 days at first, and later only what was created since the last run', async () => {
    answering = fakeSnapshotProposals([
      proposal(1, { created: NOW - 31 * DAY }),
      proposal(2, { created: NOW - 29 * DAY }),
      proposal(3, { created: NOW + HOUR / 2 }),
    ]);
    const first = await find();
    expect(first.sightings.map(({ externalId }) => externalId)).toEqual([idOf(2), idOf(3)]);
    expect(await idsOf({ memory: first.memory, now: NOW + HOUR })).toEqual([idOf(3)]);
  });

  it('reads an hour before the last run again, because proposals may appear late', async () => {
    answering = fakeSnapshotProposals([
      proposal(1, { created: NOW - 2 * HOUR - 1 }),
      proposal(2, { created: NOW - 2 * HOUR }),
    ]);
    expect(await idsOf({ sinceMs: (NOW - HOUR) * 1_000 })).toEqual([idOf(2)]);
  });

  it('reads every proposal of several pages once', async () => {
    const proposals = Array.from({ length: 250 }, (_, n) => proposal(n, { created: NOW - DAY + Math.floor(n / 3) }));
    answering = fakeSnapshotProposals(proposals);
    const ids = await idsOf();
    expect([...ids].sort()).toEqual(proposals.map(({ id }) => id).sort());
  });

  it('continues in the next run where the limit of requests ended it', async () => {
    const proposals = Array.from({ length: 4_000 }, (_, n) => proposal(n, { created: NOW - 2 * HOUR + n }));
    answering = fakeSnapshotProposals(proposals);
    const first = await find();
    expect(hub.requests).toHaveLength(30);
    const second = await idsOf({ memory: first.memory });
    const all = new Set([...first.sightings.map(({ externalId }) => externalId), ...second]);
    expect(all.size).toBe(4_000);
  });

  it('ends when one second has more proposals than a page', async () => {
    answering = fakeSnapshotProposals(Array.from({ length: 150 }, (_, n) => proposal(n)));
    expect(await idsOf()).toHaveLength(100);
    expect(hub.requests).toHaveLength(3);
  });

  it('starts again from the last run when its memory is of another version', async () => {
    answering = fakeSnapshotProposals([proposal(1, { created: NOW - HOUR }), proposal(2)]);
    expect(await idsOf({ memory: { page: 'x' }, sinceMs: NOW * 1_000 })).toEqual([idOf(1)]);
  });
});

describe('texts of strangers at Snapshot', () => {
  it('become names without control, bidirectional and invisible characters, of bounded length', async () => {
    const title = `\u202Egnp.exe\u0007\n\u200B airdrop <script>alert(1)</script> ${'x'.repeat(50_000)}`;
    answering = fakeSnapshotProposals([proposal(1, { title, space: { ...QUILL, name: '\u0000' } })]);
    const [sighting] = (await find()).sightings;
    expect(sighting?.name).toMatch(/^quill\.eth: gnp\.exe airdrop <script>alert\(1\)<\/script> x+$/);
    expect(sighting?.name).toHaveLength(NAME_LENGTH_MAX);
  });

  it.each([
    ['an id that is not one of a proposal', { id: '0x12/../../x' }],
    ['a space with a path', { space: { ...QUILL, id: 'quill.eth/../x' } }],
    ['a space with a quote', { space: { ...QUILL, id: 'a"onclick=.eth' } }],
    ['a space with a bidirectional mark', { space: { ...QUILL, id: 'quill\u202E.eth' } }],
  ])('are never part of a link: %s', async (_what, over) => {
    answering = fakeSnapshotProposals([proposal(1, over)]);
    expect((await find()).sightings).toEqual([]);
  });

  it('are encoded in a link when they are a name in another script', async () => {
    answering = fakeSnapshotProposals([proposal(1, { space: { ...QUILL, id: 'dröp☂.eth' } })]);
    expect((await find()).sightings[0]?.url).toBe(
      `https://snapshot.box/#/s:dr%C3%B6p%E2%98%82.eth/proposal/${idOf(1)}`,
    );
  });
});

describe('responses of another shape', () => {
  const odd = (over: object) => ({ body: { data: { proposals: [{ ...proposal(1), ...over }] } } });
  it.each([
    ['no list', { body: { data: { proposals: null } } }, 'proposals'],
    ['a number as title', odd({ title: 5 }), 'proposals.0.title'],
    ['a date as text', odd({ created: '2026-09-01' }), 'proposals.0.created'],
    ['a text as verified', odd({ space: { ...QUILL, verified: 'yes' } }), 'proposals.0.space.verified'],
    ['a space without an id', odd({ space: {} }), 'proposals.0.space.id'],
  ])('fail with the path: %s', async (_what, reply, path) => {
    answering = () => reply;
    await expect(find()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: `Snapshot: unexpected response at "${path}"`,
    });
  });

  it('do not fail for members that are not known', async () => {
    answering = () => odd({ app: 'snapshot', votes: 3 });
    expect((await find()).sightings).toHaveLength(1);
  });
});
