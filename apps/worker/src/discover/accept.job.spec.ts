import { type FakeServer, startFakeServer } from '@droptrack/connectors/testing';
import { campaignOf, campaignSighting } from '@droptrack/discovery/testing';
import { type Database, openDatabase, recordFound, storeCampaignList } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { AcceptJob } from './accept.job';

const NOW_MS = Date.parse('2026-11-23T10:00:00Z');
const campaign = campaignOf();
const contract = campaignSighting().externalId;
const logger = createLogger('worker', 'silent', { write: () => undefined });

let test: TestDatabase;
let db: Database;
let node: FakeServer;
/** Chain of the fake node. */
const chain = { head: campaign.blockNumber + 12, hash: campaign.blockHash };
const accepted = jest.fn();
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 3, applicationName: 'test' });
  node = await startFakeServer(({ body }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const result = method === 'eth_blockNumber' ? `0x${chain.head.toString(16)}` : { hash: chain.hash };
    return { body: { jsonrpc: '2.0', id, result } };
  });
  Object.assign(chain, { head: campaign.blockNumber + 12, hash: campaign.blockHash });
  accepted.mockClear();
});
afterEach(async () => {
  await node.close();
  await db.close();
  await test.drop();
});

async function seen(list: { state?: 'verified' | 'pending'; wallets?: number; balance?: string } = {}, gone = false) {
  // Before the sighting, whose check would become due.
  const { state = 'verified', wallets = 100, balance = '1000' } = list;
  await storeCampaignList(db, {
    contract,
    state,
    reason: null,
    wallets,
    total: '1000',
    balance,
    unclaimed: '1000',
    sha256: 'a'.repeat(64),
    checkedAt: new Date(NOW_MS).toISOString(),
  });
  const found = { source: 'evm-campaigns', nowMs: NOW_MS, newPerDayMax: 50 } as const;
  await recordFound(db, { ...found, sightings: [campaignSighting()], gone: [] });
  if (gone) await recordFound(db, { ...found, sightings: [], gone: [contract] });
}

async function run(rpcUrls = new Map([['ethereum', node.url]])): Promise<void> {
  const clock = { now: () => NOW_MS, monotonicMs: () => 0, mayWork: () => true };
  const job = new AcceptJob({ db, clock, random: () => 1, logger, rpcUrls, metrics: { accepted } });
  await job.run(NOW_MS);
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

it('waits while the node is down or not configured', async () => {
  await seen();
  await run(new Map());
  await run(new Map([['ethereum', 'http://127.0.0.1:1']]));
  expect(await candidate()).toMatchObject({ state: 'new' });
});

it.each([
  ['an unverified list', { state: 'pending' as const }, false],
  ['too few recipients', { wallets: 49 }, false],
  ['too little funds', { balance: '999' }, false],
  ['no campaign on its chain any longer', {}, true],
])('leaves a candidate with %s to the review, without asking the chain', async (_, list, gone) => {
  await seen(list, gone);
  await run();
  expect([await candidate(), node.requests.length]).toEqual([{ state: 'new', dropId: null, by: null }, 0]);
});
