import { vestingOf } from './vesting';

const parts = (...amounts: readonly (readonly [reason: string, amount: string])[]) =>
  amounts.map(([reason, amount]) => ({ reason, amount }));

describe('vestingOf', () => {
  it.each([
    ['amount_locked', 'amount_unlocked'],
    ['lockedAmount', 'unlockedAmount'],
    ['Total locked', 'Total unlocked'],
    ['LOCKED', 'amount'],
  ])('adds up the parts that are named as locked, and takes the others as unlocked: %s, %s', (locked, unlocked) => {
    const breakdown = parts([unlocked, '60'], [locked, '40'], ['referral', '5']);
    expect(vestingOf('105', breakdown)).toEqual({ unlocked: '65', locked: '40' });
  });

  // Each season of a drop can have a locked part.
  it('is exact for several locked parts beyond the integers of JavaScript', () => {
    const breakdown = parts(['locked_1', `${2n ** 200n}`], ['locked_2', '1'], ['unlocked', '3']);
    expect(vestingOf(`${2n ** 200n + 4n}`, breakdown)).toEqual({ unlocked: '3', locked: `${2n ** 200n + 1n}` });
  });

  it('knows that nothing is locked where all parts are named as unlocked', () => {
    expect(vestingOf('60', parts(['unlocked', '60']))).toEqual({ unlocked: '60', locked: '0' });
  });

  it.each([[parts()], [parts(['bridge_volume', '60'])], [parts(['blocked', '20'], ['clocked', '40'])]])(
    'is null where no part is named so: %j',
    (breakdown) => expect(vestingOf('60', breakdown)).toBeNull(),
  );
});
