import {
  deriveDrop,
  deriveHype,
  type DropDefinition,
  type EventDefinition,
  type Fact,
  type LegitEvidence,
} from '@droptrack/catalogue';
import type { DropStatus } from '@droptrack/contracts';
import type { RevisionDraft } from '@droptrack/persistence';

/** The chains of made-up drops. */
export const CHAINS = 'arbitrum base berachain ethereum linea monad optimism scroll solana zksync'.split(' ');
/** Three of five are live. */
const STATUSES: readonly DropStatus[] = ['live', 'upcoming', 'live', 'tge', 'live'];
const FIRST = 'Aster Basin Cedar Delta Ember Fjord Grove Harbor Iris Juniper Kelp'.split(' ');
const SECOND = 'Bridge Finance Labs Network Protocol Swap Vault'.split(' ');
/** Words of their names, before a number. */
export const NAME_WORDS: readonly string[] = [...FIRST, ...SECOND];
const DAY_MS = 86_400_000;

/** Revisions of made-up drops, one draft each. */
export function createDrafts(count: number, nowMs: number): RevisionDraft[] {
  return madeUpDrops(0, count, nowMs).map((definition) => ({
    entity: 'drop',
    id: definition.id,
    body: deriveDrop(definition, {
      atMs: nowMs,
      hype: { score: deriveHype(definition, {}, nowMs).score, delta7d: 0, confidence: 0.5 },
      published: null,
    }),
    cause: 'catalogue',
  }));
}

/**
 * Made-up drops with figures, facts and an event each; nothing random: the same
 * number and day make the same drops. Three of five are live.
 *
 * @param from - number of the first.
 */
export function madeUpDrops(from: number, count: number, nowMs: number): DropDefinition[] {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => madeUpDrop(from + index, todayMs));
}

/** Ids of the first made-up drops that accept EVM wallets. */
export function evmDrops(count: number): string[] {
  const isEvm = ({ chain }: DropDefinition): boolean => chain.value !== 'solana';
  return madeUpDrops(0, 2 * count + CHAINS.length, 0)
    .filter(isEvm)
    .slice(0, count)
    .map(({ id }) => id);
}

function madeUpDrop(n: number, todayMs: number): DropDefinition {
  const name = `${FIRST[n % FIRST.length] ?? ''} ${SECOND[spread(n, 1, SECOND.length)] ?? ''} ${n}`;
  const id = name.toLowerCase().replaceAll(' ', '-');
  const wallets = 10_000 + spread(n, 2, 400_000);
  return {
    id,
    name,
    chain: fact(CHAINS[spread(n, 3, CHAINS.length)] ?? 'base'),
    token: { symbol: fact(`T${n}`), decimals: fact(18), address: null },
    wallets: null,
    status: fact(STATUSES[n % STATUSES.length] ?? 'live'),
    snapshot: {
      block: n % 3 === 0 ? fact(20_000_000 + spread(n, 4, 2_000_000)) : null,
      date: n % 4 === 0 ? null : fact(day(todayMs, spread(n, 5, 200) - 100)),
    },
    distribution: { tokens: null, wallets: null, totalSupply: null },
    links: { site: `https://example.com/${id}` },
    sources: {},
    events: [madeUpEvent(n, todayMs)],
    value: {
      fdvUsd: n % 7 === 0 ? null : fact([(1 + spread(n, 6, 40)) * 1e7, (50 + spread(n, 7, 90)) * 1e7]),
      supplyShare: fact([0.03, 0.12]),
      eligibleWallets: fact([wallets, 3 * wallets]),
      allocation: fact('points'),
      haircut: fact(0.9),
      probability: fact(0.2 + spread(n, 8, 70) / 100),
      priceUsd: null,
    },
    cost: {
      gasUsd: fact(spread(n, 9, 40)),
      feesUsd: fact(2.5),
      capitalUsd: fact(100),
      days: fact(30),
      subscriptionsUsd: null,
    },
    effort: {
      minutes: fact(10 + spread(n, 10, 200)),
      tasks: fact(5),
      identity: fact(n % 6 === 0),
      recurring: null,
      technical: null,
    },
    legit: { team: evidence(n, 11), audits: evidence(n, 12), use: evidence(n, 13) },
    caps: [],
    notes: null,
  };
}

function madeUpEvent(n: number, todayMs: number): EventDefinition {
  const startsIn = spread(n, 14, 120) - 30;
  return {
    key: 'claim-1',
    type: 'claim',
    title: 'Claim window',
    startsAt: day(todayMs, startsIn),
    endsAt: day(todayMs, startsIn + 60),
    precision: 'day',
    status: 'confirmed',
    block: null,
    phase: null,
    url: null,
    source: { kind: 'official', url: 'https://example.com/docs', at: '2026-08-01' },
  };
}

/** A pseudo-random number below `bound` (Knuth's multiplicative hash). */
function spread(n: number, salt: number, bound: number): number {
  return (Math.imul(n * 31 + salt, 2_654_435_761) >>> 8) % bound;
}

function fact<T>(value: T): Fact<T> {
  return { value, source: null };
}

function evidence(n: number, salt: number): LegitEvidence {
  return { score: spread(n, salt, 101) / 100, url: null, checkedAt: '2026-08-01' };
}

const day = (todayMs: number, days: number): string => new Date(todayMs + days * DAY_MS).toISOString();
