import { RULESET_2026_1, RULESET_2026_3, RULESET_2026_4, type Ruleset } from '@droptrack/scoring';
import type { DropDefinition, EventDefinition } from '../definition';
import { deriveExpectedValue } from '../derive/figures';
import type { MarketBody } from '../market/market';
import { marketBody, observed, TOKEN } from '../market/testing';
import type { DropBody, ListBody } from '../revision';
import { dropBody, dropDefinition, eventDefinition, fact, listBody } from '../testing';
import { type Calibration, calibrate } from './calibrate';
import type { DropRecord, Recorded } from './outcome';

const DAY_MS = 86_400_000;
const LAUNCH_MS = Date.parse('2026-06-01T12:00:00Z');
const NOW_MS = LAUNCH_MS + 30 * DAY_MS;
const Z90 = 1.2815515655;

/** Uniform numbers between 0 and 1 (mulberry32), the same for the same seed. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const tge = (over: Partial<EventDefinition> = {}) =>
  eventDefinition({ key: 'tge', type: 'tge', startsAt: new Date(LAUNCH_MS).toISOString(), ...over });
const UNKNOWN = dropDefinition().value;

/** Definition with a forecast, the same for all drops but for its spread. */
const predicted = (id: string, spread = 1, probability = 0.7): DropDefinition => {
  const range = (middle: number) => [middle * Math.exp(-Z90 * spread), middle * Math.exp(Z90 * spread)] as const;
  return dropDefinition({
    id,
    events: [tge()],
    value: {
      ...UNKNOWN,
      fdvUsd: fact(range(1e9)),
      supplyShare: fact([0.1, 0.1] as const),
      eligibleWallets: fact(range(1e5)),
      allocation: fact('tiered' as const),
      probability: fact(probability),
    },
  });
};

/** Definition after the launch: distribution and price are facts. */
const realised = (id: string, fdvUsd: number, wallets: number): DropDefinition =>
  dropDefinition({
    id,
    events: [tge()],
    distribution: { tokens: fact('100'), wallets: fact(wallets), totalSupply: fact('1000') },
    value: {
      ...UNKNOWN,
      allocation: fact('tiered' as const),
      priceUsd: { value: fdvUsd / 1_000, source: { kind: 'dataset', url: null, at: '2026-06-08' } },
    },
  });

const cancelled = (id: string): DropDefinition => ({ ...predicted(id), events: [tge({ status: 'cancelled' })] });

/** A step of a drop: definition, time before the launch in days, and ruleset of the published figures. */
interface Step {
  readonly definition: DropDefinition;
  readonly daysBefore: number;
  readonly ruleset?: Ruleset;
  readonly list?: ListBody;
  readonly market?: MarketBody;
}

/** Scores the drops of a log in which each step is recorded as a definition, and the drop derived from it. */
async function calibrateSteps(...drops: readonly (readonly Step[])[]): Promise<Calibration> {
  const published = new Map<string, Recorded<DropBody>[]>();
  const records = drops.map((steps): DropRecord => {
    const drop = steps[0]!.definition.id;
    const stamp = (index: number) => ({ seq: 2 * index + 1, recordedAtMs: LAUNCH_MS - steps[index]!.daysBefore * DAY_MS }); // prettier-ignore
    published.set(
      drop,
      steps.map(({ definition, ruleset, list }, index) => {
        const { seq, recordedAtMs } = stamp(index);
        const { p10, p50, p90 } = deriveExpectedValue(definition, list ?? null, ruleset);
        return { seq: seq + 1, recordedAtMs, body: dropBody({ id: drop, ev_usd: { p10, p50, p90 } }) };
      }),
    );
    const lists = steps.flatMap(({ list }, index) => (list ? [{ ...stamp(index), body: list }] : []));
    const definitions = steps.map(({ definition }, index) => ({ ...stamp(index), body: definition }));
    const markets = steps.flatMap(({ market }, index) => (market ? [{ ...stamp(index), body: market }] : []));
    return { drop, definitions, lists, markets };
  });
  const read = async (drop: string, atMs: number) =>
    published.get(drop)!.findLast(({ recordedAtMs }) => recordedAtMs <= atMs) ?? null;
  return calibrate(records, read, NOW_MS);
}

