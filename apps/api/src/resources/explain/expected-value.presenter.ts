import { deriveExpectedValue, type DropDefinition, type Fact, factSource, type ListEntry } from '@droptrack/catalogue';
import type { ExplainedExpectedValue, ExplainedInput, ExplainedList, ExplainedRange } from '@droptrack/contracts';
import type { ExpectedValue, LognormalRange, Ruleset } from '@droptrack/scoring';

type Inputs = ExplainedExpectedValue['inputs'];

/** How the expected value of a drop comes about, with its published list if that is reckoned with. */
export function presentExpectedValue(
  definition: DropDefinition,
  list: ListEntry | null,
  ruleset: Ruleset,
): ExplainedExpectedValue {
  const expected = deriveExpectedValue(definition, list, ruleset);
  const { p50, p10, p90, lognormal } = expected;
  return {
    p50,
    p10,
    p90,
    inputs: presentInputs(definition, list, expected),
    lognormal: lognormal === null ? null : { mean: lognormal.mean, spread: lognormal.spread },
    list: list === null ? null : presentList(list),
  };
}

/** What a value follows from when it is not stated, in the paths of the explanation's facts. */
const FOLLOWS_FROM = {
  fdvUsd: ['value.price_usd', 'distribution.total_supply'],
  supplyShare: ['distribution.tokens', 'distribution.total_supply'],
  listedShare: ['distribution.total_supply'],
  eligibleWallets: ['distribution.wallets'],
  probability: ['distribution.tokens', 'distribution.wallets'],
} as const;

/** Which of list, statement and other facts gave each input: the order of precedence is that of the derivation. */
function presentInputs(definition: DropDefinition, list: ListEntry | null, { used }: ExpectedValue): Inputs {
  const { value } = definition;
  const listed = {
    share: list !== null && listedShare(definition, list) !== null,
    wallets: list !== null && list.wallets > 0,
    spread: list !== null && list.spread !== null,
  };
  const share = listed.share ? LISTED(FOLLOWS_FROM.listedShare) : said(value.supplyShare);
  const wallets = listed.wallets ? LISTED() : said(value.eligibleWallets);
  const probability = list === null ? said(value.probability) : LISTED();
  const { allocation } = used;
  return {
    fdv_usd: range(said(value.fdvUsd), used.fdvUsd, FOLLOWS_FROM.fdvUsd),
    supply_share: range(share, used.supplyShare, FOLLOWS_FROM.supplyShare),
    eligible_wallets: range(wallets, used.eligibleWallets, FOLLOWS_FROM.eligibleWallets),
    allocation: {
      value: typeof allocation === 'string' ? allocation : 'list',
      ...(listed.spread ? LISTED() : (said(value.allocation) ?? DEFAULT)),
    },
    haircut: { value: used.haircut, ...(said(value.haircut) ?? DEFAULT) },
    probability: {
      value: used.probability,
      ...(probability ?? (used.probability === null ? UNKNOWN : derivedFrom(FOLLOWS_FROM.probability))),
    },
  };
}

const UNKNOWN: ExplainedInput = { basis: 'unknown', source: null, from: [] };
const DEFAULT: ExplainedInput = { basis: 'default', source: null, from: [] };
const LISTED = (from: readonly string[] = []): ExplainedInput => ({ basis: 'list', source: null, from: [...from] });
const derivedFrom = (from: readonly string[]): ExplainedInput => ({ basis: 'derived', source: null, from: [...from] });

/** Null where nobody said. */
function said(fact: Fact<unknown> | null): ExplainedInput | null {
  if (fact === null) return null;
  return { basis: 'stated', source: fact.source === null ? null : factSource(fact.source), from: [] };
}

function range(input: ExplainedInput | null, used: LognormalRange | null, from: readonly string[]): ExplainedRange {
  if (used === null) return { p10: null, p90: null, ...UNKNOWN };
  const [p10, p90] = used;
  return { p10, p90, ...(input ?? derivedFrom(from)) };
}

/** The share that the list alone gives, against the token's supply; null where it gives none. */
function listedShare(definition: DropDefinition, list: ListEntry): LognormalRange | null {
  const bare: DropDefinition = {
    ...definition,
    value: { ...definition.value, supplyShare: null },
    distribution: { ...definition.distribution, tokens: null },
  };
  return deriveExpectedValue(bare, list).used.supplyShare;
}

function presentList({ version, wallets, total, decimals, sha256, url, publishedAtMs }: ListEntry): ExplainedList {
  return { version, wallets, total, decimals, sha256, url, published_at: new Date(publishedAtMs).toISOString() };
}
