import { ADDRESSES, campaignOf, campaignSighting, sightingOf } from '@droptrack/discovery/testing';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { acceptCandidate } from '../discovery/accept-candidate';
import { CandidateRepository } from '../discovery/candidate.repository';
import { type CampaignListFacts, type ListResult, readCampaignLists } from '../discovery/campaign-lists';
import { discoveryDatabase, NOW_MS } from '../discovery/testing';
import { leaseTasks, TaskRepository } from './task.repository';
import { recordTaskOutcomes } from './record-outcomes';
import { type LeasedTask, LIST_SOURCE } from './task';
import { answeredWith, failed } from './testing';

const MINUTE_MS = 60_000;
const LEASE_MS = 10 * MINUTE_MS;
const CONTRACT = `eip155:1:${ADDRESSES[0]}`;
const FACTS: CampaignListFacts = {
  wallets: 100,
  total: 10n ** 21n,
  sha256: 'ab'.repeat(32),
  balance: 2n ** 255n,
  unclaimed: null,
};

let test: Awaited<ReturnType<typeof discoveryDatabase>>;
beforeEach(async () => {
  test = await discoveryDatabase();
  await test.record([campaignSighting()]);
});
afterEach(() => test.close());

const find = async () => (await readCampaignLists(test.db, [CONTRACT])).get(CONTRACT) ?? null;
const lease = (nowMs = NOW_MS, tasks = 10) =>
  leaseTasks(test.db, [{ kind: 'list', source: LIST_SOURCE, tasks }], nowMs, { leaseMs: LEASE_MS });
const one = async (nowMs = NOW_MS): Promise<LeasedTask> => {
  const [leased] = await lease(nowMs);
  return leased!;
};
const record = async (leased: LeasedTask, list: ListResult) =>
  (await recordTaskOutcomes(test.db, [answeredWith(leased, { list }, NOW_MS, { nextDueMs: null })], NOW_MS)).recorded
    .length === 1;
const verified = (leased: LeasedTask) => record(leased, { state: 'verified', facts: FACTS });
const accept = async (origin: string | null = 'discovered') => {
  const [candidate] = await new CandidateRepository(test.db).list({ limit: 1 });
  const definition = dropDefinition({ id: 'example' });
  const decision = { candidateId: candidate!.id, by: 'test', reason: 'test', nowMs: NOW_MS };
  await acceptCandidate(test.db, { ...decision, definition, origin });
};
const watch = async () => {
  const candidates = new CandidateRepository(test.db);
  const [candidate] = await candidates.list({ limit: 1 });
  await candidates.watch({ candidateId: candidate!.id, by: 'test', reason: 'test', nowMs: NOW_MS });
};

describe('a lease', () => {
  it('is given for a campaign that was seen, with its facts, to one worker at a time', async () => {
    const both = await Promise.all([lease(), lease()]);
    expect(both.flat()).toEqual([
      expect.objectContaining({
        subject: CONTRACT,
        query: { campaign: campaignOf(), state: 'pending', dropId: null },
        lease: '1',
        failures: 0,
      }),
    ]);
    expect(await lease(NOW_MS + LEASE_MS - 1)).toEqual([]);
    expect(await one(NOW_MS + LEASE_MS)).toMatchObject({ lease: '2' });
  });

  it('fences the outcome of an expired one', async () => {
    const expired = await one();
    const current = await one(NOW_MS + LEASE_MS);
    expect(await verified(expired)).toBe(false);
    expect(await find()).toMatchObject({ state: 'pending' });
    expect(await verified(current)).toBe(true);
  });

  it('is given again at once after its release', async () => {
    const leased = await one();
    await new TaskRepository(test.db).release([leased], NOW_MS);
    expect(await one()).toMatchObject({ lease: '2' });
  });

  it('is not given for a campaign that a reorganisation removed', async () => {
    await test.record([], { gone: [CONTRACT] });
    expect(await lease()).toEqual([]);
  });

  it('is not given for a candidate that an operator rejected', async () => {
    const candidates = new CandidateRepository(test.db);
    const [candidate] = await candidates.list({ limit: 1 });
    await candidates.reject({ candidateId: candidate!.id, reason: 'spam', by: 'test', nowMs: NOW_MS });
    expect(await lease()).toEqual([]);
  });

  // A file that no gateway has takes minutes at each check.
  it('is given for accepted candidates first, then for those with fewer failures, then for the longest due', async () => {
    await accept();
    const of = (i: 1 | 2 | 3) => campaignSighting({ contract: ADDRESSES[i] });
    await test.record([of(1), of(2), of(3)]);
    const set = (i: 0 | 1 | 2 | 3, failures: number, dueMs: number) =>
      test.db.query('UPDATE tasks SET failures = $2, due_at = $3 WHERE subject = $1', [
        `eip155:1:${ADDRESSES[i]}`,
        failures,
        new Date(dueMs).toISOString(),
      ]);
    await set(0, 9, NOW_MS);
    await set(1, 1, NOW_MS - 3);
    await set(2, 0, NOW_MS - 1);
    await set(3, 0, NOW_MS - 2);
    const order: string[] = [];
    for (let n = 0; n < 4; n++) order.push(...(await lease(NOW_MS, 1)).map(({ subject }) => subject));
    expect(order).toEqual(([0, 3, 2, 1] as const).map((i) => `eip155:1:${ADDRESSES[i]}`));
  });

  it('is not given for a campaign that has ended, unless it is accepted', async () => {
    const endsMs = Date.parse(campaignSighting().facts.endsAt!);
    expect(await lease(endsMs)).toEqual([]);
    await accept();
    expect(await one(endsMs)).toMatchObject({ subject: CONTRACT, query: { dropId: 'example' } });
  });

  it('is not given for a sighting that the limit of new candidates holds back', async () => {
    const other = campaignSighting({ contract: ADDRESSES[2] });
    await test.record([other], { newPerDayMax: 0 });
    expect((await lease()).map(({ subject }) => subject)).toEqual([CONTRACT]);
  });
});

