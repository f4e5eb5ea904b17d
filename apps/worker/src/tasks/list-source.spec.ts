import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { campaignSighting } from '@droptrack/discovery/testing';
import { makeUpCampaign } from '@droptrack/finders/testing';
import {
  acceptCandidate,
  CandidateRepository,
  type Database,
  readCampaignLists,
  leaseTasks,
  LIST_SOURCE,
  ListHeaders,
  openDatabase,
  recordFound,
  TaskRepository,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createLogger } from '@droptrack/program/logging';
import { ListSource } from './list-source';
import { TaskJob } from './task.job';

const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const { campaign, file, recipients } = makeUpCampaign();
const sighting = campaignSighting(campaign);
const contract = sighting.identity.contract ?? '';
const total = BigInt(campaign.totalAmount ?? 0);

let test: TestDatabase;
let db: Database;
let gateway: Server;
let node: Server;
let job: TaskJob;
let nowMs: number;
let answer: (response: ServerResponse) => void;
let balance: bigint;
/** Claim indexes that the contract reports as claimed. */
let claimed: Set<number>;
beforeEach(async () => {
  [nowMs, balance, claimed] = [NOW_MS, total, new Set()];
  answer = (response) => response.end(file);
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  gateway = createServer((_, response) => answer(response)).listen(0, '127.0.0.1');
  node = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const asked: unknown = JSON.parse(body);
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(result) : result(asked as Call)));
    });
  }).listen(0, '127.0.0.1');
  await Promise.all([once(gateway, 'listening'), once(node, 'listening')]);
  const shared = {
    db,
    clock: { now: () => nowMs, monotonicMs: () => nowMs },
    random: () => 1,
    logger: createLogger('worker', 'silent'),
  };
  const rpcUrls = new Map([['ethereum', [originOf(node)]]]);
  const source = new ListSource({ ...shared, gateways: [originOf(gateway)], rpcUrls });
  const metrics = { leased: () => undefined, ended: () => undefined, recorded: () => undefined };
  const pace = { tasksMax: 1, leaseMs: 0, waitMs: 25, batchMs: 0 };
  job = new TaskJob('lists', { ...shared, sources: [source], metrics }, pace);
  await recordFound(db, { source: 'evm-campaigns', sightings: [sighting], gone: [], nowMs, newPerDayMax: 10 });
});
afterEach(async () => {
  await job.close();
  for (const server of [gateway, node]) {
    server.close();
    server.closeAllConnections();
  }
  await db.close();
  await test.drop();
});

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [{ readonly to: string; readonly data: string }];
}

