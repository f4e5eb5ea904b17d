import { ClaimAnswers } from './claim-answers';

const NOW_MS = Date.UTC(2026, 8, 1);

describe('answers of chains', () => {
  it('are kept for ever, 60 s or 5 s', () => {
    const answers = new ClaimAnswers();
    for (const [key, isClaimed] of [
      ['a', true],
      ['b', false],
      ['c', null],
    ] as const) {
      answers.set(key, isClaimed, NOW_MS);
    }
    const at = (nowMs: number) => ['a', 'b', 'c'].map((key) => answers.get(key, nowMs));
    expect(at(NOW_MS + 4_999)).toEqual([true, false, null]);
    expect(at(NOW_MS + 5_000)).toEqual([true, false, undefined]);
    expect(at(NOW_MS + 60_000)).toEqual([true, undefined, undefined]);
    // A clock that is set back by a day must not make a no hold for a day.
    expect(at(NOW_MS - 86_400_000)).toEqual([true, undefined, undefined]);
  });

  // Who asks about many wallets must not make others' claims be asked again, nor fill the memory.
  it('are bounded, and a flood of noes drives out no yes', () => {
    const answers = new ClaimAnswers();
    answers.set('claimed', true, NOW_MS);
    for (let n = 0; n < 30_000; n++) answers.set(`no ${n}`, false, NOW_MS);
    const kept = Array.from({ length: 30_000 }, (_, n) => answers.get(`no ${n}`, NOW_MS)).filter((no) => no === false);
    expect(kept).toHaveLength(20_000);
    expect(answers.get('claimed', NOW_MS)).toBe(true);
    for (let n = 0; n < 50_000; n++) answers.set(`yes ${n}`, true, NOW_MS);
    expect(answers.get('claimed', NOW_MS)).toBeUndefined();
  });
});
