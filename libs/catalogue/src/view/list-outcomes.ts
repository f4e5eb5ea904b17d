import type {
  DistributionMethod,
  Drop,
  DropOutcome,
  OutcomeFactId,
  OutcomeSort,
  SortOrder,
} from '@droptrack/contracts';
import { isSampleDropId } from '@droptrack/contracts';
import { KEY_LENGTH_MAX, type Position } from '@droptrack/pagination';
import type { Fact } from '../definition';
import type { MarketBody } from '../market/market';
import { observedFact } from '../market/with-market';
import { factSource } from '../derive/calendar-event';
import type { DropEntry } from './drop-entry';
import { foldCase } from './fold-case';
import { compareRows, type Order, type SortKey } from './order';
import type { KnownOutcome } from './outcomes';
import { cutPage, indexAfter, type RowPage } from './sorted';
import type { CatalogueView } from './view';

/** Outcome of a published drop. Its forecast is not in the view. */
export interface OutcomeRow {
  /** Id of the drop. */
  readonly id: string;
  readonly openedAtMs: number;
  readonly outcome: Omit<DropOutcome, 'forecast_usd'>;
}

/** Filters and order of a list of outcomes; null disables a filter. */
export interface OutcomeListQuery {
  readonly chains: ReadonlySet<string> | null;
  /** Methods of distribution; a drop whose method is unknown has none of them. */
  readonly methods: ReadonlySet<DistributionMethod> | null;
  /** `2024-04`, in UTC. */
  readonly month: string | null;
  readonly sample: boolean | null;
  readonly sort: OutcomeSort;
  readonly order: SortOrder;
}

/**
 * Returns a page of outcomes of published drops.
 *
 * @param after - `next` of the previous page; its key is milliseconds since the epoch for `opened`, US dollars for `paid`, a share for
 *   `change_90d`, a text for `name`, and null for an outcome without a value.
 * @param limit - maximum number of rows, 1 or more.
 */
export function listOutcomes(
  view: CatalogueView,
  { chains, methods, month, sample, sort, order: direction }: OutcomeListQuery,
  after: Position | null,
  limit: number,
): RowPage<OutcomeRow> {
  const order: Order<OutcomeRow> = { key: SORT_KEY[sort], descending: direction === 'desc' };
  const rows = rowsOf(view)
    .filter(({ id }) => sample === null || isSampleDropId(id) === sample)
    .filter(({ outcome }) => chains === null || chains.has(outcome.chain))
    .filter(({ outcome: { method } }) => methods === null || (method !== null && methods.has(method)))
    .filter(({ outcome }) => month === null || outcome.opened_at.startsWith(month))
    .sort((a, b) => compareRows(order, a, b));
  const begin = indexAfter(rows, order, after);
  return cutPage(rows.slice(begin, begin + limit + 1), order, limit);
}

const SORT_KEY: Readonly<Record<OutcomeSort, (row: OutcomeRow) => SortKey>> = {
  opened: ({ openedAtMs }) => openedAtMs,
  paid: ({ outcome }) => outcome.paid_usd,
  change_90d: ({ outcome }) => outcome.change_90d,
  name: ({ outcome }) => foldCase(outcome.drop_name).slice(0, KEY_LENGTH_MAX),
};

/** All outcomes of a view, in no order. */
function rowsOf(view: CatalogueView): OutcomeRow[] {
  return [...view.outcomes].flatMap(([id, outcome]) => {
    const entry = view.drop(id);
    return entry === null || entry === 'archived' ? [] : [rowOf(entry, outcome, view.market(id))];
  });
}

/** Rows by their outcome, so that a list parses each drop once. */
const made = new WeakMap<KnownOutcome, MadeRow>();
interface MadeRow {
  readonly entry: DropEntry;
  readonly market: MarketBody | null;
  readonly row: OutcomeRow;
}

function rowOf(entry: DropEntry, outcome: KnownOutcome, market: MarketBody | null): OutcomeRow {
  const known = made.get(outcome);
  if (known?.entry === entry && known.market === market) return known.row;
  const row = makeRow(JSON.parse(entry.json) as Drop, outcome, market);
  made.set(outcome, { entry, market, row });
  return row;
}

/** Figures of the ledgers of a drop; null without any. A stated share wins: a tenth from theirs, it counts other tokens. */
function claimedBy(market: MarketBody | null, drop: Drop, stated: Fact<number> | null) {
  const { claimed_share: share, claimed_value: paid } = market ?? {};
  const claimedShare = stated ?? (share ? observedFact(share, 'onchain') : null);
  const value = paid !== undefined && paid.value.token === drop.token ? paid.value : null;
  const isOther = stated !== null && Math.abs(stated.value - (share?.value ?? 0)) > stated.value / 10;
  const price = value?.price_usd ?? null;
  const url = market?.price_usd?.token === drop.token ? (market.price_usd?.url ?? null) : null;
  return {
    claimedShare,
    priceAtClaim: paid === undefined || price === null ? null : observedFact({ ...paid, value: price, url }),
    claimed_value_usd: isOther ? null : (value?.usd ?? null),
    claimed_priced_share: value?.priced_share ?? null,
  };
}

function makeRow(drop: Drop, outcome: KnownOutcome, market: MarketBody | null): OutcomeRow {
  const { id, name, chain, symbol, tokens, wallets } = drop;
  const { claimedShare, priceAtClaim, ...claimed } = claimedBy(market, drop, outcome.claimedShare);
  const facts = factsOf({ ...outcome, claimedShare, priceAtClaim });
  const { opening, day_1, day_7, day_30, day_90, high, claimed_share, price_at_claim } = valuesOf(facts);
  const first = opening ?? day_1;
  const given = outcome.givenTokens ?? (tokens === null ? null : Number(tokens));
  const owners = outcome.givenWallets ?? wallets;
  return {
    id,
    openedAtMs: Date.parse(outcome.openedAt),
    outcome: {
      drop: id,
      drop_name: name,
      chain,
      symbol,
      method: drop.distribution.method,
      opened_at: outcome.openedAt,
      tokens,
      wallets,
      price_usd: { opening, day_1, day_7, day_30, day_90, high },
      change_90d: first === null || day_90 === null ? null : roundTo(4, day_90 / first - 1),
      paid_usd: first === null || given === null || !owners ? null : roundTo(2, (given * first) / owners),
      claimed_share,
      ...claimed,
      price_at_claim_usd: price_at_claim,
      sources: Object.entries(facts).flatMap(([id, fact]) =>
        fact === null
          ? []
          : [{ fact: id as OutcomeFactId, source: fact.source === null ? null : factSource(fact.source) }],
      ),
    },
  };
}

type OutcomeFacts = Readonly<Record<OutcomeFactId, Fact<number> | null>>;

const factsOf = (outcome: KnownOutcome & { readonly priceAtClaim: Fact<number> | null }): OutcomeFacts => ({
  opening: outcome.openingUsd,
  day_1: outcome.day1Usd,
  day_7: outcome.day7Usd,
  day_30: outcome.day30Usd,
  day_90: outcome.day90Usd,
  high: outcome.highUsd,
  claimed_share: outcome.claimedShare,
  price_at_claim: outcome.priceAtClaim,
});

const valuesOf = (facts: OutcomeFacts) =>
  Object.fromEntries(Object.entries(facts).map(([id, fact]) => [id, fact?.value ?? null])) as Readonly<
    Record<OutcomeFactId, number | null>
  >;

const roundTo = (digits: number, value: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
