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
import { type DropDefinition, type Fact, LEGIT_COMPONENTS } from '../definition';

/** A published allocation list, in base units of the token where nothing else is said. */
export interface PublishedList {
  readonly wallets: number;
  /** Base units, an exact decimal string. */
  readonly total: string;
  /** Base units of one token are 10 to this power; null while unknown. */
  readonly decimals: number | null;
  /** Of single allocations, as near as a double comes; null where some are 0. */
  readonly spread: PublishedAllocations | null;
}

/**
 * Expected value of a drop, from what its definition says and, once there is one, from its list.
 *
 * What is not stated follows from what was given out, where that is known: the
 * share and the wallets exactly, the fully diluted value from price and supply,
 * and the probability, since it has happened. What follows stays unknown where it
 * makes no sense: nothing given out, or more than there is. A list in force is a
 * fact: its wallets, its total and its spread come before what was stated.
 *
 * @throws {InvalidInputError} when a fact is outside its range.
 */
export function deriveExpectedValue(
  { value, distribution }: DropDefinition,
  published: PublishedList | null,
  ruleset: Ruleset = DEFAULT_RULESET,
): ExpectedValue {
  const tokens = numberOf(distribution.tokens);
  const totalSupply = numberOf(distribution.totalSupply);
  const wallets = valueOf(distribution.wallets);
  const price = valueOf(value.priceUsd);
  const givenOut = tokens !== null && wallets !== null;
  const listed = published === null ? null : exactly(shareOf(tokensOf(published), totalSupply), 1);
  return expectedValueUsd(
    {
      fdvUsd: valueOf(value.fdvUsd) ?? exactly(price !== null && totalSupply !== null ? price * totalSupply : null),
      supplyShare: listed ?? valueOf(value.supplyShare) ?? exactly(shareOf(tokens, totalSupply), 1),
      eligibleWallets: exactly(published?.wallets ?? null) ?? valueOf(value.eligibleWallets) ?? exactly(wallets),
      allocation: published?.spread ?? valueOf(value.allocation),
      haircut: valueOf(value.haircut),
      probability: published !== null ? 1 : (valueOf(value.probability) ?? (givenOut ? 1 : null)),
    },
    ruleset,
  );
}

/** Whole tokens of a list, as near as a double comes; null while the token's decimals are unknown. */
function tokensOf({ total, decimals }: PublishedList): number | null {
  return decimals === null ? null : Number(total) / 10 ** decimals;
}

/**
 * What taking part in a drop costs, from what its definition says.
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
 * How well a drop's trustworthiness is shown at an instant, from its definition.
 *
 * @throws {InvalidInputError} when a piece of evidence is outside 0..1.
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
  return rateLegit({ components, findings: caps }, atMs, ruleset);
}

/**
 * How hard it is to take part in a drop, from its definition.
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

/** An exact decimal string, as near as a double comes. */
function numberOf(fact: Fact<string> | null): number | null {
  return fact === null ? null : Number(fact.value);
}

function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

/** A known figure as a range; null for 0 and above `max`, which no lognormal figure can be. */
function exactly(value: number | null, max = Number.MAX_VALUE): LognormalRange | null {
  return value === null || value === 0 || value > max ? null : [value, value];
}
