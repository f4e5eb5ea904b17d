import type { DropDefinition, Fact, LegitEvidence, Provenance, Range } from '@droptrack/catalogue';
import { eventsOf, LIST_DAYS } from './events';
import { DAY_MS, isoDay, type Life, sourceOf } from './life';
import { hashText, normalOf, unitOf } from './random';
import { tokenAddress } from './token';
import type { SlotTraits } from './traits';

const NOTES =
  'Sample data for the demo: this project, its figures, its wallets and its sources are made up. Nothing here can be claimed.';
const TITLES = ['Dawn', 'Ridge', 'Harvest', 'Meridian', 'Echo', 'Summit', 'Lagoon', 'Orchard'] as const;
/** Whole tokens. */
const TOTAL_SUPPLY = 1_000_000_000;
/** Days of its life on which the facts of a drop are checked again; over all slots about one per day. */
const LOOKED_UP_DAYS = [0, 13, 35, 57] as const;
const AGED_DAYS = 200;
/** Day of its life from which a token has a price. */
const PRICE_DAY = 51;
/** Day on which the address of a token is published, unless a list publishes it. */
const ADDRESS_DAY = 35;

/**
 * Definition of a drop on a day of its life (0 is the first). The calendar never changes; facts are added as they become
 * known: the block of the snapshot, the token and its price, and the last check of the facts.
 */
export function definitionOf(life: Life, ageDays: number): DropDefinition {
  const { traits, dropId, generation } = life;
  const lookedUpDay = LOOKED_UP_DAYS.reduce<number>((last, day) => (day <= ageDays ? day : last), 0);
  const source = sourceOf(life, lookedUpDay);
  const events = eventsOf(life, ageDays);
  return {
    id: dropId,
    name: `${traits.name} ${TITLES[generation % TITLES.length] ?? ''} (sample)`,
    chain: { value: traits.chain, source },
    token: tokenOf(life, ageDays),
    wallets: traits.wallets,
    status: null,
    snapshot: snapshotOf(life, ageDays, events),
    distribution: {
      tokens: null,
      wallets: null,
      totalSupply: traits.listed === null ? null : { value: String(TOTAL_SUPPLY), source },
    },
    links: {
      site: `https://example.org/sample/${traits.slug}`,
      docs: `https://example.org/sample/${traits.slug}/docs`,
    },
    sources: Object.fromEntries(traits.rulesOut.map((id) => [id, false])),
    events,
    value: valueOf(life, ageDays, lookedUpDay),
    cost: costOf(traits, source),
    effort: effortOf(traits, source),
    legit: legitOf(life, lookedUpDay),
    caps: traits.caps,
    notes: NOTES,
  };
}

const factOf = <T>(value: T | null, source: Provenance): Fact<T> | null => (value === null ? null : { value, source });

function tokenOf(life: Life, ageDays: number): DropDefinition['token'] {
  const { symbol, decimals, plan } = life.traits;
  const source = sourceOf(life, 0);
  const addressDay = LIST_DAYS[plan] ?? ADDRESS_DAY;
  return {
    symbol: { value: symbol, source },
    decimals: { value: decimals, source },
    address: factOf(ageDays >= addressDay ? tokenAddress(life) : null, sourceOf(life, addressDay)),
  };
}

/** Snapshot of the calendar. Its block is known once it has passed; each slot has its own block time. */
function snapshotOf(life: Life, ageDays: number, events: DropDefinition['events']): DropDefinition['snapshot'] {
  const snapshot = events.find(({ type }) => type === 'snapshot');
  if (snapshot === undefined) return { block: null, date: null };
  const atMs = Date.parse(snapshot.startsAt);
  const blockDay = Math.ceil(atMs / DAY_MS) - life.startDay;
  const secondsPerBlock = 2 + (hashText(life.traits.slug) % 11);
  return {
    block: factOf(ageDays >= blockDay ? Math.floor(atMs / 1_000 / secondsPerBlock) : null, sourceOf(life, blockDay)),
    date: { value: snapshot.startsAt, source: snapshot.source },
  };
}

function valueOf(life: Life, ageDays: number, lookedUpDay: number): DropDefinition['value'] {
  const { value } = life.traits;
  if (value === null) return UNKNOWN_VALUE;
  const factor = 2 ** (0.6 * normalOf(hashText(`${life.seed}/${life.dropId}/value`)));
  const fdvUsd: Range = [significant(value.fdvUsd[0] * factor), significant(value.fdvUsd[1] * factor)];
  const source = sourceOf(life, lookedUpDay);
  return {
    fdvUsd: { value: fdvUsd, source },
    supplyShare: { value: value.supplyShare, source },
    eligibleWallets: { value: value.eligibleWallets, source },
    allocation: { value: value.allocation, source },
    haircut: { value: value.haircut, source },
    probability: { value: value.probability, source },
    priceUsd: factOf(
      ageDays >= PRICE_DAY ? priceUsd(life, fdvUsd) : null,
      sourceOf(life, Math.max(PRICE_DAY, lookedUpDay)),
    ),
  };
}

const UNKNOWN_VALUE: DropDefinition['value'] = {
  fdvUsd: null,
  supplyShare: null,
  eligibleWallets: null,
  allocation: null,
  haircut: null,
  probability: null,
  priceUsd: null,
};

/** Price within the expected range. */
function priceUsd({ seed, dropId }: Life, [p10, p90]: Range): number {
  const share = unitOf(hashText(`${seed}/${dropId}/price`));
  return significant((p10 * (p90 / p10) ** share) / TOTAL_SUPPLY);
}

function costOf({ cost }: SlotTraits, source: Provenance): DropDefinition['cost'] {
  return {
    gasUsd: factOf(cost?.gasUsd ?? null, source),
    feesUsd: factOf(cost?.feesUsd ?? null, source),
    capitalUsd: factOf(cost?.capitalUsd ?? null, source),
    days: factOf(cost?.days ?? null, source),
    subscriptionsUsd: factOf(cost?.subscriptionsUsd ?? null, source),
  };
}

function effortOf({ effort }: SlotTraits, source: Provenance): DropDefinition['effort'] {
  return {
    minutes: factOf(effort?.minutes ?? null, source),
    tasks: factOf(effort?.tasks ?? null, source),
    identity: factOf(effort?.identity ?? null, source),
    recurring: factOf(effort?.recurring ?? null, source),
    technical: factOf(effort?.technical ?? null, source),
  };
}

function legitOf({ traits, startDay }: Life, lookedUpDay: number): DropDefinition['legit'] {
  const evidence = Object.entries(traits.legit).map(([component, score]): [string, LegitEvidence] => {
    const isAged = traits.agedEvidence.some((aged) => aged === component);
    const day = startDay + (isAged ? -AGED_DAYS : lookedUpDay);
    const url = `https://example.org/sample/${traits.slug}/${component}`;
    return [component, { score, url, checkedAt: isoDay(day) }];
  });
  return Object.fromEntries(evidence);
}

/** Rounds to two digits, the precision of an estimate. */
function significant(value: number): number {
  return Number(value.toPrecision(2));
}
