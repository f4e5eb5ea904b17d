import {
  type DefinitionBody,
  type DropBody,
  deriveCost,
  deriveDrop,
  type DropDefinition,
  type Fact,
  factSource,
  type ListEntry,
  type Observations,
  officialDomainsOf,
  publishedChecker,
  publishedLinks,
  walletFamilies,
  withMarket,
} from '@droptrack/catalogue';
import {
  type Drop,
  type DropChecker,
  type DropExplanation,
  type ExplainedCost,
  type ExplainedCostInput,
  type ExplainedFact,
  type ExplainedHype,
  type ExplainedLink,
  isSampleDropId,
} from '@droptrack/contracts';
import { listGapOf } from '@droptrack/eligibility';
import { DEFAULT_RULESET, InvalidInputError, KNOWN_AMOUNT_NAMES, type Ruleset } from '@droptrack/scoring';
import type { ScoreState } from '../hype/hype.presenter';
import { presentExpectedValue } from './expected-value.presenter';
import { presentLists } from './lists.presenter';
import { presentDifficulty, presentLegit, presentReward } from './ratings.presenter';

/** Inputs of a derivation besides the drop's definition. */
interface FiguresBasis {
  /** Instant of the derivation, in milliseconds since the epoch. */
  readonly atMs: number;
  /** Active list at that instant; null without one. */
  readonly list: ListEntry | null;
  /** Observed inputs, which may have expired; none if absent. */
  readonly market?: Observations | null;
  /** The default ruleset if absent. */
  readonly ruleset?: Ruleset;
}

/** Published figures that are not derived from the definition. */
type PublishedFigures = Pick<Drop, 'status' | 'hype_score' | 'hype_delta_7d'>;

/**
 * Derivation of a drop's figures, in the order of the contract; the response adds `as_of`.
 *
 * @param lists - all active allocation lists, of which the figures use at most the unnamed one.
 */
export function presentExplanation(
  drop: PublishedFigures,
  hype: ScoreState,
  { origin, definition: declared }: DefinitionBody,
  { atMs, list, market = null, ruleset = DEFAULT_RULESET }: FiguresBasis,
  lists: readonly ListEntry[],
): Omit<DropExplanation, 'as_of'> {
  const definition = withMarket(declared, market, atMs);
  const expected = presentExpectedValue(definition, list, ruleset);
  const pinnedBy = definition.status?.source ?? null;
  return {
    drop: definition.id,
    name: definition.name,
    sample: isSampleDropId(definition.id),
    origin,
    ruleset: ruleset.version,
    status: {
      value: drop.status,
      pinned: definition.status !== null,
      source: pinnedBy === null ? null : factSource(pinnedBy),
    },
    wallets: [...walletFamilies(definition)],
    hype: presentHype(drop, hype),
    ev_usd: expected,
    rating: {
      reward: presentReward(definition, expected.p50, ruleset),
      legit: presentLegit(definition, atMs, ruleset),
      difficulty: presentDifficulty(definition, ruleset),
    },
    cost_usd: presentCost(definition, ruleset),
    lists: presentLists(lists),
    lists_gap: listGapOf(lists, definition),
    facts: presentFacts(definition),
    links: presentLinks(definition),
    official_domains: officialDomainsOf(definition).map(({ domain, page }) => ({ domain, page })),
    notes: definition.notes,
  };
}

/**
 * Selects the basis from which the published figures of a drop were derived.
 *
 * A list becomes active, and evidence and observations expire, shortly before the drop is recomputed. Until then, the explanation must
 * match the published figures, not the upcoming ones.
 *
 * @param candidates - most likely first; the first is the fallback if none matches.
 */
export function publishedBasis(
  drop: Drop,
  { definition }: DefinitionBody,
  candidates: readonly [FiguresBasis, ...FiguresBasis[]],
): FiguresBasis {
  const published = figuresOf(drop);
  const hype = { score: drop.hype_score, delta7d: drop.hype_delta_7d, confidence: drop.hype_confidence };
  const matches = ({ atMs, list, market = null, ruleset }: FiguresBasis): boolean => {
    const from = { atMs, hype, published: list, ...(ruleset && { ruleset }) };
    try {
      return figuresOf(deriveDrop(withMarket(definition, market, atMs), from)) === published;
    } catch (error) {
      // No figure can be derived with such a list, so the drop keeps those without it.
      if (error instanceof InvalidInputError) return false;
      throw error;
    }
  };
  return candidates.find(matches) ?? candidates[0];
}

