/** Fixtures of the tests of explanations; not imported by production code. */
import type { DropDefinition, Fact, ListBody, ListEntry, Provenance, Range } from '@droptrack/catalogue';
import { ALLOCATION_KINDS, deriveDrop, LEGIT_CAPS, LEGIT_COMPONENTS, presentDrop } from '@droptrack/catalogue';
import { dropDefinition } from '@droptrack/catalogue/testing';
import { DROP_STATUSES, SOURCE_KINDS } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { exampleState } from '../hype/hype.example';
import { presentExplanation } from './explain.presenter';

const day = fc.integer({ min: 0, max: 700 }).map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)); // prettier-ignore
const provenance: fc.Arbitrary<Provenance> = fc.record({
  kind: fc.constantFrom(...SOURCE_KINDS),
  url: fc.option(fc.constant('https://example.com/source')),
  at: fc.option(day),
});
/** Fact that is unknown in one of three cases; its source can be unknown as well. */
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Fact<T> | null> =>
  fc.option(fc.record({ value, source: fc.option(provenance) }), { freq: 2 });
const range = (max: number): fc.Arbitrary<Range> =>
  fc
    .tuple(fc.double({ min: 1e-6, max, noNaN: true }), fc.double({ min: 1e-6, max, noNaN: true }))
    .map(([a, b]) => (a < b ? [a, b] : [b, a]));
const amount = fc.double({ min: 0, max: 1e5, noNaN: true });
const tokens = fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String);

/** Definition with any combination of known and unknown facts. */
export const anyDefinition: fc.Arbitrary<DropDefinition> = fc
  .record({
    chain: fc.constantFrom('linea', 'solana', 'celestia', 'somewhere').map((value) => ({ value, source: null })),
    status: maybe(fc.constantFrom(...DROP_STATUSES)),
    token: fc.record({
      symbol: maybe(fc.constant('LINEA')),
      decimals: maybe(fc.nat({ max: 24 })),
      address: maybe(fc.constant('eip155:59144/erc20:0x0000000000000000000000000000000000000001')),
    }),
    snapshot: fc.record({
      block: maybe(fc.nat({ max: 1e9 })),
      date: maybe(day.map((text) => `${text}T00:00:00.000Z`)),
    }),
    distribution: fc.record({ tokens: maybe(tokens), wallets: maybe(fc.nat({ max: 1e6 })), totalSupply: maybe(tokens) }), // prettier-ignore
    links: fc.constantFrom({}, { site: 'https://example.com', docs: 'https://example.com/docs' }),
    value: fc.record({
      fdvUsd: maybe(range(1e11)),
      supplyShare: maybe(range(1)),
      eligibleWallets: maybe(range(1e7)),
      allocation: maybe(fc.constantFrom(...ALLOCATION_KINDS)),
      haircut: maybe(fc.double({ min: 0.01, max: 1, noNaN: true })),
      probability: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
      priceUsd: maybe(fc.double({ min: 1e-9, max: 1e4, noNaN: true })),
    }),
    cost: fc.record({
      gasUsd: maybe(amount),
      feesUsd: maybe(amount),
      capitalUsd: maybe(amount),
      days: maybe(fc.nat({ max: 2_000 })),
      subscriptionsUsd: maybe(amount),
    }),
    effort: fc.record({
      minutes: maybe(amount),
      tasks: maybe(fc.nat({ max: 40 })),
      identity: maybe(fc.boolean()),
      recurring: maybe(fc.boolean()),
      technical: maybe(fc.boolean()),
    }),
    legit: fc.dictionary(
      fc.constantFrom(...LEGIT_COMPONENTS),
      fc.record({
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        url: fc.option(fc.constant('https://example.com/evidence')),
        checkedAt: fc.option(day),
      }),
    ),
    caps: fc.uniqueArray(fc.constantFrom(...LEGIT_CAPS), { maxLength: 2 }),
    notes: fc.option(fc.string()),
  })
  .map(dropDefinition);

/** Active list with optional metadata. */
export const anyList: fc.Arbitrary<ListEntry> = fc
  .record({
    wallets: fc.nat({ max: 1e6 }),
    total: fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    decimals: fc.option(fc.nat({ max: 24 })),
    spread: fc.option(
      fc
        .tuple(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.double({ min: 1, max: 50, noNaN: true }))
        .map(([median, times]) => ({ median, mean: median * times, q10: median / times, q90: median * times })),
    ),
  })
  .map((over) => exampleList(over));

/** List of two wallets in the format of the log. */
export const LIST_BODY: ListBody = {
  drop: 'linea',
  kind: 'allocation',
  version: 1,
  list_id: 7,
  wallets: 2,
  total: '3000000000000000000',
  decimals: 18,
  sha256: 'ab'.repeat(32),
  url: 'https://example.com/list.csv',
  spread: { median: 1.5e18, mean: 1.5e18, q10: 1e18, q90: 2e18 },
};

/** The same list as active, with overrides. */
export const exampleList = (over: Partial<ListEntry> = {}): ListEntry => ({
  ...LIST_BODY,
  publishedAtMs: Date.UTC(2026, 7, 22, 9),
  ...over,
});

/** Instant of the examples. */
export const AT_MS = Date.UTC(2026, 7, 22, 10);
const hype = { score: 65, delta7d: 12, confidence: 0.86 };

/** Published drop and its explanation. */
export function both(definition = dropDefinition(), list: ListEntry | null = null, atMs = AT_MS) {
  const drop = presentDrop(deriveDrop(definition, { atMs, hype, published: list }), atMs);
  const lists = list === null ? [] : [list];
  return {
    drop,
    explained: presentExplanation(drop, exampleState(), { origin: 'catalogue', definition }, { atMs, list }, lists),
  };
}
