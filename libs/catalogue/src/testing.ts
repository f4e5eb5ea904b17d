/** Definitions and logs for tests of every project. Never imported by shipped code. */
import type { DropDefinition, EventDefinition, Fact } from './definition';

export {
  anyLog,
  archival,
  type Change,
  contentsOf,
  dropBody,
  dropChange,
  eventBody,
  eventChange,
  listBody,
  listChange,
  LOG_START_MS,
  logOf,
} from './view/testing';

/** A bare value, as somebody states it. */
export const fact = <T>(value: T): Fact<T> => ({ value, source: null });

/** A drop that nothing but its name and chain is known about. */
export function dropDefinition(over: Partial<DropDefinition> = {}): DropDefinition {
  return {
    id: 'linea',
    name: 'Linea',
    chain: fact('linea'),
    token: { symbol: null, decimals: null, address: null },
    wallets: null,
    status: null,
    snapshot: { block: null, date: null },
    distribution: { tokens: null, wallets: null, totalSupply: null },
    links: {},
    sources: {},
    events: [],
    value: {
      fdvUsd: null,
      supplyShare: null,
      eligibleWallets: null,
      allocation: null,
      haircut: null,
      probability: null,
      priceUsd: null,
    },
    cost: { gasUsd: null, feesUsd: null, capitalUsd: null, days: null, subscriptionsUsd: null },
    effort: { minutes: null, tasks: null, identity: null, recurring: null, technical: null },
    legit: {},
    caps: [],
    notes: null,
    ...over,
  };
}

/** A confirmed claim window, known to the minute. */
export function eventDefinition(over: Partial<EventDefinition> = {}): EventDefinition {
  return {
    key: 'claim-1',
    type: 'claim',
    title: 'Claim window',
    startsAt: '2026-09-10T13:00:00.000Z',
    endsAt: '2026-12-09T00:00:00.000Z',
    precision: 'minute',
    status: 'confirmed',
    block: null,
    phase: null,
    url: null,
    source: null,
    ...over,
  };
}