describe('an outcome', () => {
  it('of a verified list is stored with all digits of its figures, and is not due again', async () => {
    await verified(await one());
    expect(await find()).toEqual({
      contract: CONTRACT,
      state: 'verified',
      reason: null,
      wallets: 100,
      total: String(FACTS.total),
      balance: String(FACTS.balance),
      unclaimed: null,
      sha256: FACTS.sha256,
      checkedAt: new Date(NOW_MS).toISOString(),
    });
    expect(await lease(NOW_MS + 365 * 24 * 60 * MINUTE_MS)).toEqual([]);
  });

  it('without a statement is retried at its time, with the number of failures', async () => {
    const leased = await one();
    const nextDueMs = NOW_MS + MINUTE_MS;
    const outcome = { ...failed(leased, NOW_MS, 'unavailable', 'a\u0000b'.repeat(300)), nextDueMs };
    await recordTaskOutcomes(test.db, [outcome], NOW_MS);
    expect(await lease(nextDueMs - 1)).toEqual([]);
    expect(await one(nextDueMs)).toMatchObject({ query: { state: 'unavailable' }, failures: 1 });
    expect((await find())?.reason).toMatch(/^a ba b/);
  });

  // The only evidence may be a gateway that had another file at that time.
  it.each(['accepted', 'watched'])('of a rejected list is final, except for one check once it is %s', async (state) => {
    const rejected = async () => record(await one(), { state: 'rejected', reason: 'its root differs' });
    await rejected();
    expect(await lease(NOW_MS + MINUTE_MS)).toEqual([]);
    if (state === 'accepted') await accept();
    else await watch();
    expect(await find()).toMatchObject({ state: 'pending', reason: null, checkedAt: null });
    await rejected();
    expect(await lease(NOW_MS + 365 * 24 * 60 * MINUTE_MS)).toEqual([]);
    expect(await find()).toMatchObject({ state: 'rejected', reason: 'its root differs', wallets: null });
  });

  it('of a campaign that came back with another list is discarded', async () => {
    const leased = await one();
    await test.record([], { gone: [CONTRACT] });
    await test.record([campaignSighting({ merkleRoot: `0x${'ef'.repeat(32)}` })]);
    expect(await verified(leased)).toBe(false);
    expect(await one()).toMatchObject({
      query: { state: 'pending', campaign: { merkleRoot: `0x${'ef'.repeat(32)}` } },
    });
  });
});

describe('an accepted candidate', () => {
  it.each(['before', 'during', 'after'])(
    'has its list leased with its drop, if accepted %s the check',
    async (time) => {
      if (time === 'before') await accept();
      const leased = await one();
      if (time === 'during') await accept();
      if (time === 'before') expect(leased.query).toMatchObject({ dropId: 'example' });
      await verified(leased);
      if (time === 'after') await accept();
      expect(await one()).toMatchObject({ query: { state: 'verified', dropId: 'example' } });
    },
  );

  it('that a campaign is merged into has its verified list leased', async () => {
    await verified(await one());
    const [campaign] = await new CandidateRepository(test.db).list({ limit: 1 });
    const [topic] = (await test.record([sightingOf()], { source: 'discourse' })).candidates;
    const decision = { by: 'test', reason: 'test', nowMs: NOW_MS };
    const definition = dropDefinition({ id: 'example' });
    await acceptCandidate(test.db, { ...decision, candidateId: topic!, definition, origin: 'discovered' });
    expect(await lease()).toEqual([]);
    await new CandidateRepository(test.db).merge({ ...decision, candidateId: campaign!.id, intoId: topic! });
    expect(await one()).toMatchObject({ subject: CONTRACT, query: { state: 'verified', dropId: 'example' } });
  });

  it('whose drop a catalogue file defines has its list leased once the drop exists', async () => {
    await verified(await one());
    await accept(null);
    expect(await lease()).toEqual([]);
    await applyDefinitions(test.db, {
      origin: 'file',
      definitions: [dropDefinition({ id: 'example' })],
      nowMs: NOW_MS,
    });
    expect(await one()).toMatchObject({ query: { dropId: 'example' } });
  });

  // A second list of the same rows would double each allocation.
  it.each(['', 'season-2'])(
    'has no list to load once the list of the campaign is active, with the name "%s"',
    async (name) => {
      await accept();
      await verified(await one());
      const insert = (root: string) =>
        test.db.query(
          `INSERT INTO lists (drop_id, kind, name, version, wallets, total, sha256, tree_format, root, in_force)
         VALUES ('example', 'allocation', $1, 1, 1, 1, repeat('0', 64), 'uniswap', decode(substr($2, 3), 'hex'), true)`,
          [name, root],
        );
      await insert(`0x${'ef'.repeat(32)}`);
      expect(await one()).toMatchObject({ query: { dropId: 'example' } });
      await test.db.query('DELETE FROM lists');
      await insert(campaignOf().merkleRoot);
      expect(await one(NOW_MS + LEASE_MS)).toMatchObject({ query: { state: 'verified', dropId: null } });
    },
  );
});
