import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { campaignOf, campaignSighting, sightingOf } from '@droptrack/discovery/testing';
import { type Database, openDatabase, recordFound, storeCampaignList } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { AcceptJob } from './accept.job';

const NOW_MS = Date.parse('2026-11-23T10:00:00Z');
const campaign = campaignOf();
const endedFacts = { ...campaignSighting().facts, endsAt: '2026-11-22T00:00:00.000Z' };
const logger = createLogger('worker', 'silent', { write: () => undefined });

let test: TestDatabase;
let db: Database;
let node: FakeServer;
/** Chain of the fake node. */
const chain = { head: campaign.blockNumber + 12, hash: campaign.blockHash, balance: 1_000n };
const accepted = jest.fn();
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 3, applicationName: 'test' });
  node = await startFakeServer(({ body }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const results: Record<string, unknown> = {
      eth_blockNumber: `0x${chain.head.toString(16)}`,
      eth_getBlockByNumber: { hash: chain.hash },
      eth_call: `0x${chain.balance.toString(16).padStart(64, '0')}`,
    };
    return { body: { jsonrpc: '2.0', id, result: results[method] } };
  });
  Object.assign(chain, { head: campaign.blockNumber + 12, hash: campaign.blockHash, balance: 1_000n });
  accepted.mockClear();
});
afterEach(async () => {
  await node.close();
  await db.close();
  await test.drop();
});

interface Seen {
  readonly state?: 'verified' | 'pending';
  readonly wallets?: number;
  readonly sighting?: ReturnType<typeof campaignSighting>;
}

async function seen({ state = 'verified', wallets = 100, sighting = campaignSighting() }: Seen = {}, gone = false) {
  // Before the sighting, whose check would become due.
  await storeCampaignList(db, {
    contract: sighting.externalId,
    state,
    reason: null,
    wallets,
    total: '1000',
    balance: '0',
    unclaimed: '1000',
    sha256: 'a'.repeat(64),
    checkedAt: new Date(NOW_MS).toISOString(),
  });
  const found = { source: 'evm-campaigns', nowMs: NOW_MS, newPerDayMax: 1_000 } as const;
  await recordFound(db, { ...found, sightings: [sighting], gone: [] });
  if (gone) await recordFound(db, { ...found, sightings: [], gone: [sighting.externalId] });
}

/** Campaign of its own contract, token, name and symbol. */
function otherCampaign(number: number, over: Parameters<typeof campaignSighting>[1] = {}) {
  const address = `0x${String(number).padStart(40, '0')}`;
  const { facts } = campaignSighting();
  const word = String(number).replace(/\d/g, (digit) => 'zxkwvqjybf'[Number(digit)]!.repeat(2));
  return campaignSighting(
    { contract: address, token: address },
    { name: `Campaign ${word}`, facts: { ...facts, symbol: word }, ...over },
  );
}

async function run(rpcUrls = new Map([['ethereum', [node.url]]]), minutes = 1): Promise<void> {
  const clock = { now: () => NOW_MS, monotonicMs: () => 0, mayWork: () => true };
  const job = new AcceptJob({ db, clock, random: () => 1, logger, rpcUrls, metrics: { accepted } });
  for (let minute = 0; minute < minutes; minute++) await job.run(NOW_MS + minute * 60_000);
  await job.close();
}
const candidate = async () =>
  (await db.query<Record<string, unknown>>('SELECT state, drop_id AS "dropId", decided_by AS by FROM candidates'))[0];
const drops = () => db.query<Record<string, unknown>>('SELECT id, origin FROM drops ORDER BY id');

it('accepts a verified and funded campaign twelve blocks after its creation, once', async () => {
  await seen();
  await run();
  await run();
  expect(await candidate()).toEqual({ state: 'accepted', dropId: expect.any(String), by: 'worker' });
  expect(await drops()).toEqual([{ id: (await candidate())?.dropId, origin: 'discovered' }]);
  expect(accepted).toHaveBeenCalledTimes(1);
});

it('takes another id if an archived drop has the first one', async () => {
  await seen();
  await run();
  const [first] = await drops();
  await db.query(`UPDATE candidates SET state = 'new', drop_id = NULL, reason = NULL, decided_by = NULL`);
  await db.query(`UPDATE drops SET archived_at = now()`);
  await run();
  expect(await candidate()).toMatchObject({ state: 'accepted' });
  expect((await candidate())?.dropId).not.toBe(first?.id);
});

it.each([
  ['fewer than twelve blocks ago', () => (chain.head -= 1)],
  ['in a block that a reorganisation removed', () => (chain.hash = `0x${'00'.repeat(32)}`)],
])('waits for a campaign that was created %s', async (_, change) => {
  await seen();
  change();
  await run();
  expect([await candidate(), await drops()]).toEqual([{ state: 'new', dropId: null, by: null }, []]);
});

it('waits for funds, and accepts a campaign that is funded after the check of its list', async () => {
  await seen();
  chain.balance = 999n;
  await run();
  expect(await candidate()).toMatchObject({ state: 'new' });
  chain.balance = 1_000n;
  await run();
  expect(await candidate()).toMatchObject({ state: 'accepted' });
});

it('accepts a candidate behind more than one page of later ones that wait', async () => {
  await seen({ sighting: otherCampaign(1) });
  for (let number = 2; number <= 52; number++) await seen({ sighting: otherCampaign(number, { facts: endedFacts }) });
  await run();
  expect(await drops()).toEqual([]);
  await run(undefined, 2);
  expect(await drops()).toHaveLength(1);
});

it('accepts the others if one candidate fails', async () => {
  await seen({ sighting: otherCampaign(1) });
  await seen({ sighting: otherCampaign(2) });
  accepted.mockImplementationOnce(() => {
    throw new Error('a defect');
  });
  await run();
  expect(await drops()).toHaveLength(2);
});

it('takes another id if a drop of another origin has the first one', async () => {
  await seen();
  await run();
  const [first] = await drops();
  await db.query(`UPDATE candidates SET state = 'new', drop_id = NULL, reason = NULL, decided_by = NULL`);
  await db.query(`UPDATE drops SET archived_at = now(), origin = 'catalogue'`);
  await run();
  expect(await candidate()).toMatchObject({ state: 'accepted' });
  expect((await candidate())?.dropId).not.toBe(first?.id);
});

it('leaves a candidate that a curated source named to a person: anyone can create a campaign in its token', async () => {
  const { identity } = campaignSighting();
  const curated = sightingOf({ name: 'Uniswap', identity: { ...identity, contract: null } });
  await recordFound(db, { source: 'defillama', sightings: [curated], gone: [], nowMs: NOW_MS, newPerDayMax: 50 });
  await seen();
  await run();
  expect([await drops(), node.requests.length]).toEqual([[], 0]);
});

it('waits while the node is down or not configured', async () => {
  await seen();
  await run(new Map());
  await run(new Map([['ethereum', ['http://127.0.0.1:1']]]));
  expect(await candidate()).toMatchObject({ state: 'new' });
});

it.each([
  ['an unverified list', { state: 'pending' as const }, false],
  ['too few recipients', { wallets: 49 }, false],
  ['a campaign that has ended', { sighting: otherCampaign(1, { facts: endedFacts }) }, false],
  ['no campaign on its chain any longer', {}, true],
])('leaves a candidate with %s to the review, without asking the chain', async (_, list, gone) => {
  await seen(list, gone);
  await run();
  expect([await candidate(), node.requests.length]).toEqual([{ state: 'new', dropId: null, by: null }, 0]);
});
