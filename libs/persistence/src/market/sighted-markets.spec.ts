import type { DropBody } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { NO_FACTS, type Sighting } from '@droptrack/discovery';
import { discoveryDatabase, NOW_MS } from '../discovery/testing';
import { applyDefinitions } from '../drops/apply';
import { readRevisions } from '../log/read';
import { recomputeAll } from '../recompute/testing';
import { recordObservations } from './record-observations';
import { readSightedMarkets } from './sighted-markets';

const HOUR_MS = 3_600_000;
const LADDER = [
  { above: 1e9, probability: 0.95 },
  { above: 2e9, probability: 0.9 },
  { above: 4e9, probability: 0.5 },
  { above: 8e9, probability: 0.1 },
];

const market = (slug: string, over: Partial<Sighting['market'] & object> = {}): Sighting => ({
  externalId: slug,
  kind: 'market',
  name: 'Linea',
  url: `https://polymarket.com/event/${slug}`,
  identity: { token: null, contract: null, defillama: null, market: slug },
  facts: NO_FACTS,
  campaign: null,
  market: { fdvUsd: [], launch: null, airdrop: null, volumeUsd: null, ...over } as NonNullable<Sighting['market']>,
});
const airdrop = (probability: number) => ({ airdrop: { probability, by: null } });
const value = {
  ...dropDefinition().value,
  supplyShare: fact([0.05, 0.1] as const),
  eligibleWallets: fact([1e4, 1e5] as const),
};

let context: Awaited<ReturnType<typeof discoveryDatabase>>;
beforeEach(async () => {
  context = await discoveryDatabase();
});
afterEach(() => context.close());

const record = (sightings: readonly Sighting[], nowMs = NOW_MS) =>
  context.record(sightings, { source: 'polymarket', nowMs });
const apply = (sources = {}) =>
  applyDefinitions(context.db, { origin: 'test', definitions: [dropDefinition({ sources, value })], nowMs: NOW_MS });
const accept = (slug: string) =>
  context.db.query(
    `UPDATE candidates SET state = 'accepted', drop_id = 'linea', decided_by = 'test', decided_at = now()
     WHERE id = (SELECT candidate_id FROM sightings WHERE external_id = $1)`,
    [slug],
  );
const shown = async () =>
  (await readRevisions(context.db, 0, 1e6, 100)).findLast(({ entity }) => entity === 'drop')?.body as DropBody;

describe('forecasts of prediction markets', () => {
  it('give an accepted drop to come an expected value', async () => {
    await apply();
    await record([market('linea-fdv', { fdvUsd: LADDER, ...airdrop(0.64) })]);
    expect(await readSightedMarkets(context.db, NOW_MS)).toEqual([]);
    await accept('linea-fdv');
    const found = await readSightedMarkets(context.db, NOW_MS);
    const of = { dropId: 'linea', url: 'https://polymarket.com/event/linea-fdv', observedAtMs: NOW_MS };
    expect(found).toEqual([
      { ...of, kind: 'fdv_usd', value: [2e9, 8e9] },
      { ...of, kind: 'probability', value: 0.64 },
    ]);
    await recordObservations(context.db, found, NOW_MS);
    await recomputeAll(context.db, NOW_MS);
    expect((await shown()).ev_usd.p50).toBeGreaterThan(0);
    await recomputeAll(context.db, NOW_MS + 24 * HOUR_MS + 1);
    expect((await shown()).ev_usd.p50).toBeNull();
  });

  it.each([['linea-airdrop'], [{ market: 'linea-airdrop', outcome: 'Yes' }]])(
    'are those of the market that a file names: %j',
    async (query) => {
      await apply({ polymarket: query });
      await record([market('linea-airdrop', airdrop(0.3)), market('other', airdrop(0.9))]);
      expect(await readSightedMarkets(context.db, NOW_MS)).toMatchObject([{ kind: 'probability', value: 0.3 }]);
    },
  );

  it('are not those of sightings older than 24 hours, and the latest of several', async () => {
    await apply({ polymarket: 'a' });
    await record([market('a', airdrop(0.3))], NOW_MS - 2 * HOUR_MS);
    await record([market('b', airdrop(0.5))], NOW_MS - HOUR_MS);
    await accept('b');
    expect(await readSightedMarkets(context.db, NOW_MS)).toMatchObject([{ kind: 'probability', value: 0.5 }]);
    expect(await readSightedMarkets(context.db, NOW_MS + 23 * HOUR_MS)).toEqual([]);
  });

  // The ladder counts "no launch" as "not above": alone, it does not reach the p10.
  it('have the fully diluted value of a launched token, by the latest market about the launch', async () => {
    const unlikely = LADDER.map(({ above, probability }) => ({ above, probability: probability / 2 }));
    await apply({ polymarket: 'linea-fdv' });
    await record([market('linea-fdv', { fdvUsd: unlikely })]);
    expect(await readSightedMarkets(context.db, NOW_MS)).toEqual([]);
    const launch = (probability: number) => ({ launch: { probability, by: null } });
    await record([market('linea-launch', launch(0.9))], NOW_MS - HOUR_MS);
    await record([market('linea-token', launch(0.5))]);
    for (const slug of ['linea-launch', 'linea-token']) await accept(slug);
    expect(await readSightedMarkets(context.db, NOW_MS)).toMatchObject([{ kind: 'fdv_usd', value: [2e9, 8e9] }]);
  });

  // A launch within two years says little about one until the end of the ladder.
  it('take a market about the launch only for the deadline of the ladder', async () => {
    const unlikely = LADDER.map(({ above, probability }) => ({ above, probability: probability / 2 }));
    const dates = [
      { probability: 0.5, by: '2026-12-31T23:59:59.000Z' },
      { probability: 1, by: '2028-12-31T23:59:59.000Z' },
    ];
    await apply({ polymarket: 'linea-fdv' });
    await record([market('linea-launch', { launch: dates[1]!, launchDates: dates })]);
    await accept('linea-launch');
    for (const [fdvBy, found] of [
      ['2026-12-31T23:59:59.000Z', [{ kind: 'fdv_usd', value: [2e9, 8e9] }]],
      ['2028-12-31T23:59:59.000Z', []],
      ['2026-03-31T23:59:59.000Z', []],
    ] as const) {
      await record([market('linea-fdv', { fdvUsd: unlikely, fdvBy })]);
      expect(await readSightedMarkets(context.db, NOW_MS)).toMatchObject(found);
    }
  });

  it('have no fully diluted value where the ladder does not reach both ends', async () => {
    await apply({ polymarket: 'a' });
    await record([market('a', { fdvUsd: LADDER.slice(2) })]);
    expect(await readSightedMarkets(context.db, NOW_MS)).toEqual([]);
  });
});
