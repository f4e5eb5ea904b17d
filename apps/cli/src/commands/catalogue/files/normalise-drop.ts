import {
  type ClaimDefinition,
  type CostDefinition,
  type DistributionDefinition,
  type DropDefinition,
  type EffortDefinition,
  type EventDefinition,
  type Fact,
  isDayOrFiner,
  type OutcomeDefinition,
  payoutOpensAt,
  type Provenance,
  type Range,
  type TokensPerWallet,
  type ValueDefinition,
} from '@droptrack/catalogue';
import { parseClaims } from '@droptrack/claims';
import type { DropChecker } from '@droptrack/contracts';
import { KNOWN_AMOUNT_NAMES } from '@droptrack/scoring';
import { toUtc, writtenPrecision } from './instants';
import { mapFact, readFact, resolveSource } from './provenance';
import type { RawClaim, RawDrop, RawEvent, RawEvidence, RawFact, RawRange, RawTokensPerWallet } from './raw-drop';

/**
 * Definition of a drop from the data of its catalogue file: each fact with its effective source, times in UTC, defaults
 * filled in, missing values null.
 *
 * @param raw - data that has passed the schema and `checkDrop`.
 */
export function normaliseDrop(raw: RawDrop): DropDefinition {
  const source = resolveSource(raw, null);
  const token = readToken(raw.token, source);
  const events = (raw.events ?? []).map((event) => normaliseEvent(event, source));
  return {
    id: raw.id,
    name: raw.name,
    chain: readChain(raw.chain, source),
    token,
    wallets: raw.wallets ?? null,
    ...(raw.l1_aliases === true && { l1Aliases: true as const }),
    status: readFact(raw.status, source),
    snapshot: normaliseSnapshot(raw.snapshot, events, source),
    distribution: readDistribution(raw.distribution, source),
    ...normaliseClaims(raw.claim, token.address?.value ?? null, source),
    links: raw.links ?? {},
    ...(raw.official_domains && { officialDomains: raw.official_domains }),
    sources: raw.sources ?? {},
    events,
    value: normaliseValue(raw.value, source),
    ...normaliseOutcome(raw.outcome, events, source),
    cost: normaliseCost(raw.cost, source),
    effort: normaliseEffort(raw.effort, source),
    legit: normaliseLegit(raw.legit),
    caps: raw.caps ?? [],
    notes: raw.notes ?? null,
  };
}

function readChain(raw: RawDrop['chain'], source: Provenance | null): Fact<string> {
  return typeof raw === 'string' ? { value: raw, source } : { value: raw.value, source: resolveSource(raw, source) };
}

function readToken(raw: RawDrop['token'] = {}, fileSource: Provenance | null): DropDefinition['token'] {
  const source = resolveSource(raw, fileSource);
  return {
    symbol: readFact(raw.symbol, source),
    decimals: readFact(raw.decimals, source),
    address: readFact(raw.address, source),
  };
}

function readDistribution(raw: RawDrop['distribution'] = {}, fileSource: Provenance | null): DistributionDefinition {
  const source = resolveSource(raw, fileSource);
  return {
    tokens: readFact(raw.tokens, source),
    wallets: readFact(raw.wallets, source),
    totalSupply: readFact(raw.total_supply, source),
    // Omitted rather than null, so that a drop without them stays equal to its stored definition.
    ...withoutNull({
      claimed: readFact(raw.claimed, source),
      method: readFact(raw.method, source),
      checker: readChecker(raw.checker, source),
    }),
  };
}

function readChecker(
  raw: NonNullable<RawDrop['distribution']>['checker'],
  groupSource: Provenance | null,
): Fact<DropChecker> | null {
  if (raw === undefined || raw === null) return null;
  const { url, kind, list } = raw;
  return { value: { url, kind, list }, source: resolveSource(raw, groupSource) };
}

/** Members that are not null. */
const withoutNull = <T extends object>(members: T): { readonly [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null)) as never;

/**
 * Calls that report whether a wallet of a list has claimed: the contract as CAIP-10, the check as a function signature.
 * Without calls, members are omitted rather than null, so that a drop stays equal to its stored definition.
 *
 * @param tokenAsset - CAIP-19 of the drop's token; null if unknown.
 */
function normaliseClaims(
  raw: RawClaim | undefined,
  tokenAsset: string | null,
  fileSource: Provenance | null,
): Pick<DropDefinition, 'claim' | 'listClaims'> {
  if (raw === undefined) return {};
  const source = resolveSource(raw, fileSource);
  const { claim, listClaims } = parseClaims(raw, tokenAsset);
  const lists = Object.entries(listClaims).map(([name, each]): [string, ClaimDefinition] => {
    const own = raw.lists?.[name] ?? {};
    return [name, withRoot(each, own.root, resolveSource(own, source))];
  });
  return {
    ...(claim !== null && { claim: withRoot(claim, raw.root, source) }),
    ...(lists.length > 0 && { listClaims: Object.fromEntries(lists) }),
  };
}

function withRoot(
  claim: Omit<ClaimDefinition, 'source' | 'root'>,
  root: RawFact<string> | undefined,
  source: Provenance | null,
): ClaimDefinition {
  const fact = readFact(root, source);
  return { ...claim, ...(fact !== null && { root: fact }), source };
}

