import { type FinderId, suggestionsOf } from '@droptrack/discovery';
import { type NearDuplicate, nearDuplicates } from '@droptrack/discovery/testing';
import { CandidateRepository } from './candidate.repository';
import { discoveryDatabase, NOW_MS } from './testing';

let discovery: Awaited<ReturnType<typeof discoveryDatabase>>;
beforeEach(async () => (discovery = await discoveryDatabase()));
afterEach(() => discovery.close());

const BATCH = 50;

/** Records the sightings in their order, in batches of one source each. */
async function recordAll(set: readonly NearDuplicate[]): Promise<number> {
  let changes = 0;
  for (let start = 0; start < set.length; start += BATCH) {
    const batch = set.slice(start, start + BATCH);
    for (const source of new Set(batch.map((one) => one.source))) {
      const sightings = batch.filter((one) => one.source === source).map(({ sighting }) => sighting);
      const report = await discovery.record(sightings, { source, nowMs: NOW_MS + start });
      expect(report.violations).toEqual([]);
      changes += report.candidates.length + report.merges.length + report.changed;
    }
  }
  return changes;
}

/** Candidate of each sighting, by its source and external id. */
async function candidatesOf(): Promise<Map<string, number>> {
  const rows = await discovery.db.query<{ source: FinderId; id: string; candidateId: number }>(
    'SELECT source, external_id AS id, candidate_id AS "candidateId" FROM sightings',
  );
  return new Map(rows.map(({ source, id, candidateId }) => [`${source} ${id}`, candidateId]));
}

describe.each([1, 2])('200 near-duplicates in the order of seed %d', (seed) => {
  it('have no false merge, all true merges, and no change when they come again', async () => {
    const set = nearDuplicates(seed);
    expect(set).toHaveLength(200);
    await recordAll(set);
    const candidates = await candidatesOf();
    const pairs = set.flatMap((one, i) => set.slice(i + 1).map((other) => [one, other] as const));
    const isOne = ([one, other]: (typeof pairs)[number]) =>
      candidates.get(`${one.source} ${one.sighting.externalId}`) ===
      candidates.get(`${other.source} ${other.sighting.externalId}`);
    const share = ([one, other]: (typeof pairs)[number]) => one.drops.some((drop) => other.drops.includes(drop));
    expect(pairs.filter((pair) => isOne(pair) && !share(pair))).toEqual([]);
    const isCertain = ([one, other]: (typeof pairs)[number]) => one.drops.length === 1 && other.drops.length === 1;
    const trueMerges = pairs.filter((pair) => share(pair) && isCertain(pair));
    expect([trueMerges.length, trueMerges.filter((pair) => !isOne(pair))]).toEqual([34, []]);
    expect(await recordAll(set)).toBe(0);
    expect(await candidatesOf()).toEqual(candidates);
  });
});

it('suggests the near-duplicates of a campaign, which merge with nothing', async () => {
  const set = nearDuplicates(1);
  await recordAll(set);
  const repository = new CandidateRepository(discovery.db);
  const views = await repository.list({ limit: 500 });
  const season = views.find(({ sightings }) => sightings.some(({ sighting }) => sighting.name.endsWith('Season 1')))!;
  const suggested = suggestionsOf(season, await repository.related(season, 100), []);
  expect(suggested.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['same name']));
});