const before = (definition: DropDefinition, daysBefore = 20, ruleset: Ruleset = RULESET_2026_1): Step => ({ definition, daysBefore, ruleset }); // prettier-ignore
const after = (definition: DropDefinition): Step => ({ definition, daysBefore: -8 });
const rowOf = ({ rows }: Calibration, horizon = 'last', ruleset = '2026.1') =>
  rows.find((row) => row.horizon === horizon && row.ruleset === ruleset);

describe('calibrate', () => {
  describe('of a simulated history', () => {
    const DROPS = 600;
    /** Drops whose value and wallets are drawn from the spread 1, with forecasts of another. */
    const simulate = (spread: number) => {
      const next = uniform(7);
      const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      const drops = Array.from({ length: DROPS }, (_, n) => {
        const id = `drop-${n}`;
        const happens = next() < 0.7;
        const paid = realised(id, 1e9 * Math.exp(normal()), Math.round(1e5 * Math.exp(normal())));
        return [before(predicted(id, spread)), after(happens ? paid : cancelled(id))];
      });
      return calibrateSteps(...drops);
    };

    it('has a coverage of 80 % and the Brier score of its probability for a perfect forecaster', async () => {
      const row = rowOf(await simulate(1))!;
      expect(row.probabilities).toBe(DROPS);
      expect(Math.abs(row.coverage! - 0.8)).toBeLessThan(2 * row.coverageError!);
      expect(row.coverageError).toBeCloseTo(Math.sqrt(0.16 / row.payouts), 9);
      // 0.7 · 0.3: the variance of the outcome.
      expect(Math.abs(row.brier! - 0.21)).toBeLessThan(0.02);
    });

    it('has a lower coverage and a higher loss for a forecaster whose ranges are too narrow', async () => {
      const [perfect, narrow] = [rowOf(await simulate(1))!, rowOf(await simulate(0.2))!];
      expect(narrow.coverage!).toBeLessThan(0.8 - 5 * narrow.coverageError!);
      expect(narrow.pinball!.p10).toBeGreaterThan(perfect.pinball!.p10);
      expect(narrow.pinball!.p90).toBeGreaterThan(perfect.pinball!.p90);
      expect(narrow.pinball!.p50).toBeCloseTo(perfect.pinball!.p50, 2);
    });

    it('has a higher coverage for a forecaster whose ranges are too wide', async () => {
      const wide = rowOf(await simulate(3))!;
      expect(wide.coverage!).toBeGreaterThan(0.8 + 5 * wide.coverageError!);
    });
  });

  it('scores the last forecast before the launch, and the one a week before it', async () => {
    const steps = [
      before(predicted('a', 1, 0.5), 20),
      before(predicted('a', 1, 0.9), 3),
      after(realised('a', 1e9, 1e5)),
    ];
    const calibration = await calibrateSteps(steps);
    expect(rowOf(calibration, 'week')!.brier).toBeCloseTo(0.25, 9);
    expect(rowOf(calibration, 'last')!.brier).toBeCloseTo(0.01, 9);
    expect(calibration).toMatchObject({ drops: 1, open: 0, closed: 1, scored: 1, knownFromStart: 0 });
  });

  it('ignores what was recorded at the launch or later', async () => {
    const late = await calibrateSteps([before(predicted('a'), 0), after(realised('a', 1e9, 1e5))]);
    expect(late).toMatchObject({ closed: 1, scored: 0, rows: [] });
  });

  it('never counts a drop whose payout was known when it was first recorded', async () => {
    const known = await calibrateSteps([after(realised('a', 1e9, 1e5)), before(predicted('a'), -9)]);
    expect(known).toMatchObject({ drops: 1, closed: 0, open: 0, knownFromStart: 1, rows: [] });
  });

  it('counts open drops with their forecasts, and has no rows without an outcome', async () => {
    const later = [tge({ startsAt: new Date(NOW_MS + DAY_MS).toISOString() })];
    const open = await calibrateSteps(
      [before({ ...predicted('a'), events: later })],
      [before(dropDefinition({ id: 'b', value: { ...UNKNOWN, probability: fact(0.2) } }))],
      [before(dropDefinition({ id: 'c' }))],
    );
    expect(open).toMatchObject({ drops: 3, open: 3, openWithPayout: 1, openWithProbability: 2, closed: 0, rows: [] });
  });

  it('scores the probability alone of a drop whose price is not known yet', async () => {
    const unpriced = dropDefinition({ id: 'a', events: [tge()] });
    expect(rowOf(await calibrateSteps([before(predicted('a')), after(unpriced)]))).toMatchObject({
      payouts: 0,
      coverage: null,
      pinball: null,
      probabilities: 1,
      brier: expect.closeTo(0.09, 9),
    });
  });

  it('dates a cancelled drop by the revision that cancelled it, not by later ones', async () => {
    const steps = [before(predicted('a'), 20), before(cancelled('a'), 10), before({ ...cancelled('a'), name: 'A' }, 1)];
    expect(rowOf(await calibrateSteps(steps), 'week')!.brier).toBeCloseTo(0.49, 9);
  });

  it('dates a drop without a launch in its calendar by the revision that states that its token exists', async () => {
    const past = { ...predicted('a'), events: [], status: fact('tge' as const) };
    expect(
      rowOf(await calibrateSteps([before({ ...predicted('a'), events: [] }, 20), before(past, 10)])),
    ).toMatchObject({
      probabilities: 1,
      brier: expect.closeTo(0.09, 9),
    });
    expect(await calibrateSteps([before(past, 10)])).toMatchObject({ open: 0, closed: 1, scored: 0 });
  });

  it('credits the rulesets that compute the published value, and no other', async () => {
    const value = { ...predicted('a').value, allocation: null };
    const unstated = (ruleset: Ruleset) => [before({ ...predicted('a'), value }, 20, ruleset), after(realised('a', 1e9, 1e5))]; // prettier-ignore
    const creditedFor = async (ruleset: Ruleset) =>
      (await calibrateSteps(unstated(ruleset))).rows.filter(({ horizon }) => horizon === 'last').map((row) => row.ruleset); // prettier-ignore
    expect(await creditedFor(RULESET_2026_1)).toEqual(['2026.1', '2026.2']);
    expect(await creditedFor(RULESET_2026_3)).toEqual(['2026.3']);
    expect(await creditedFor(RULESET_2026_4)).toEqual(['2026.4']);
  });

  // Of two drops that paid the same tokens, one was claimed at a tenth of the price of the launch.
  it('measures payouts at the price at which the tokens were claimed, and at that of the launch without it', async () => {
    const token = { symbol: null, decimals: null, address: fact(TOKEN) };
    const at = (price: number | null, over = {}) => {
      const value = { token: TOKEN, priced_share: 1, usd: null, price_usd: price, ...over };
      return marketBody({ claimed_value: observed(value, new Date(LAUNCH_MS + 8 * DAY_MS).toISOString()) });
    };
    const scored = async (launchUsd: number | null, market: MarketBody | null) => {
      const paid = realised('a', launchUsd ?? 1, 1e5);
      const value = launchUsd === null ? { ...paid.value, priceUsd: null } : paid.value;
      const step = { ...after({ ...paid, token, value }), ...(market && { market }) };
      const { payouts, atClaim, pinball } = rowOf(await calibrateSteps([before(predicted('a')), step]))!;
      return { payouts, atClaim, pinball };
    };
    const [high, low] = [await scored(1e9, null), await scored(1e8, null)];
    expect([high.atClaim, low.atClaim, high.pinball === low.pinball]).toEqual([0, 0, false]);
    expect(await scored(1e9, at(1e5))).toEqual({ ...low, atClaim: 1 });
    // Without a price of the launch, the outcome would not be known.
    expect(await scored(null, at(1e5))).toEqual({ ...low, atClaim: 1 });
    expect(await scored(1e9, at(null))).toEqual(high);
    expect(await scored(1e9, at(1e5, { token: 'other' }))).toEqual(high);
  });

  it('measures payouts by the published list where there is one', async () => {
    const spread = { median: 400, mean: 1_000, q10: 100, q90: 2_500 };
    const list = { ...listBody({ drop: 'a' }), wallets: 10, total: '100', decimals: 0, spread };
    const steps = [before(predicted('a')), { ...after(realised('a', 1e9, 1e5)), list }];
    expect(rowOf(await calibrateSteps(steps))).toMatchObject({ payouts: 1, listed: 1 });
    expect(rowOf(await calibrateSteps([before(predicted('a')), after(realised('a', 1e9, 1e5))]))!.listed).toBe(0);
  });
});