/** An event with its defaults filled in and its times in UTC. */
export function normaliseEvent(raw: RawEvent, fileSource: Provenance | null): EventDefinition {
  const endsAt = raw.ends_at ?? null;
  return {
    key: raw.id,
    type: raw.type,
    title: raw.title,
    startsAt: toUtc(raw.starts_at),
    endsAt: endsAt === null ? null : toUtc(endsAt),
    precision: raw.precision ?? writtenPrecision(raw.starts_at),
    status: raw.status ?? 'confirmed',
    block: raw.block ?? null,
    phase: raw.phase ?? null,
    url: raw.url ?? null,
    source: resolveSource(raw, fileSource),
  };
}

/**
 * Snapshot as declared in the file. A missing date or block is taken from the calendar if that has exactly one confirmed
 * snapshot event with a known day; with several it is undecidable which one applies.
 */
function normaliseSnapshot(
  raw: RawDrop['snapshot'] = {},
  events: readonly EventDefinition[],
  fileSource: Provenance | null,
): DropDefinition['snapshot'] {
  const source = resolveSource(raw, fileSource);
  const block = readFact(raw.block, source);
  const date = mapFact(readFact(raw.date, source), toUtc);
  const [event, ...others] = events.filter(({ type, status }) => type === 'snapshot' && status === 'confirmed');
  if (event === undefined || others.length > 0 || !isDayOrFiner(event.precision)) return { block, date };
  return {
    block: block ?? (event.block === null ? null : { value: event.block, source: event.source }),
    date: date ?? { value: event.startsAt, source: event.source },
  };
}

/** Inputs of the expected value. */
export function normaliseValue(raw: RawDrop['value'] = {}, fileSource: Provenance | null): ValueDefinition {
  const source = resolveSource(raw, fileSource);
  const tokensPerWallet = readAmounts(raw.tokens_per_wallet, source);
  return {
    fdvUsd: mapFact(readFact(raw.fdv_usd, source), toRange),
    supplyShare: mapFact(readFact(raw.supply_share, source), toRange),
    eligibleWallets: mapFact(readFact(raw.eligible_wallets, source), toRange),
    allocation: readFact(raw.allocation, source),
    haircut: readFact(raw.haircut, source),
    probability: readFact(raw.probability, source),
    priceUsd: readFact(raw.price_usd, source),
    ...(tokensPerWallet !== null && { tokensPerWallet }),
  };
}

/** Known amounts per wallet in ascending order, with their common source; null without any. */
function readAmounts(
  raw: RawTokensPerWallet | null | undefined,
  inherited: Provenance | null,
): Fact<TokensPerWallet> | null {
  if (raw === null || raw === undefined) return null;
  const known = KNOWN_AMOUNT_NAMES.flatMap((name) => {
    const amount = raw[name] ?? null;
    return amount === null ? [] : [[name, amount] as const];
  });
  return known.length === 0 ? null : { value: Object.fromEntries(known), source: resolveSource(raw, inherited) };
}

/** Observed outcome; no member without any fact, so that a drop stays equal to its stored definition. */
function normaliseOutcome(
  raw: RawDrop['outcome'] = {},
  events: readonly EventDefinition[],
  fileSource: Provenance | null,
): { readonly outcome?: OutcomeDefinition } {
  const source = resolveSource(raw, fileSource);
  const openedAt = payoutOpensAt(events);
  const facts = {
    openingUsd: readFact(raw.opening_usd, source),
    day1Usd: readFact(raw.day_1_usd, source),
    day7Usd: readFact(raw.day_7_usd, source),
    day30Usd: readFact(raw.day_30_usd, source),
    day90Usd: readFact(raw.day_90_usd, source),
    highUsd: readFact(raw.high_usd, source),
    claimedShare: readFact(raw.claimed_share, source),
  };
  const isUnknown = openedAt === null || Object.values(facts).every((fact) => fact === null);
  return isUnknown ? {} : { outcome: { openedAt, ...facts } };
}

/** Inputs of the cost of participation. */
export function normaliseCost(raw: RawDrop['cost'] = {}, fileSource: Provenance | null): CostDefinition {
  const source = resolveSource(raw, fileSource);
  return {
    gasUsd: readFact(raw.gas_usd, source),
    feesUsd: readFact(raw.fees_usd, source),
    capitalUsd: readFact(raw.capital_usd, source),
    days: readFact(raw.days, source),
    subscriptionsUsd: readFact(raw.subscriptions_usd, source),
  };
}

/** Inputs of the effort of participation. */
export function normaliseEffort(raw: RawDrop['effort'] = {}, fileSource: Provenance | null): EffortDefinition {
  const source = resolveSource(raw, fileSource);
  return {
    minutes: readFact(raw.minutes, source),
    tasks: readFact(raw.tasks, source),
    identity: readFact(raw.identity, source),
    recurring: readFact(raw.recurring, source),
    technical: readFact(raw.technical, source),
  };
}

/** Evidence by component; a missing component is unknown. */
export function normaliseLegit(raw: RawDrop['legit'] = {}): DropDefinition['legit'] {
  return Object.fromEntries(Object.entries(raw).map(([component, evidence]) => [component, toEvidence(evidence)]));
}

const toEvidence = ({ score, url, checked_at, note }: RawEvidence) => ({
  score,
  url,
  checkedAt: checked_at,
  // Omitted rather than null, so that evidence without it stays equal to its stored definition.
  ...(note !== undefined && { note }),
});

/** Range of a value; a single number has no spread. */
function toRange(raw: RawRange): Range {
  const [p10, p90] = typeof raw === 'number' ? [raw] : raw;
  return [p10 ?? NaN, p90 ?? p10 ?? NaN];
}
