import type {
  CostDefinition,
  DropDefinition,
  EffortDefinition,
  Provenance,
  Range,
  ValueDefinition,
} from '@droptrack/catalogue';
import { mapFact, readFact, resolveSource } from './provenance';
import type { RawDrop, RawEvidence, RawRange } from './raw-drop';

/** Inputs of the expected value. */
export function normaliseValue(raw: RawDrop['value'] = {}, fileSource: Provenance | null): ValueDefinition {
  const source = resolveSource(raw, fileSource);
  return {
    fdvUsd: mapFact(readFact(raw.fdv_usd, source), toRange),
    supplyShare: mapFact(readFact(raw.supply_share, source), toRange),
    eligibleWallets: mapFact(readFact(raw.eligible_wallets, source), toRange),
    allocation: readFact(raw.allocation, source),
    haircut: readFact(raw.haircut, source),
    probability: readFact(raw.probability, source),
    priceUsd: readFact(raw.price_usd, source),
  };
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

const toEvidence = ({ score, url, checked_at }: RawEvidence) => ({
  score,
  url: url ?? null,
  checkedAt: checked_at ?? null,
});

/** Range of a value; a single number has no spread. */
function toRange(raw: RawRange): Range {
  const [p10, p90] = typeof raw === 'number' ? [raw] : raw;
  return [p10 ?? NaN, p90 ?? p10 ?? NaN];
}
