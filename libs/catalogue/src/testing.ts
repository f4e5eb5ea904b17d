/** Definitions and logs for tests of every project. Production code does not import it. */
import type { DropDefinition, EventDefinition, Fact } from './definition';

export { marketBody, observed } from './market/testing';
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
  symbolChange,
} from './view/testing';

/** Declared value without a source. */
export const fact = <T>(value: T): Fact<T> => ({ value, source: null });

/** Definition of a drop with only a name and a chain. */
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

/** Confirmed claim window with a precision of a minute. */
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
