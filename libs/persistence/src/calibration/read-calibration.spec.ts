import { type DropDefinition, type EventDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { RULESET_2026_1 } from '@droptrack/scoring';
import { type Database, openDatabase } from '../database/database';
import { applyDefinitions } from '../drops/apply';
import { runRecompute } from '../recompute/recompute-run';
import { createTestDatabase, makeClockMovable, type MovableClock, type TestDatabase } from '../testing';
import { readCalibration } from './read-calibration';

const DAY_MS = 86_400_000;
const DROPS = 40;
const UNKNOWN = dropDefinition().value;

let [test, db, clock]: [TestDatabase, Database, MovableClock] = [null!, null!, null!];
beforeAll(async () => {
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

/** Records the definitions at the present of the database, and publishes the drops derived from them. */
async function publish(definitions: readonly DropDefinition[], origin = 'catalogue'): Promise<void> {
  const nowMs = clock.now();
  await applyDefinitions(db, { origin, definitions, nowMs });
  while ((await runRecompute(db, { nowMs, ruleset: RULESET_2026_1 })).drops > 0);
}

/** Standard normal quantile of the middle of each of `DROPS` equal shares, approximated by the logistic distribution. */
const shockOf = (n: number): number => {
  const share = ((n % DROPS) + 0.5) / DROPS;
  return Math.log(share / (1 - share)) / 1.702;
};

describe('readCalibration', () => {
  it('scores the forecasts of the log by the outcomes recorded later', async () => {
    const launchMs = clock.now() + 20 * DAY_MS;
    const launch = new Date(launchMs).toISOString();
    const tge = (over: Partial<EventDefinition> = {}) =>
      eventDefinition({ key: 'tge', type: 'tge', startsAt: launch, endsAt: null, ...over });
    const id = (n: number) => `drop-${n}`;
    const forecast = (n: number): DropDefinition =>
      dropDefinition({
        id: id(n),
        events: [tge()],
        value: {
          ...UNKNOWN,
          fdvUsd: fact([1e9 * Math.exp(-1.2815515655), 1e9 * Math.exp(1.2815515655)] as const),
          supplyShare: fact([0.1, 0.1] as const),
          eligibleWallets: fact([1e5, 1e5] as const),
          allocation: fact('flat' as const),
          probability: fact(0.8),
        },
      });
    const outcome = (n: number): DropDefinition => {
      if (n % 5 === 0) return { ...forecast(n), events: [tge({ status: 'cancelled' })] };
      const at = new Date(launchMs + 7 * DAY_MS).toISOString().slice(0, 10);
      const priceUsd = { value: Math.exp(shockOf(n)), source: { kind: 'dataset' as const, url: null, at } };
      return dropDefinition({
        id: id(n),
        events: [tge()],
        distribution: { tokens: fact('100000000'), wallets: fact(100_000), totalSupply: fact('1000000000') },
        value: { ...UNKNOWN, allocation: fact('flat' as const), priceUsd },
      });
    };
    const all = Array.from({ length: DROPS }, (_, n) => n);
    await publish(all.map(forecast));
    expect(await readCalibration(db, clock.now())).toMatchObject({
      drops: DROPS,
      open: DROPS,
      openWithPayout: DROPS,
      openWithProbability: DROPS,
      closed: 0,
      rows: [],
    });

    await clock.set(15 * DAY_MS);
    // Recorded in the week before the launch: without a forecast of a week ahead.
    const late = DROPS + 1;
    await publish([...all.map(forecast), forecast(late)]);
    await publish([{ ...forecast(0), id: 'sample-drop' }], 'sample');
    await clock.set(29 * DAY_MS);
    await publish([...all.map(outcome), outcome(late), outcome(late + 1), outcome(late + 2)]);

    const calibration = await readCalibration(db, clock.now());
    expect(calibration).toMatchObject({ open: 0, scored: DROPS + 1, knownFromStart: 2 });
    const rows = calibration.rows.map(({ ruleset, horizon, payouts, probabilities }) => [ruleset, horizon, payouts, probabilities]); // prettier-ignore
    expect(rows).toEqual(
      ['2026.1', '2026.2', '2026.3', '2026.4'].flatMap((ruleset) => [
        [ruleset, 'last', 33, DROPS + 1],
        [ruleset, 'week', 32, DROPS],
      ]),
    );
    const [last] = calibration.rows;
    expect(Math.abs(last!.coverage! - 0.8)).toBeLessThan(2 * last!.coverageError!);
    const week = calibration.rows[1]!;
    // 8 of 40 were cancelled; the probability of each was 0.8.
    expect(week.brier).toBeCloseTo(0.16, 9);
  });
});
