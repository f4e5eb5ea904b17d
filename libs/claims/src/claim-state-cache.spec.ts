import { ClaimStateCache } from './claim-state-cache';

const YES = { isClaimed: true, claimedAmount: null };
const NO = { isClaimed: false, claimedAmount: null };

const NOW_MS = Date.UTC(2026, 8, 1);

describe('answers of chains', () => {
  it('are kept for ever once claimed, and for 5 s otherwise', () => {
    const answers = new ClaimStateCache();
    const part = { isClaimed: false, claimedAmount: 1n };
    for (const [key, state] of [
      ['a', YES],
      ['b', NO],
      ['c', null],
      ['d', part],
    ] as const) {
      answers.set(key, state, NOW_MS);
    }
    const at = (nowMs: number) => ['a', 'b', 'c', 'd'].map((key) => answers.get(key, nowMs));
    expect(at(NOW_MS + 4_999)).toEqual([YES, NO, null, part]);
    expect(at(NOW_MS + 5_000)).toEqual([YES, undefined, undefined, undefined]);
    // A clock that is set back by a day must not make a no hold for a day.
    expect(at(NOW_MS - 86_400_000)).toEqual([YES, undefined, undefined, undefined]);
  });

  // Who asks about many wallets must not make others' claims be asked again, nor fill the memory.
  it('are bounded, and a flood of noes drives out no yes', () => {
    const answers = new ClaimStateCache();
    answers.set('claimed', YES, NOW_MS);
    for (let n = 0; n < 30_000; n++) answers.set(`no ${n}`, NO, NOW_MS);
    const kept = Array.from({ length: 30_000 }, (_, n) => answers.get(`no ${n}`, NOW_MS)).filter((no) => no === NO);
    expect(kept).toHaveLength(20_000);
    expect(answers.get('claimed', NOW_MS)).toBe(YES);
    for (let n = 0; n < 50_000; n++) answers.set(`yes ${n}`, YES, NOW_MS);
    expect(answers.get('claimed', NOW_MS)).toBeUndefined();
  });
});
