import {
  type Cost,
  costUsd,
  DEFAULT_RULESET,
  type DifficultyRating,
  type ExpectedValue,
  expectedValueUsd,
  type LegitEvidenceInput,
  type LegitPart,
  type LegitRating,
  type LognormalRange,
  type PublishedAllocations,
  rateDifficulty,
  rateLegit,
  type Ruleset,
} from '@droptrack/scoring';
import { type DropDefinition, type Fact, findingOf, LEGIT_COMPONENTS } from '../definition';
import { exactShareOf, givenShareOf, numberOf } from './given-tokens';
import { knownAmountsOf, tokenPriceOf } from './known-amounts';

/** Published allocation list, in base units of the token. */
export interface PublishedList {
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  /** Base units of one token are 10 to this power; null while unknown. */
  readonly decimals: number | null;
  /** Distribution of the amounts, rounded to doubles; null if some are 0. */
  readonly spread: PublishedAllocations | null;
  /** True for a list that is a part of the published one; absent for a whole one. */
  readonly part?: boolean;
}

/**
 * Derives the expected value of a drop from its definition and its active list.
 *
 * Wallets, total and spread of the list take precedence over declared values. Values that are not declared are derived
 * from the declared distribution: share and wallets exactly, the fully diluted value from price and supply, and the
 * probability as 1. The tokens that reached wallets count before those that were offered. The tokens of a list are valued at the
 * price while the supply is not declared. Derived values stay unknown when they are impossible, such as 0 tokens or more than the
 * supply.
 *
 * @throws {InvalidInputError} when a fact is outside its range.
 */
export function deriveExpectedValue(
  { value, distribution }: DropDefinition,
  published: PublishedList | null,
  ruleset: Ruleset = DEFAULT_RULESET,
): ExpectedValue {
  const totalSupply = numberOf(distribution.totalSupply);
  const wallets = valueOf(distribution.wallets);
  const price = valueOf(value.priceUsd);
  const givenOut = (distribution.claimed ?? null) !== null || (distribution.tokens !== null && wallets !== null);
  const listedTokens = published === null ? null : tokensOf(published);
  const listedUsd = listedTokens !== null && price !== null && totalSupply === null ? listedTokens * price : null;
  return expectedValueUsd(
    {
      fdvUsd: valueOf(value.fdvUsd) ?? exactly(price !== null && totalSupply !== null ? price * totalSupply : null),
      supplyShare: exactShareOf(listedTokens, totalSupply) ?? givenShareOf({ value, distribution }),
      tokensUsd: exactly(listedUsd),
      eligibleWallets: exactly(published?.wallets ?? null) ?? valueOf(value.eligibleWallets) ?? exactly(wallets),
      allocation: spreadOf(published) ?? valueOf(value.allocation),
      haircut: valueOf(value.haircut),
      probability: published !== null ? 1 : (valueOf(value.probability) ?? (givenOut ? 1 : null)),
      priceUsd: tokenPriceOf(value, totalSupply),
      tokensPerWallet: knownAmountsOf(value),
    },
    ruleset,
  );
}

function spreadOf(published: PublishedList | null): PublishedAllocations | null {
  const spread = published?.spread ?? null;
  return spread !== null && published?.part === true ? { ...spread, part: true } : spread;
}

/** Total of a list in whole tokens, rounded to a double; null while the decimals are unknown. */
function tokensOf({ total, decimals }: PublishedList): number | null {
  return decimals === null ? null : Number(total) / 10 ** decimals;
}

/**
 * Derives the cost of participation from a definition.
 *
 * @throws {InvalidInputError} when a fact is outside its range.
 */
export function deriveCost({ cost }: DropDefinition, ruleset: Ruleset = DEFAULT_RULESET): Cost {
  return costUsd(
    {
      gasUsd: valueOf(cost.gasUsd),
      feesUsd: valueOf(cost.feesUsd),
      capitalUsd: valueOf(cost.capitalUsd),
      days: valueOf(cost.days),
      subscriptionsUsd: valueOf(cost.subscriptionsUsd),
    },
    ruleset,
  );
}

/**
 * Derives the legitimacy rating of a drop at an instant from its definition.
 *
 * @throws {InvalidInputError} when a piece of evidence is outside 0 to 1.
 */
export function deriveLegit(
  { legit, caps }: DropDefinition,
  atMs: number,
  ruleset: Ruleset = DEFAULT_RULESET,
): LegitRating {
  const components: Partial<Record<LegitPart, LegitEvidenceInput>> = {};
  for (const id of LEGIT_COMPONENTS) {
    const evidence = legit[id];
    if (evidence === undefined) continue;
    const { score, checkedAt } = evidence;
    components[id] = { score, checkedAtMs: checkedAt === null ? null : Date.parse(checkedAt) };
  }
  return rateLegit({ components, findings: caps.map(findingOf) }, atMs, ruleset);
}

/**
 * Derives the difficulty of participation from a definition.
 *
 * @throws {InvalidInputError} when a fact is outside its range.
 */
export function deriveDifficulty(
  { effort, cost }: DropDefinition,
  ruleset: Ruleset = DEFAULT_RULESET,
): DifficultyRating {
  return rateDifficulty(
    {
      minutes: valueOf(effort.minutes),
      capitalUsd: valueOf(cost.capitalUsd),
      tasks: valueOf(effort.tasks),
      identity: valueOf(effort.identity),
      recurring: valueOf(effort.recurring),
      technical: valueOf(effort.technical),
    },
    ruleset,
  );
}

function valueOf<T>(fact: Fact<T> | null): T | null {
  return fact === null ? null : fact.value;
}

/** Range of a known value; null for 0, which a lognormal distribution cannot have, and above every double. */
function exactly(value: number | null): LognormalRange | null {
  return value === null || value === 0 || value > Number.MAX_VALUE ? null : [value, value];
}
