import type {
  ClaimDefinition,
  DropDefinition,
  EventDefinition,
  Fact,
  OutcomeDefinition,
  Provenance,
  Range,
} from '@droptrack/catalogue';
import { writeInstant, writtenPrecision } from './instants';
import { isRecord, type RawSource, type Sourced } from './raw-drop';

/** Content of a catalogue file, in the order in which it is written. Members that are undefined are omitted. */
export type DropContent = Readonly<Record<string, unknown>>;

/**
 * Content of the catalogue file of a definition: the inverse of `normaliseDrop`. The source that most facts share is that
 * of the file, if every fact has one; a group whose facts share another one states it once.
 *
 * Equal sources are the same object, so that the file can state them once.
 */
export function denormaliseDrop(definition: DropDefinition): DropContent {
  const { token, snapshot, distribution, value, outcome, cost, effort, links, sources, events, legit } = definition;
  const writer = new FactWriter(commonSource(definition));
  return {
    id: definition.id,
    name: definition.name,
    ...writer.fileSource,
    chain: writer.fact(definition.chain),
    token: writer.group({ symbol: token.symbol, decimals: token.decimals, address: token.address }),
    wallets: definition.wallets ?? undefined,
    l1_aliases: definition.l1Aliases,
    status: writer.fact(definition.status),
    snapshot: writer.group({
      block: snapshot.block,
      date: mapValue(snapshot.date, (date) => writeInstant(date, true)),
    }),
    distribution: writer.group({
      tokens: distribution.tokens,
      wallets: distribution.wallets,
      total_supply: distribution.totalSupply,
      claimed: distribution.claimed ?? null,
      method: distribution.method ?? null,
      checker: distribution.checker ?? null,
    }),
    claim: claimsOf(definition, writer),
    links: nonEmpty(links),
    official_domains: definition.officialDomains,
    sources: nonEmpty(sources),
    events: nonEmpty(events.map((event) => ({ ...eventOf(event), ...writer.ownSource(event.source) }))),
    value: writer.group({
      fdv_usd: mapValue(value.fdvUsd, rangeOf),
      supply_share: mapValue(value.supplyShare, rangeOf),
      eligible_wallets: mapValue(value.eligibleWallets, rangeOf),
      allocation: value.allocation,
      haircut: value.haircut,
      probability: value.probability,
      price_usd: value.priceUsd,
      tokens_per_wallet: value.tokensPerWallet ?? null,
    }),
    outcome: outcome && writer.group(outcomeFactsOf(outcome)),
    cost: writer.group({
      gas_usd: cost.gasUsd,
      fees_usd: cost.feesUsd,
      capital_usd: cost.capitalUsd,
      days: cost.days,
      subscriptions_usd: cost.subscriptionsUsd,
    }),
    effort: writer.group({ ...effort }),
    legit: nonEmpty(legitOf(legit)),
    caps: nonEmpty(definition.caps),
    notes: definition.notes ?? undefined,
  };
}

/** Facts of an outcome by their keys; the time at which it began follows from the events. */
const outcomeFactsOf = (outcome: OutcomeDefinition) => ({
  opening_usd: outcome.openingUsd,
  day_1_usd: outcome.day1Usd,
  day_7_usd: outcome.day7Usd,
  day_30_usd: outcome.day30Usd,
  day_90_usd: outcome.day90Usd,
  high_usd: outcome.highUsd,
  claimed_share: outcome.claimedShare,
});

/** Most frequent source of the facts, events and claim; null if one of them has none, which a default would give it. */
function commonSource({ chain, token, status, snapshot, distribution, ...rest }: DropDefinition): Provenance | null {
  const { value, outcome, cost, effort, claim, listClaims = {}, events } = rest;
  const outcomes = outcome === undefined ? [] : Object.values(outcomeFactsOf(outcome));
  const groups = [token, snapshot, distribution, value, cost, effort].flatMap((group) => Object.values(group));
  const declared = [chain, status, ...groups, ...outcomes, claim, ...Object.values(listClaims), ...events].flatMap(
    (fact) => (fact ? [fact.source] : []),
  );
  const uses = new Map<string, number>();
  for (const source of declared) uses.set(sourceKey(source), (uses.get(sourceKey(source)) ?? 0) + 1);
  if (uses.has(sourceKey(null))) return null;
  return declared.reduce((most, source) =>
    (uses.get(sourceKey(source)) ?? 0) > (uses.get(sourceKey(most)) ?? 0) ? source : most,
  );
}

/** Equal for equal sources. */
const sourceKey = (source: Provenance | null): string =>
  source === null ? '' : JSON.stringify([source.kind, source.url, source.at]);

/** Converts facts to the form of a file. */
class FactWriter {
  private readonly written = new Map<string, Sourced>();

  /** @param inherited - source of the file; null without one. */
  constructor(private readonly inherited: Provenance | null) {}

  /** Default source of the file. */
  get fileSource(): Sourced {
    return this.inherited === null ? {} : this.sourceOf(this.inherited);
  }

  /** Source of an event or of a claim, unless it is the inherited one, by default that of the file. */
  ownSource(source: Provenance | null, inherited = this.inherited): Sourced {
    return source === null || isSame(source, inherited) ? {} : this.sourceOf(source);
  }

