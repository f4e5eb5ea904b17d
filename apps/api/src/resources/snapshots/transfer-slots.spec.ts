import { TransferSlots } from './transfer-slots';

/** The code of what is thrown; null for nothing. */
function refusal(take: () => unknown): unknown {
  try {
    take();
    return null;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('TransferSlots', () => {
  it('gives a key two slots, and again when one is given back', () => {
    const slots = new TransferSlots();
    const giveBack = slots.take('a');
    slots.take('a');
    expect(refusal(() => slots.take('a'))).toBe('rate_limited');
    giveBack();
    expect([refusal(() => slots.take('a')), slots.taken]).toEqual([null, 2]);
  });

  // Four keys with two transfers each left none to a fifth.
  it('keeps the last two slots for keys that have none', () => {
    const slots = new TransferSlots();
    for (const key of ['a', 'a', 'b', 'b', 'c', 'c']) slots.take(key);
    slots.take('d');
    expect(refusal(() => slots.take('d'))).toBe('unavailable');
    expect(refusal(() => slots.take('e'))).toBeNull();
    expect(refusal(() => slots.take('f'))).toBe('unavailable');
  });
});
