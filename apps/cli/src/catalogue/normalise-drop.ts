import type { DistributionDefinition, DropDefinition, Fact, Provenance } from '@droptrack/catalogue';
import { normaliseClaim } from './normalise-claim';
import { normaliseEvent } from './normalise-events';
import { normaliseCost, normaliseEffort, normaliseLegit, normaliseValue } from './normalise-inputs';
import { normaliseSnapshot } from './normalise-snapshot';
import { readFact, resolveSource } from './provenance';
import type { RawDrop } from './raw-drop';

/**
 * A catalogue file's data as the rest of the service knows a drop: each fact with
 * the source in force, times in UTC, defaults filled in, what is not stated null.
 *
 * @param raw - has passed the schema and the checks of check-drop.ts.
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
    status: readFact(raw.status, source),
    snapshot: normaliseSnapshot(raw.snapshot, events, source),
    distribution: readDistribution(raw.distribution, source),
    // Left out rather than null: a drop without it stays equal to what was stored of it before.
    ...(raw.claim !== undefined && { claim: normaliseClaim(raw.claim, token.address?.value ?? null, source) }),
    links: raw.links ?? {},
    sources: raw.sources ?? {},
    events,
    value: normaliseValue(raw.value, source),
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
  };
}
