import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions, type Database, openDatabase, runRecompute } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { join } from 'node:path';
import { recordedOutput } from '../../testing/recorded-output';
import { readCatalogue } from '../catalogue/files/read-catalogue';
import { calibration } from './calibration';

const DAY_MS = 86_400_000;
const UNKNOWN = dropDefinition().value;

let [database, db, clock]: [TestDatabase, Database, MovableClock] = [null!, null!, null!];
beforeAll(async () => {
  database = await createTestDatabase();
  clock = await makeClockMovable(database.url);
  db = openDatabase(database.url, { poolSize: 2, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const report = async () => {
  const { output, said } = recordedOutput();
  const code = await calibration({}, { output, now: () => new Date(clock.now()), withDatabase: (work) => work(db) });
  return { code, text: said.text, document: said.document };
};

describe('calibration', () => {
  it('states that there is nothing to score yet, and then scores the outcome', async () => {
    const launchMs = clock.now() + 2 * DAY_MS;
    const startsAt = new Date(launchMs).toISOString();
    const tge = eventDefinition({ key: 'tge', type: 'tge', startsAt, endsAt: null });
    const publish = async (definition: ReturnType<typeof dropDefinition>) => {
      await applyDefinitions(db, { origin: 'catalogue', definitions: [definition], nowMs: clock.now() });
      while ((await runRecompute(db, { nowMs: clock.now(), ruleset: RULESET_2026_1 })).drops > 0);
    };
    const value = { ...UNKNOWN, allocation: fact('flat' as const) };
    await publish(
      dropDefinition({
        events: [tge],
        value: {
          ...value,
          fdvUsd: fact([5e8, 2e9] as const),
          supplyShare: fact([0.1, 0.1] as const),
          eligibleWallets: fact([1e5, 1e5] as const),
          probability: fact(0.8),
        },
      }),
    );
    expect((await report()).text.split('\n')).toEqual([
      'No forecast has an outcome yet, so there is nothing to score.',
      '1 drop without an outcome yet: 1 with a forecast of the payout, 1 with a probability.',
      '0 drops with an outcome: 0 with an earlier forecast.',
      '0 drops had a known payout when first recorded, and never count.',
    ]);

    await clock.set(10 * DAY_MS);
    const at = new Date(launchMs + 7 * DAY_MS).toISOString().slice(0, 10);
    await publish(
      dropDefinition({
        events: [tge],
        distribution: { tokens: fact('100000000'), wallets: fact(100_000), totalSupply: fact('1000000000') },
        value: { ...value, priceUsd: { value: 1, source: { kind: 'dataset', url: null, at } } },
      }),
    );
    const { code, text, document } = await report();
    expect(code).toBe(0);
    const scores = {
      horizon: 'last',
      payouts: 1,
      listed: 0,
      at_claim: 0,
      coverage: 1,
      coverage_error: expect.closeTo(0.4, 9),
      probabilities: 1,
    };
    expect(document).toMatchObject({
      drops: 1,
      open: 0,
      open_with_payout: 0,
      open_with_probability: 0,
      closed: 1,
      scored: 1,
      known_from_start: 0,
      scores: ['2026.1', '2026.2', '2026.3', '2026.4'].map((ruleset) => ({
        ruleset,
        ...scores,
        brier: expect.closeTo(0.04, 9),
      })),
    });
    expect(
      text
        .split('\n')
        .slice(0, 2)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      [
        'RULESET',
        'FORECAST',
        'PAYOUTS',
        'LISTED',
        'AT CLAIM',
        'COVERAGE',
        'LOSS P10',
        'P50',
        'P90',
        'PROBABILITIES',
        'BRIER',
      ],
      ['2026.1', 'last before', '1', '0', '0', '100.0 ± 40.0 %', expect.any(String), expect.any(String), expect.any(String), '1', '0.040'], // prettier-ignore
    ]);
  });

  // docs/calibration.md states it: six are announced, and nothing in the log can be a forecast of the others.
  it('scores none of the drops of the catalogue', async () => {
    const { definitions } = await readCatalogue(join(__dirname, '../../../../../prisma/catalogue'));
    const fresh = await createTestDatabase();
    const log = openDatabase(fresh.url, { poolSize: 2, applicationName: 'test' });
    try {
      await applyDefinitions(log, { origin: 'catalogue', definitions, nowMs: Date.now() });
      const { output, said } = recordedOutput();
      await calibration({}, { output, now: () => new Date(), withDatabase: (work) => work(log) });
      expect(said.document).toMatchObject({ drops: definitions.length, open: 7, scored: 0, scores: [] });
    } finally {
      await log.close();
      await fresh.drop();
    }
  });
});
