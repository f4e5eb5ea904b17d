import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import type { AllocationRow, EligibilityFacts } from './facts';
import { AT, EVM, exclusions, list, SOLANA } from './testing';

const anyAmount = fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }));
const anyPart = fc.record({ reason: fc.constantFrom('bridge', 'swap'), amount: anyAmount.map(String) });
export const anyClaim = fc.option(fc.record({ isClaimed: fc.boolean(), claimedAmount: fc.option(anyAmount) }));
const anyProof = fc.option(
  fc.integer({ min: 0, max: 9 }).map((index) => ({
    format: 'uniswap' as const,
    root: `0x${'ab'.repeat(32)}`,
    root_published: true,
    index,
    proof: [],
  })),
);
const anyRow: fc.Arbitrary<AllocationRow> = fc.record({
  amount: anyAmount.map(String),
  breakdown: fc.array(anyPart, { maxLength: 2 }),
  proof: anyProof,
  claimState: anyClaim,
});
/** Active lists of one kind with distinct names, the unnamed one first. */
const anyNames = fc.subarray(['', 'season-1', 'season-2']);
const anyAllocations = anyNames.chain((names) =>
  fc.tuple(
    ...names.map((name, i) =>
      fc.array(anyRow, { maxLength: 3 }).map((entries) => {
        const named = list({ list_id: i + 1, version: i + 1, ...(name !== '' && { name }) });
        return { list: named, entries };
      }),
    ),
  ),
);

const TOKEN = 10n ** 18n;
/** Figures of lists, and of the catalogue for all of them; many are near the tolerance. */
const anyCount = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 80, max: 120 }));
const anyFigures = fc.record({ wallets: anyCount, total: anyCount.map((tokens) => String(BigInt(tokens) * TOKEN)) });
export const anyDistribution = fc.record({
  tokens: fc.option(anyCount.map((tokens) => fact(String(tokens)))),
  wallets: fc.option(anyCount.map((wallets) => fact(wallets))),
  totalSupply: fc.constant(null),
});
/** Allocation lists with any figures, some of them parts or without rows that had errors. */
export const anySizedAllocations = anyAllocations.chain((allocations) =>
  fc.tuple(
    ...allocations.map(({ list: named, entries }) =>
      fc
        .record({ figures: anyFigures, part: fc.boolean(), left_out: fc.constantFrom(0, 0, 0, 2) })
        .map(({ figures, part, left_out }) => ({
          list: { ...named, ...figures, ...(part && { part }), ...(left_out > 0 && { left_out }) },
          entries,
        })),
    ),
  ),
);
/** True if no figure of the catalogue is more than 10 % above that of the lists, no row was left out, and the lists can be all. */
export function areComplete({ allocations, definition: { distribution } }: EligibilityFacts): boolean {
  const lists = allocations.map(({ list: named }) => named);
  const { wallets, tokens } = distribution;
  const listed = lists.reduce((sum, each) => sum + each.wallets, 0);
  const total = lists.reduce((sum, each) => sum + Number(BigInt(each.total) / TOKEN), 0);
  if (wallets !== null && listed < wallets.value * 0.9 - 1e-9) return false;
  if (tokens !== null && total < Number(tokens.value) * 0.9 - 1e-9) return false;
  if (lists.some(({ left_out = 0 }) => left_out > 0)) return false;
  if (wallets !== null || tokens !== null) return lists.length > 0;
  return lists.some(({ name = '', part = false }) => name === '' && !part);
}

/** Any facts about a wallet and a drop. */
export const anyFacts: fc.Arbitrary<EligibilityFacts> = fc.record({
  wallet: fc.constantFrom(EVM, SOLANA),
  status: fc.constantFrom('upcoming' as const, 'live' as const, 'tge' as const),
  atMs: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map(Number),
  definition: fc
    .tuple(fc.constantFrom('linea', 'solana', 'near'), fc.option(fc.constant(AT)))
    .map(([chain, date]) =>
      dropDefinition({ chain: fact(chain), snapshot: { block: null, date: date === null ? null : fact(date) } }),
    ),
  allocations: anyAllocations,
  exclusions: fc.array(fc.boolean().map(exclusions), { maxLength: 2 }).map((groups) => groups.flat()),
});
