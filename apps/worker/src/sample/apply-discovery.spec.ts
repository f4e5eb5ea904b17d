import { impersonationOf } from '@droptrack/discovery';
import {
  applyDefinitions,
  CandidateRepository,
  type Database,
  openDatabase,
  readKnownTokens,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { sampleCatalogue, sampleDiscovery } from '@droptrack/sample';
import { applySampleDiscovery } from './apply-discovery';

const NOW_MS = Date.parse('2026-11-21T09:20:00.000Z');
const OPTIONS = { seed: 'droptrack', day: '2026-11-21' };
const { definitions } = sampleCatalogue(OPTIONS);

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
  await applyDefinitions(db, { origin: 'sample', definitions, prune: true, nowMs: NOW_MS });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const apply = (nowMs = NOW_MS) => applySampleDiscovery(db, sampleDiscovery(OPTIONS), { definitions, nowMs });
const read = () => new CandidateRepository(db).list({ limit: 100 });

it('shows candidates in all states, one of them accepted as a drop of the sample', async () => {
  await apply();
  const candidates = await read();
  expect(new Set(candidates.map(({ state }) => state))).toEqual(
    new Set(['new', 'watched', 'accepted', 'rejected', 'merged']),
  );
  const [accepted] = candidates.filter(({ state }) => state === 'accepted');
  expect(definitions.map(({ id }) => id)).toContain(accepted?.dropId);
  const [merged] = candidates.filter(({ state }) => state === 'merged');
  const into = candidates.find(({ id }) => id === merged?.mergedInto);
  expect(into?.sightings.map(({ source }) => source)).toEqual(['defillama', 'polymarket']);
});

it('shows a campaign with a verified list, whose file is never fetched', async () => {
  await apply();
  const lists = (await read()).flatMap(({ list }) => list ?? []);
  expect(lists).toEqual([expect.objectContaining({ state: 'verified', wallets: 1_240 })]);
  expect(await db.query('SELECT contract FROM campaign_lists WHERE due_at IS NOT NULL')).toEqual([]);
});

it('shows a campaign that imitates a drop of the sample', async () => {
  await apply();
  const known = await readKnownTokens(db);
  const flagged = (await read()).filter((candidate) => impersonationOf(candidate, known) !== null);
  expect(flagged).toHaveLength(1);
  expect(definitions.map(({ name }) => name)).toContain(flagged[0]?.name);
});

// The demo starts many times a day; what its operator decided stays.
it('changes nothing when applied again, and keeps the decisions of the operator', async () => {
  await apply();
  const repository = new CandidateRepository(db);
  const [first, ...others] = await read();
  const decision = { candidateId: first!.id, reason: 'seen', by: 'operator', nowMs: NOW_MS };
  await repository.reject(decision);
  const [rejected] = others.filter(({ state }) => state === 'rejected');
  await repository.watch({ ...decision, candidateId: rejected!.id });
  const before = await read();
  await apply(NOW_MS + 3_600_000);
  const statesOf = (candidates: typeof before) =>
    candidates.map(({ id, state, reason, decidedBy }) => [id, state, reason, decidedBy]);
  expect(statesOf(await read())).toEqual(statesOf(before));
});
