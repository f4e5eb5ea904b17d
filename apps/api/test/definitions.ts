import type { DropDefinition, EventDefinition } from '@droptrack/catalogue';
import { dropDefinition as anyDrop, eventDefinition as anyEvent, fact } from '@droptrack/catalogue/testing';

/** Drop with a name and a chain; all other values are unknown unless overridden. */
export function dropDefinition(id: string, over: Partial<DropDefinition> = {}): DropDefinition {
  return anyDrop({ id, name: id[0]?.toUpperCase() + id.slice(1), chain: fact('ethereum'), ...over });
}

/** Confirmed event with the precision of a day, with overrides. */
export function eventDefinition(key: string, startsAt: string, over: Partial<EventDefinition> = {}): EventDefinition {
  return anyEvent({
    key,
    title: key,
    startsAt,
    endsAt: null,
    precision: 'day',
    source: { kind: 'official', url: 'https://example.com/docs', at: '2026-08-01' },
    ...over,
  });
}

/** Drop for tests of sorting: its expected value grows with `worth`, its legit rating with `legit`; null for an unknown one. */
export function ratedDrop(
  id: string,
  worth: number | null,
  legit: number | null,
  over: Partial<DropDefinition> = {},
): DropDefinition {
  const plain = dropDefinition(id, over);
  return {
    ...plain,
    value:
      worth === null
        ? plain.value
        : {
            ...plain.value,
            fdvUsd: fact([(worth + 1) * 1e6, (worth + 1) * 2e6] as const),
            supplyShare: fact([0.05, 0.1] as const),
            eligibleWallets: fact([1e4, 2e4] as const),
            allocation: fact('points' as const),
            probability: fact(0.5),
          },
    legit: legit === null ? {} : { team: { score: legit, url: null, checkedAt: '2026-08-01' } },
  };
}
