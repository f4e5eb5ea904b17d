import type { Sighting, SightingIdentity } from '@droptrack/discovery';
import { ADDRESSES, campaignSighting, NO_IDENTITY, sightingOf } from '@droptrack/discovery/testing';
import { CandidateRepository } from './candidate.repository';
import { leaseTasks } from '../tasks/task.repository';
import { recordTaskOutcomes } from '../tasks/record-outcomes';
import { SourceRepository } from '../tasks/source.repository';
import type { LeasedTask } from '../tasks/task';
import { answeredWith } from '../tasks/testing';
import { discoveryDatabase, NOW_MS } from './testing';

let discovery: Awaited<ReturnType<typeof discoveryDatabase>>;
let candidates: CandidateRepository;
beforeEach(async () => {
  discovery = await discoveryDatabase();
  candidates = new CandidateRepository(discovery.db);
});
afterEach(() => discovery.close());

const DAY_MS = 86_400_000;
const identity = (over: Partial<SightingIdentity>): SightingIdentity => ({ ...NO_IDENTITY, ...over });
const topic = (externalId: string, over: Partial<SightingIdentity> = {}, name = externalId) =>
  sightingOf({ externalId, name, identity: identity(over) });
const season = (contract: string, over: Parameters<typeof campaignSighting>[0] = {}) =>
  campaignSighting({ contract, ...over });
const TOKEN = campaignSighting().identity.token;
const lists = () =>
  discovery.db.query<{ contract: string; state: string; dueAt: Date | null }>(
    'SELECT contract, state, due_at AS "dueAt" FROM campaign_lists ORDER BY contract',
  );