/** Figures of a drop as comparable text. */
const figuresOf = ({ rating, ev_usd: ev, cost_usd: cost }: Pick<DropBody, 'rating' | 'ev_usd' | 'cost_usd'>): string =>
  JSON.stringify([rating.reward, rating.legit, rating.difficulty, ev.p50, ev.p10, ev.p90, cost]);

/** Hype of a drop as it is published, with the state of its score. */
function presentHype(drop: PublishedFigures, state: ScoreState): ExplainedHype {
  return {
    score: drop.hype_score,
    confidence: state.confidence,
    momentum: state.momentum,
    delta_7d: state.delta7d === null ? null : drop.hype_delta_7d,
    ruleset: state.ruleset,
  };
}

/** Derivation of the cost with all terms, known or unknown. */
function presentCost(definition: DropDefinition, ruleset: Ruleset): ExplainedCost {
  const { usd, parts } = deriveCost(definition, ruleset);
  const { gasUsd, feesUsd, capitalUsd, days, subscriptionsUsd } = definition.cost;
  return {
    usd,
    terms: [
      { id: 'gas', usd: parts.gas, inputs: [costInput('gas_usd', gasUsd)] },
      { id: 'fees', usd: parts.fees, inputs: [costInput('fees_usd', feesUsd)] },
      { id: 'capital', usd: parts.capital, inputs: [costInput('capital_usd', capitalUsd), costInput('days', days)] },
      { id: 'subscriptions', usd: parts.subscriptions, inputs: [costInput('subscriptions_usd', subscriptionsUsd)] },
    ],
  };
}

function costInput(id: ExplainedCostInput['id'], fact: Fact<number> | null): ExplainedCostInput {
  if (fact === null) return { id, value: null, source: null };
  return { id, value: fact.value, source: fact.source === null ? null : factSource(fact.source) };
}

type StatedFact = readonly [path: string, fact: Fact<string | number> | null];

/** Members of a checker as facts of its source. */
function checkerFacts(checker: Fact<DropChecker> | undefined): StatedFact[] {
  if (checker === undefined) return [];
  const { value, source } = checker;
  return (['url', 'kind', 'list'] as const).map((name) => [
    `distribution.checker.${name}`,
    { value: value[name], source },
  ]);
}

/** Declared facts that are not inputs of the figures, and the price, with their sources. Unknown facts are omitted. */
function presentFacts(definition: DropDefinition): ExplainedFact[] {
  const { chain, token, snapshot, distribution, value, outcome } = definition;
  const stated: readonly StatedFact[] = [
    ['chain', chain],
    ['token.symbol', token.symbol],
    ['token.decimals', token.decimals],
    ['token.address', token.address],
    ['snapshot.block', snapshot.block],
    ['snapshot.date', snapshot.date],
    ['distribution.tokens', distribution.tokens],
    ['distribution.wallets', distribution.wallets],
    ['distribution.total_supply', distribution.totalSupply],
    ['distribution.claimed', distribution.claimed ?? null],
    ['distribution.method', distribution.method ?? null],
    ...checkerFacts(publishedChecker(definition)),
    ['value.price_usd', value.priceUsd],
    ...amountsOf(value),
    ['outcome.opening_usd', outcome?.openingUsd ?? null],
    ['outcome.day_1_usd', outcome?.day1Usd ?? null],
    ['outcome.day_7_usd', outcome?.day7Usd ?? null],
    ['outcome.day_30_usd', outcome?.day30Usd ?? null],
    ['outcome.day_90_usd', outcome?.day90Usd ?? null],
    ['outcome.high_usd', outcome?.highUsd ?? null],
    ['outcome.claimed_share', outcome?.claimedShare ?? null],
  ];
  return stated.flatMap(([path, fact]) =>
    fact === null ? [] : [{ path, value: fact.value, source: fact.source === null ? null : factSource(fact.source) }],
  );
}

/** Known amounts per wallet, each as a fact. */
function amountsOf({ tokensPerWallet }: DropDefinition['value']): [string, Fact<string>][] {
  if (tokensPerWallet === undefined) return [];
  const { value, source } = tokensPerWallet;
  return KNOWN_AMOUNT_NAMES.flatMap((name) => {
    const amount = value[name];
    return amount === undefined ? [] : [[`value.tokens_per_wallet.${name}`, { value: amount, source }]];
  });
}

/** Links sorted by name, because the database does not preserve their order. */
function presentLinks(definition: DropDefinition): ExplainedLink[] {
  return publishedLinks(definition)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, url]) => ({ name, url }));
}