/** Result of a node whose token and campaign are in the state of the test. */
function result({ id, method, params }: Call) {
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
  if (method === 'eth_chainId') return { id, result: '0x1' };
  const { data } = params[0];
  if (data.startsWith('0x70a08231')) return { id, result: word(balance) };
  return { id, result: word(claimed.has(Number(BigInt(`0x${data.slice(10)}`))) ? 1n : 0n) };
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const check = async () => (await readCampaignLists(db, [contract])).get(contract) ?? null;
/** Runs one check that is due, and records it. @returns false if none is. */
const runOne = async () => {
  if (!(await job.run())) return false;
  while (await isLeased()) await job.run();
  return true;
};
const isLeased = async () => (await db.query('SELECT FROM tasks WHERE leased_until IS NOT NULL')).length > 0;
const accept = async () => {
  const [candidate] = await new CandidateRepository(db).list({ limit: 1 });
  const definition = dropDefinition({
    id: 'example',
    wallets: ['evm'],
    token: { symbol: null, decimals: fact(18), address: null },
  });
  const decision = { candidateId: candidate!.id, by: 'test', reason: 'test', nowMs };
  await acceptCandidate(db, { ...decision, definition, origin: 'discovered' });
};

it('verifies a list by its root, and loads it with its proofs once its candidate is accepted', async () => {
  expect(await runOne()).toBe(true);
  expect(await check()).toMatchObject({
    state: 'verified',
    wallets: 60,
    total: String(total),
    unclaimed: String(total),
  });
  expect(await new ListHeaders(db).read(null)).toEqual([]);
  await accept();
  expect(await runOne()).toBe(true);
  expect(await check()).toMatchObject({ state: 'loaded' });
  expect(await new ListHeaders(db).read('example')).toMatchObject([
    {
      wallets: 60,
      total: String(total),
      url: `ipfs://${campaign.ipfsCid}`,
      format: 'sablier',
      treeFormat: 'openzeppelin',
      root: campaign.merkleRoot,
      isRootPublished: true,
      isActive: true,
    },
  ]);
  expect(await runOne()).toBe(false);
});

it('loads the list of a candidate that was accepted before its check, in one run', async () => {
  await accept();
  await runOne();
  expect(await check()).toMatchObject({ state: 'loaded' });
});

it('records a list as loaded that is active already, as after a crash between the load and its record', async () => {
  await accept();
  await runOne();
  await db.query(`UPDATE campaign_lists SET state = 'pending', due_at = $1`, [new Date(nowMs).toISOString()]);
  expect(await runOne()).toBe(true);
  expect(await check()).toMatchObject({ state: 'loaded', wallets: 60 });
  expect(await runOne()).toBe(false);
  expect(await new ListHeaders(db).read('example')).toMatchObject([{ version: 1 }]);
});

it('stays loaded when its campaign is gone and returns', async () => {
  await accept();
  await runOne();
  const found = { source: 'evm-campaigns', nowMs, newPerDayMax: 10 } as const;
  await recordFound(db, { ...found, sightings: [], gone: [sighting.externalId] });
  await recordFound(db, { ...found, sightings: [sighting], gone: [] });
  expect(await runOne()).toBe(true);
  expect(await check()).toMatchObject({ state: 'loaded' });
});

it('replaces the list of a former root of the same contract', async () => {
  await accept();
  await runOne();
  const { campaign: mined, file: newFile } = makeUpCampaign(61);
  answer = (response) => response.end(newFile);
  const again = { sightings: [campaignSighting({ ...campaign, ...mined })], gone: [] };
  await recordFound(db, { source: 'evm-campaigns', ...again, nowMs, newPerDayMax: 10 });
  expect(await runOne()).toBe(true);
  expect(await check()).toMatchObject({ state: 'loaded', wallets: 61 });
  expect(await new ListHeaders(db).read('example')).toEqual(
    expect.arrayContaining([expect.objectContaining({ root: mined.merkleRoot, isActive: true })]),
  );
});

it('loads nothing if the file at the acceptance is another one than at the check', async () => {
  await runOne();
  await accept();
  answer = (response) => response.end(makeUpCampaign(61).file);
  await runOne();
  expect(await check()).toMatchObject({ state: 'rejected', reason: expect.stringContaining('its root is') });
  expect(await new ListHeaders(db).read(null)).toEqual([]);
  expect(await runOne()).toBe(false);
});

it('retries a list that no gateway has, with growing waits', async () => {
  answer = (response) => response.writeHead(404).end();
  await runOne();
  expect(await check()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('not found') });
  nowMs += 59_000;
  expect(await runOne()).toBe(false);
  nowMs += 1_000;
  expect(await runOne()).toBe(true);
  nowMs += 60_000;
  expect(await runOne()).toBe(false);
  nowMs += 60_000;
  answer = (response) => response.end(file);
  expect(await runOne()).toBe(true);
  expect(await check()).toMatchObject({ state: 'verified', reason: null });
});

it('sums what is not claimed while the contract holds less than the total', async () => {
  balance = total - 1_000n;
  claimed = new Set([0, 59]);
  await runOne();
  const unclaimed = total - BigInt(recipients[0]?.amount ?? 0) - BigInt(recipients[59]?.amount ?? 0);
  expect(await check()).toMatchObject({ balance: String(balance), unclaimed: String(unclaimed) });
});

it('leaves the funds unknown if the node fails, which does not concern the list', async () => {
  node.closeAllConnections();
  node.close();
  await runOne();
  expect(await check()).toMatchObject({ state: 'verified', balance: null, unclaimed: null });
});

it('renews the lease of a check, so that it ends soon after a worker was killed', async () => {
  let begin: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  answer = () => begin();
  await job.run();
  await hasBegun;
  const leaseEndMs = async () => {
    const [row] = await db.query<{ ms: number }>('SELECT extract(epoch FROM due_at)::float8 * 1000 AS ms FROM tasks');
    return row?.ms ?? 0;
  };
  expect(await leaseEndMs()).toBe(NOW_MS + 20_000);
  nowMs += 100_000;
  await job.run();
  expect(await leaseEndMs()).toBe(nowMs + 20_000);
  // A decision about the candidate makes the check due: a renewal must not undo that.
  const candidates = new CandidateRepository(db);
  const [candidate] = await candidates.list({ limit: 1 });
  await candidates.watch({ candidateId: candidate!.id, by: 'test', reason: 'test', nowMs });
  await new TaskRepository(db).renew([{ source: LIST_SOURCE, subject: contract, lease: '1' }], nowMs);
  expect(await leaseEndMs()).toBe(nowMs);
});

it('releases the check that a stop of the worker aborts', async () => {
  let begin: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  answer = () => begin();
  await job.run();
  await hasBegun;
  await job.close();
  const due = await leaseTasks(db, [{ kind: 'list', source: LIST_SOURCE, tasks: 1 }], nowMs);
  expect(due).toMatchObject([{ subject: contract, query: { state: 'pending' } }]);
});