/** All rows that a record can write, except the time of the last sight. */
const everything = () =>
  discovery.db.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(s) - 'last_seen_at' ORDER BY source, external_id) FROM sightings AS s) AS sightings,
            (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.id) FROM candidates AS c) AS candidates,
            (SELECT jsonb_agg(to_jsonb(l) ORDER BY l.contract) FROM campaign_lists AS l) AS lists`,
  );

describe('recordFound', () => {
  it('stores a campaign with a new candidate, and makes the check of its list due', async () => {
    const sighting = campaignSighting();
    const report = await discovery.record([sighting]);
    expect(report).toMatchObject({ added: 1, changed: 0, gone: 0, heldBack: 0, merges: [], violations: [] });
    expect(await candidates.find(report.candidates[0]!)).toMatchObject({
      state: 'new',
      name: 'Example Season 1',
      sightings: [{ source: 'evm-campaigns', sighting, firstSeenAt: '2026-11-21T12:00:00.000Z', goneAt: null }],
      list: { contract: sighting.identity.contract, state: 'pending', total: null },
    });
    expect(await lists()).toEqual([
      { contract: sighting.identity.contract, state: 'pending', dueAt: new Date(NOW_MS) },
    ]);
  });

  it('changes only the time of the last sight when the same sightings come again', async () => {
    const sightings = [season(ADDRESSES[0]), season(ADDRESSES[1]), season(ADDRESSES[2], { token: ADDRESSES[3] })];
    const topics = [topic('a', { token: TOKEN }), topic('b', { market: 'm' }), topic('c', { market: 'm' })];
    await discovery.record(sightings);
    await discovery.record(topics, { source: 'discourse' });
    const before = await everything();
    const again = { added: 0, changed: 0, returned: 0, gone: 0, candidates: [], merges: [] };
    expect(await discovery.record(sightings, { nowMs: NOW_MS + DAY_MS })).toMatchObject(again);
    expect(await discovery.record(topics, { source: 'discourse', nowMs: NOW_MS + DAY_MS })).toMatchObject(again);
    expect(await everything()).toEqual(before);
    const [candidate] = await candidates.list({ limit: 1 });
    expect(candidate!.sightings[0]!.lastSeenAt).toBe(new Date(NOW_MS + DAY_MS).toISOString());
  });

  it('joins sightings of several sources, with the reason, and names them by the most trusted source', async () => {
    await discovery.record([campaignSighting()]);
    const report = await discovery.record([topic('protocol', { token: TOKEN }, 'Example')], { source: 'defillama' });
    expect(report).toMatchObject({ candidates: [], merges: [{ reason: `same token ${TOKEN}` }] });
    expect(await candidates.list({ limit: 9 })).toMatchObject([{ name: 'Example', sightings: [{}, {}] }]);
  });

  it('makes two candidates one that a sighting connects, and keeps the reason', async () => {
    await discovery.record([topic('a', { market: 'm' }), topic('b', { defillama: 'd' })], { source: 'discourse' });
    await discovery.record([topic('c', { market: 'm', defillama: 'd' })], { source: 'snapshot' });
    const [into, from] = await candidates.list({ limit: 9 });
    expect(into).toMatchObject({ state: 'new', sightings: [{}, {}, {}] });
    expect(from).toMatchObject({
      state: 'merged',
      mergedInto: into!.id,
      decidedBy: 'discovery',
      reason: 'same DefiLlama slug d',
      sightings: [],
    });
  });

  it('keeps two campaigns of one token apart', async () => {
    await discovery.record([season(ADDRESSES[0]), season(ADDRESSES[2])]);
    expect(await discovery.groups()).toHaveLength(2);
  });

  it('does not change a decided candidate', async () => {
    const [id] = (await discovery.record([topic('a', { market: 'm' })], { source: 'discourse' })).candidates;
    await candidates.reject({ candidateId: id!, reason: 'no drop', by: 'test', nowMs: NOW_MS });
    const before = await candidates.find(id!);
    await discovery.record([topic('b', { market: 'm' })], { source: 'snapshot', nowMs: NOW_MS + 1 });
    expect([await candidates.find(id!), await discovery.groups()]).toEqual([before, [['a'], ['b']]]);
  });

  it('separates a sighting that another contract is declared for', async () => {
    const account = (i: 0 | 2) => `eip155:1:${ADDRESSES[i]}`;
    const list = (externalId: string, contract: string) => topic(externalId, { contract });
    await discovery.record([campaignSighting()]);
    await discovery.record([list('a', account(0))], { source: 'merkl' });
    expect(await discovery.groups()).toHaveLength(1);
    expect(await discovery.record([list('a', account(2))], { source: 'merkl' })).toMatchObject({ changed: 1 });
    expect(await discovery.groups()).toHaveLength(2);
  });

  it('reports sightings outside the bounds, and stores the others', async () => {
    const report = await discovery.record([topic('a b'), topic('c')], { source: 'discourse' });
    expect(report.violations).toEqual([
      { externalId: 'a b', violation: 'externalId is not 1 to 200 characters of visible ASCII' },
    ]);
    expect(await discovery.groups()).toEqual([['c']]);
  });
});

describe('a campaign that is gone', () => {
  it('stays with its time, and its list is due again when it returns', async () => {
    const sighting = campaignSighting();
    await discovery.record([sighting]);
    const gone = [sighting.externalId];
    expect(await discovery.record([], { gone })).toMatchObject({ gone: 1, heldBack: 0 });
    expect((await lists())[0]).toMatchObject({ dueAt: null });
    expect(await discovery.record([], { gone })).toMatchObject({ gone: 0 });
    const [candidate] = await candidates.list({ limit: 1, gone: true });
    expect(candidate!.sightings[0]!.goneAt).toBe(new Date(NOW_MS).toISOString());

    expect(await discovery.record([sighting], { nowMs: NOW_MS + 1 })).toMatchObject({ returned: 1, candidates: [] });
    expect((await lists())[0]).toMatchObject({ dueAt: new Date(NOW_MS + 1) });
    expect((await candidates.list({ limit: 1 }))[0]!.sightings[0]!.goneAt).toBeNull();
  });

  // After a reorganisation, another campaign can have the address of the former one.
  it('loses the result of the check when it returns with another root', async () => {
    await discovery.record([campaignSighting()]);
    await discovery.db.query(`UPDATE campaign_lists SET state = 'verified', wallets = 1, total = 1, due_at = NULL`);
    await discovery.record([campaignSighting({ merkleRoot: `0x${'11'.repeat(32)}` })]);
    expect((await candidates.list({ limit: 1 }))[0]!.list).toMatchObject({
      state: 'pending',
      wallets: null,
      total: null,
    });
    expect((await lists())[0]).toMatchObject({ dueAt: new Date(NOW_MS) });
  });
});

describe('the limit of new candidates', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => topic(`t-${String(i).padStart(3, '0')}`, { market: `m${i}` }));

  it('holds back further sightings of the day, and gives them candidates on later days', async () => {
    const record = (sightings = many(0), nowMs = NOW_MS) =>
      discovery.record(sightings, { source: 'discourse', newPerDayMax: 3, nowMs });
    expect(await record(many(8))).toMatchObject({ added: 8, candidates: { length: 3 }, heldBack: 5 });
    expect(await record()).toMatchObject({ candidates: [], heldBack: 5 });
    expect(await record([], NOW_MS + DAY_MS)).toMatchObject({ candidates: { length: 3 }, heldBack: 2 });
    expect(await record(many(8), NOW_MS + 2 * DAY_MS)).toMatchObject({ candidates: { length: 2 }, heldBack: 0 });
    expect(await discovery.groups()).toHaveLength(8);
  });

  it('counts each source for itself, and merges count for nothing', async () => {
    await discovery.record(many(3), { source: 'discourse', newPerDayMax: 3 });
    const others = [topic('x', { market: 'm1' }), topic('y', { market: 'm9' })];
    expect(await discovery.record(others, { source: 'snapshot', newPerDayMax: 1 })).toMatchObject({
      candidates: { length: 1 },
      merges: [{ reason: 'same market m1' }],
      heldBack: 0,
    });
  });

  it('joins a sighting that was held back as soon as another source has its drop', async () => {
    await discovery.record(many(2), { source: 'discourse', newPerDayMax: 1 });
    await discovery.record([topic('x', { market: 'm1' })], { source: 'snapshot' });
    expect(await discovery.groups()).toEqual([['t-000'], ['t-001', 'x']]);
  });

  it('gives no candidate to a sighting that is gone', async () => {
    await discovery.record(many(2), { source: 'discourse', newPerDayMax: 1 });
    await discovery.record([], { source: 'discourse', gone: ['t-001'], nowMs: NOW_MS + DAY_MS });
    expect(await discovery.groups()).toEqual([['t-000']]);
  });
});

describe('two workers', () => {
  // The first one may be suspended beyond its lease, and then record what it saw before the other one.
  it('keep the result of the newer lease of a finder, whichever records last', async () => {
    const { db } = discovery;
    const source = 'finder/evm-campaigns/base';
    await new SourceRepository(db).declare([{ kind: 'find', id: source, offReason: null }], NOW_MS);
    const lease = async (nowMs: number) => {
      const [leased] = await leaseTasks(db, [{ kind: 'find', source, tasks: 1 }], nowMs, { leaseMs: 1_000 });
      return leased!;
    };
    const record = (task: LeasedTask, nowMs: number, sightings: readonly Sighting[], gone: string[] = []) => {
      const found = { source: 'evm-campaigns', sightings, gone } as const;
      return recordTaskOutcomes(db, [answeredWith(task, { found }, nowMs)], nowMs, 1_000);
    };
    const [older, newer] = [await lease(NOW_MS), await lease(NOW_MS + 1_000)];
    const [removed, kept] = [season(ADDRESSES[0]), season(ADDRESSES[2])];
    await discovery.record([removed, kept]);
    const gone = [removed.externalId];
    expect(await record(newer, NOW_MS + 1_000, [kept], gone)).toMatchObject({
      recorded: [{}],
      found: [{ report: { gone: 1 } }],
    });
    const sightings = () => discovery.db.query('SELECT * FROM sightings ORDER BY external_id');
    const before = [await everything(), await sightings()];
    const late = record(older, NOW_MS, [removed, { ...kept, name: 'Older' }, season(ADDRESSES[3])]);
    expect(await late).toMatchObject({ recorded: [], discarded: [{}], found: [] });
    expect([await everything(), await sightings()]).toEqual(before);
  });

  it('create one candidate for one drop', async () => {
    const sources = ['discourse', 'snapshot', 'merkl', 'defillama'] as const;
    await Promise.all(
      sources.flatMap((source) => [1, 2].map(() => discovery.record([topic(source, { market: 'm' })], { source }))),
    );
    expect(await discovery.groups()).toEqual([[...sources].sort()]);
  });
});
