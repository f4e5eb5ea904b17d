import {
  deriveExpectedValue,
  type DropDefinition,
  type Fact,
  factSource,
  type ListEntry,
  quantileOf,
  valueBasis,
} from '@droptrack/catalogue';
import type {
  AllocationBasis,
  ExplainedExpectedValue,
  ExplainedInput,
  ExplainedList,
  ExplainedQuantile,
  ExplainedRange,
} from '@droptrack/contracts';
import {
  type Allocation,
  type ExpectedValue,
  isKnownAllocation,
  KNOWN_AMOUNT_NAMES,
  type LognormalRange,
  type Ruleset,
} from '@droptrack/scoring';
import { presentListFacts } from './lists.presenter';

type Inputs = ExplainedExpectedValue['inputs'];

/** Derivation of the expected value, with the published list if it is used. */
export function presentExpectedValue(
  definition: DropDefinition,
  list: ListEntry | null,
  ruleset: Ruleset,
): ExplainedExpectedValue {
  const expected = deriveExpectedValue(definition, list, ruleset);
  const { p50, p10, p90, lognormal } = expected;
  return {
    basis: valueBasis(definition, expected),
    p50,
    p10,
    p90,
    inputs: presentInputs(definition, list, expected),
    lognormal: lognormal === null ? null : { mean: lognormal.mean, spread: lognormal.spread },
    list: list === null ? null : presentList(list),
  };
}

/** Paths of the facts from which unstated inputs are derived. */
const FOLLOWS_FROM = {
  fdvUsd: ['value.price_usd', 'distribution.total_supply'],
  supplyShare: ['distribution.tokens', 'distribution.total_supply'],
  claimedShare: ['distribution.claimed', 'distribution.total_supply'],
  listedShare: ['distribution.total_supply'],
  eligibleWallets: ['distribution.wallets'],
  probability: ['distribution.tokens', 'distribution.wallets'],
  claimedProbability: ['distribution.claimed'],
  tokensUsd: ['value.price_usd'],
} as const;

/** Basis of each input, with the same precedence as the derivation: list, statement, other facts. */
function presentInputs(definition: DropDefinition, list: ListEntry | null, { used }: ExpectedValue): Inputs {
  const { value } = definition;
  const listed = {
    share: list !== null && listedShare(definition, list) !== null,
    wallets: list !== null && list.wallets > 0,
    spread: list !== null && list.spread !== null,
  };
  const share = listed.share ? LISTED(FOLLOWS_FROM.listedShare) : statedInput(value.supplyShare);
  const wallets = listed.wallets ? LISTED() : statedInput(value.eligibleWallets);
  const probability = list === null ? statedInput(value.probability) : LISTED();
  const isClaimed = definition.distribution.claimed !== undefined;
  return {
    fdv_usd: range(statedInput(value.fdvUsd), used.fdvUsd, FOLLOWS_FROM.fdvUsd),
    supply_share: range(share, used.supplyShare, FOLLOWS_FROM[isClaimed ? 'claimedShare' : 'supplyShare']),
    eligible_wallets: range(wallets, used.eligibleWallets, FOLLOWS_FROM.eligibleWallets),
    allocation: presentAllocation(definition, listed.spread, used),
    haircut: { value: used.haircut, ...(statedInput(value.haircut) ?? DEFAULT) },
    probability: {
      value: used.probability,
      ...(probability ??
        (used.probability === null
          ? UNKNOWN
          : derivedFrom(FOLLOWS_FROM[isClaimed ? 'claimedProbability' : 'probability']))),
    },
    tokens_usd: range(LISTED(FOLLOWS_FROM.tokensUsd), used.tokensUsd, []),
  };
}

/** Distribution over the wallets, with the known amounts that it consists of or is bounded by. */
function presentAllocation(
  { value }: DropDefinition,
  isListed: boolean,
  { allocation, tokensPerWallet }: ExpectedValue['used'],
): Inputs['allocation'] {
  const known = KNOWN_AMOUNT_NAMES.filter((name) => (tokensPerWallet?.[name] ?? null) !== null);
  const stated = isKnownAllocation(allocation) ? (value.tokensPerWallet ?? null) : value.allocation;
  return {
    value: allocationBasis(allocation),
    ...(isListed ? LISTED() : (statedInput(stated) ?? DEFAULT)),
    from: known.map((name) => `value.tokens_per_wallet.${name}`),
  };
}

const allocationBasis = (allocation: Allocation): AllocationBasis => {
  if (typeof allocation === 'string') return allocation;
  if (isKnownAllocation(allocation)) return 'stated';
  return 'quantiles' in allocation ? 'empirical' : 'list';
};

const UNKNOWN: ExplainedInput = { basis: 'unknown', source: null, from: [] };
const DEFAULT: ExplainedInput = { basis: 'default', source: null, from: [] };
const LISTED = (from: readonly string[] = []): ExplainedInput => ({ basis: 'list', source: null, from: [...from] });
const derivedFrom = (from: readonly string[]): ExplainedInput => ({ basis: 'derived', source: null, from: [...from] });

/** Declared or observed input; null if it is neither. */
function statedInput(fact: Fact<unknown> | null): ExplainedInput | null {
  if (fact === null) return null;
  const { source } = fact;
  const basis = source?.observedAt === undefined ? 'stated' : 'observed';
  return { basis, source: source === null ? null : factSource(source), from: [] };
}

function range(input: ExplainedInput | null, used: LognormalRange | null, from: readonly string[]): ExplainedRange {
  if (used === null) return { p10: null, p90: null, ...UNKNOWN };
  const [p10, p90] = used;
  return { p10, p90, ...(input ?? derivedFrom(from)) };
}

/** Share of the total supply that the list distributes; null if it cannot be computed. */
function listedShare(definition: DropDefinition, list: ListEntry): LognormalRange | null {
  const { wallets, totalSupply } = definition.distribution;
  const bare: DropDefinition = {
    ...definition,
    value: { ...definition.value, supplyShare: null },
    distribution: { tokens: null, wallets, totalSupply },
  };
  return deriveExpectedValue(bare, list).used.supplyShare;
}

const presentList = (list: ListEntry): ExplainedList => ({
  ...presentListFacts(list),
  quantiles: presentQuantiles(list),
});

/** Quantiles of a list; of one from before they were stored, those of its spread. */
function presentQuantiles({ quantiles, spread }: ListEntry): ExplainedQuantile[] {
  if (quantiles !== undefined) return quantiles.map(({ p, amount }) => ({ p, amount }));
  if (spread === null) return [];
  const { q10, median, q90 } = spread;
  return [quantileOf(0.1, q10), quantileOf(0.5, median), quantileOf(0.9, q90)];
}
