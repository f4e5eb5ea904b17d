import fc from 'fast-check';
import { nextUnlockAt, unlockedAt, type VestingSchedule, WHOLE_SHARE } from './vesting-schedule';

const share = (percent: number) => String(BigInt(percent) * 10n ** 16n);
/** 10 % at the start, 20 % at the cliff after 100 s, the rest until 500 s, every 40 s. */
const LINEAR: VestingSchedule = {
  startsAt: 1_000,
  steps: [
    { seconds: 0, share: share(10) },
    { seconds: 100, share: share(20) },
  ],
  linear: { from: 100, to: 500, every: 40 },
  isCancelable: false,
};
const TRANCHED: VestingSchedule = {
  startsAt: 1_000,
  steps: [
    { seconds: 50, share: share(33) },
    { seconds: 90, share: share(33) },
    { seconds: 200, share: share(33) },
  ],
  linear: null,
  isCancelable: false,
};

it.each([
  ['nothing before the start', LINEAR, 999, 0n, 1_000],
  ['a part at the start', LINEAR, 1_000, 100n, 1_100],
  ['no more until the cliff', LINEAR, 1_099, 100n, 1_100],
  ['a part at the cliff', LINEAR, 1_100, 300n, 1_140],
  ['no more until the next step', LINEAR, 1_139, 300n, 1_140],
  ['a tenth of the rest with each step', LINEAR, 1_140, 370n, 1_180],
  ['all at the end', LINEAR, 1_500, 1_000n, null],
  ['the continuous rest', { ...LINEAR, linear: { from: 100, to: 500, every: null } }, 1_139, 368n, 1_140],
  ['nothing before the first tranche', TRANCHED, 1_049, 0n, 1_050],
  ['a tranche at its instant', TRANCHED, 1_090, 660n, 1_200],
  ['what the shares leave with the last tranche', TRANCHED, 1_200, 1_000n, null],
])('unlocks %s', (_, schedule, at, unlocked, next) => {
  expect([unlockedAt(schedule, 1_000n, 1_000, at), nextUnlockAt(schedule, 1_000, at)]).toEqual([unlocked, next]);
});

// The lockup of v3.0 divides before it multiplies: the elapsed share is cut to 18 digits.
it('rounds a continuous vesting as its contract does', () => {
  const continuous = { ...LINEAR, steps: [], linear: { from: 0, to: 3, every: null } };
  const amount = 10n ** 30n;
  expect(unlockedAt(continuous, amount, 0, 1)).toBe(333_333_333_333_333_333n * 10n ** 12n);
  expect(unlockedAt({ ...continuous, linear: { from: 0, to: 3, every: 1 } }, amount, 0, 1)).toBe(amount / 3n);
});

it('grows with time up to the whole amount, at the instants that it names', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
  const shares = fc.tuple(fc.nat(50), fc.nat(50)).map((percents) => percents.map(share));
  fc.assert(
    fc.property(
      amounts,
      shares,
      fc.integer({ min: 1, max: 300 }),
      fc.nat(100),
      fc.nat(500),
      (amount, [a, b], to, cliff, at) => {
        const from = Math.min(cliff, to - 1);
        const steps = [{ seconds: 0, share: a! }, ...(from > 0 ? [{ seconds: from, share: b! }] : [])];
        const schedule = { startsAt: 10, steps, linear: { from, to, every: 7 }, isCancelable: null };
        const now = unlockedAt(schedule, amount, 10, at);
        const later = unlockedAt(schedule, amount, 10, at + 1);
        expect(now >= 0n && now <= later && later <= amount).toBe(true);
        if (later > now) expect(nextUnlockAt(schedule, 10, at)).toBe(at + 1);
        expect(unlockedAt(schedule, amount, 10, 10 + to)).toBe(amount);
      },
    ),
  );
  expect(WHOLE_SHARE).toBe(BigInt(share(100)));
});
