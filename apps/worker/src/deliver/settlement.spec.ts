import { DatabaseRefusedError, DatabaseUnavailableError, type DeliveryOutcome } from '@droptrack/persistence';
import { Settlement } from './settlement';
import { claimed, delivered } from './testing';

const outcomes = ['1', '2', '3'].map((id) => delivered(claimed({ id })));

describe('Settlement', () => {
  it('holds what could not be stored as the database is away, in order', async () => {
    let isAway = true;
    const stored: DeliveryOutcome[] = [];
    const settlement = new Settlement({
      settle: async (given) => {
        if (isAway) throw new DatabaseUnavailableError('away');
        stored.push(...given);
      },
      onUnstorable: () => undefined,
    });
    outcomes.forEach((outcome) => settlement.hold(outcome));
    await expect(settlement.store()).rejects.toThrow(DatabaseUnavailableError);
    expect(settlement.size).toBe(3);
    isAway = false;
    await settlement.store();
    expect([settlement.size, stored]).toEqual([0, outcomes]);
  });

  // One answer that the database does not take would else be tried for ever, and all others with it.
  it('stores the others where one is refused, and that one without what its receiver sent', async () => {
    const stored: DeliveryOutcome[] = [];
    const unstorable: string[] = [];
    const settlement = new Settlement({
      settle: async (given) => {
        if (given.some(({ response }) => response !== null)) throw new DatabaseRefusedError('22021', 'not taken');
        stored.push(...given);
      },
      onUnstorable: ({ delivery }) => void unstorable.push(delivery.id),
    });
    const bad = { ...delivered(claimed({ id: 'bad' })), response: Uint8Array.of(0) };
    [...outcomes, bad].forEach((outcome) => settlement.hold(outcome));
    await settlement.store();
    expect(stored.map(({ delivery }) => delivery.id)).toEqual(['1', '2', '3', 'bad']);
    expect([unstorable, settlement.size]).toEqual([['bad'], 0]);
  });
});
