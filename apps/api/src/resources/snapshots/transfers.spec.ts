import { transferSlots } from './transfers';

/** Code of the error that `acquire` throws; null if it throws none. */
function rejection(acquire: () => unknown): unknown {
  try {
    acquire();
    return null;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('transferSlots', () => {
  it('admits two transfers per account, and another one after a release', () => {
    const slots = transferSlots();
    const release = slots.acquire('a');
    slots.acquire('a');
    expect(rejection(() => slots.acquire('a'))).toBe('rate_limited');
    release();
    expect([rejection(() => slots.acquire('a')), slots.running]).toEqual([null, 2]);
  });

  // Without the reserve, four accounts with two transfers each block every other account.
  it('reserves the last two slots for accounts without a transfer', () => {
    const slots = transferSlots();
    for (const account of ['a', 'a', 'b', 'b', 'c', 'c']) slots.acquire(account);
    slots.acquire('d');
    expect(rejection(() => slots.acquire('d'))).toBe('unavailable');
    expect(rejection(() => slots.acquire('e'))).toBeNull();
    expect(rejection(() => slots.acquire('f'))).toBe('unavailable');
  });
});