  fact<T>(fact: Fact<T> | null, inherited = this.inherited): unknown {
    if (fact === null) return undefined;
    const source = this.ownSource(fact.source, inherited);
    // A fact of several members has its source beside them.
    if (isRecord(fact.value)) return { ...fact.value, ...source };
    if (Object.keys(source).length === 0) return fact.value;
    return { value: fact.value, ...source };
  }

  group(facts: Readonly<Record<string, Fact<unknown> | null>>): DropContent | undefined {
    const sources = Object.values(facts).flatMap((fact) => (fact === null ? [] : [fact.source]));
    const [shared = null] = sources;
    if (sources.length === 0) return undefined;
    const isShared = sources.length > 1 && sources.every((source) => isSame(source, shared));
    const inherited = isShared ? shared : this.inherited;
    return {
      ...(isShared && this.ownSource(shared)),
      ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, this.fact(fact, inherited)])),
    };
  }

  private sourceOf(source: Provenance): Sourced {
    const known = this.written.get(sourceKey(source)) ?? sourceText(source);
    this.written.set(sourceKey(source), known);
    return known;
  }
}

const isSame = (a: Provenance | null, b: Provenance | null): boolean => sourceKey(a) === sourceKey(b);

/** A source as written. One that no file can state, such as an official page without a day, becomes another one. */
function sourceText({ kind, url, at }: Provenance): Sourced {
  if (kind === 'memory' || url === null) return { source: 'memory', ...(at !== null && { at }) };
  const source: RawSource = at === null ? url : { kind, url, at };
  return { source };
}

function mapValue<T, U>(fact: Fact<T> | null, convert: (value: T) => U): Fact<U> | null {
  return fact === null ? null : { value: convert(fact.value), source: fact.source };
}

const rangeOf = ([p10, p90]: Range): number | Range => (p10 === p90 ? p10 : [p10, p90]);

function claimsOf({ claim, listClaims = {}, token }: DropDefinition, writer: FactWriter): DropContent | undefined {
  const asset = token.address?.value ?? null;
  const rootOf = ({ root, source }: ClaimDefinition) => ({ root: writer.fact(root ?? null, source) });
  const own = claim && { ...claimOf(claim, asset), ...rootOf(claim), ...writer.ownSource(claim.source) };
  const lists = Object.entries(listClaims).map(([name, each]) => {
    const source = writer.ownSource(each.source, claim?.source);
    // With its own number, a list does not have that of the unnamed list's claim.
    return [name, { ...claimOf(each, null), ...rootOf(each), ...source }];
  });
  if (lists.length === 0) return own ?? undefined;
  return { ...own, lists: Object.fromEntries(lists) as DropContent };
}

/** @param asset - CAIP-19 of the token, which states the chain in most drops; null to state the chain in any case. */
function claimOf({ rpc, contract, check, ...terms }: ClaimDefinition, asset: string | null): DropContent {
  const [namespace = '', chainId = '', address] = contract.split(':');
  if (namespace === 'solana') {
    return {
      ...{ rpc, contract: address },
      check: check === undefined ? undefined : { account: check, distributor: terms.distributor },
    };
  }
  const isTokenChain = asset?.startsWith(`${namespace}:${chainId}/`) ?? false;
  const { args, result, style, since, distributorStyle, fromBlock, codeHash } = terms;
  const hasTerms = [args, result, style, since].some((term) => term !== undefined);
  return {
    ...{ rpc, contract: address, chain_id: isTokenChain ? undefined : Number(chainId), from_block: fromBlock },
    code_hash: codeHash,
    check:
      distributorStyle ??
      (hasTerms ? { function: check, args: args?.map(writeArgument), result, style, since } : checkOf(check)),
  };
}

/** Constants as they are usually written: small numbers without quotes. */
const writeArgument = (argument: string): string | number =>
  /^(?:0|[1-9]\d{0,14})$/.test(argument) ? Number(argument) : argument;

function checkOf(signature: string | undefined): unknown {
  if (signature === undefined) return undefined;
  const [, mapping] = /^(claimed|hasClaimed|isClaimed)\(address\) returns \(bool\)$/.exec(signature) ?? [];
  if (mapping === undefined) return { function: signature };
  return mapping === 'claimed' ? 'mapping' : { mapping };
}

function eventOf(event: EventDefinition): DropContent {
  const isDay = event.precision !== 'second' && event.precision !== 'minute' && event.precision !== 'hour';
  const startsAt = writeInstant(event.startsAt, isDay);
  return {
    id: event.key,
    type: event.type,
    title: event.title,
    phase: event.phase ?? undefined,
    starts_at: startsAt,
    ends_at: event.endsAt === null ? undefined : writeInstant(event.endsAt, isDay),
    precision: writtenPrecision(startsAt) === event.precision ? undefined : event.precision,
    status: event.status === 'confirmed' ? undefined : event.status,
    block: event.block ?? undefined,
    url: event.url ?? undefined,
  };
}

function legitOf(legit: DropDefinition['legit']): DropContent {
  const written = Object.entries(legit).map(([component, { score, url, checkedAt, note }]) => [
    component,
    { score, url, checked_at: checkedAt, note },
  ]);
  return Object.fromEntries(written) as DropContent;
}

function nonEmpty<T extends object>(members: T): T | undefined {
  return Object.keys(members).length === 0 ? undefined : members;
}
