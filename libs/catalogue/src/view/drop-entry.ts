import type { Drop, DropClaim, DropDistribution, DropSort, DropStatus, SortOrder } from '@droptrack/contracts';
import { KEY_LENGTH_MAX } from '@droptrack/pagination';
import type { DropBody, Revision } from '../revision';
import { foldCase } from './fold-case';
import { instantMs, oncePerRevision, tagOf, wireInstant } from './entry';
import type { Order, SortKey } from './order';
import { searchForm } from './search-form';

/** Separator of searched texts, which none of them contains. */
export const SEARCH_SEPARATOR = '\n';

/** Drop in a view: serialized, with its sort and filter members. */
export interface DropEntry {
  readonly id: string;
  /** Serialized wire object. */
  readonly json: string;
  /** Hash of `json`, for ETags. */
  readonly tag: string;
  /** `recordedAtMs` of its revision. */
  readonly updatedAtMs: number;
  readonly status: DropStatus;
  readonly chain: string;
  /** Slug and name in the form of a search, separated by {@link SEARCH_SEPARATOR}. */
  readonly searchText: string;
  readonly hypeScore: number | null;
  readonly evP50Usd: number | null;
  readonly legit: number | null;
  /** Beginning of the case-folded name, as much as a cursor can contain. */
  readonly nameKey: string;
  readonly snapshotMs: number | null;
  readonly launchMs: number | null;
}

/** Archived drop, which distinguishes it from an unknown one. */
export interface ArchivedDrop {
  readonly id: string;
  readonly json: null;
}

/** Claim window of a drop without one, and of rows that were recorded without the member. */
const NO_CLAIM: DropClaim = { opens_at: null, closes_at: null, state: 'unknown' };

/**
 * Converts a drop to its wire object. Members are listed in the order of the contract, because the storage of the log does
 * not preserve the order and may contain other members.
 */
export function presentDrop(body: DropBody, recordedAtMs: number): Drop {
  const { rating, ev_usd: ev, snapshot, claim = NO_CLAIM } = body;
  return {
    id: body.id,
    name: body.name,
    chain: body.chain,
    chain_id: body.chain_id ?? null,
    symbol: body.symbol ?? null,
    token: body.token ?? null,
    status: body.status,
    hype_score: body.hype_score,
    hype_delta_7d: body.hype_delta_7d,
    hype_confidence: body.hype_confidence ?? null,
    rating: { reward: rating.reward, legit: rating.legit, difficulty: rating.difficulty },
    ev_usd: { p50: ev.p50, p10: ev.p10, p90: ev.p90, basis: ev.basis ?? null },
    snapshot: { block: snapshot.block, date: snapshot.date },
    launch_at: body.launch_at ?? null,
    claim: { opens_at: claim.opens_at, closes_at: claim.closes_at, state: claim.state },
    tokens: body.tokens ?? null,
    wallets: body.wallets ?? null,
    cost_usd: body.cost_usd,
    distribution: presentDistribution(body.distribution),
    updated_at: wireInstant(recordedAtMs),
  };
}

function presentDistribution(known: DropBody['distribution']): DropDistribution {
  const checker = known?.checker ?? null;
  return {
    method: known?.method ?? null,
    checker: checker && { url: checker.url, kind: checker.kind, list: checker.list },
  };
}

/** Entry of a revision of a drop, created once per revision object. */
export const dropEntryOf = oncePerRevision(makeDropEntry);

/** Makes the entry of a revision of a drop. */
export function makeDropEntry({ id, body: anyBody, recordedAtMs }: Revision): DropEntry | ArchivedDrop {
  if (anyBody === null) return { id, json: null };
  const body = anyBody as DropBody; // By its entity.
  const json = JSON.stringify(presentDrop(body, recordedAtMs));
  const name = foldCase(body.name);
  return {
    id,
    json,
    tag: tagOf(json),
    updatedAtMs: recordedAtMs,
    status: body.status,
    chain: body.chain,
    searchText: `${searchForm(id)}${SEARCH_SEPARATOR}${searchForm(body.name)}`,
    hypeScore: body.hype_score,
    evP50Usd: body.ev_usd.p50,
    legit: body.rating.legit,
    nameKey: name.slice(0, KEY_LENGTH_MAX),
    snapshotMs: instantMs(body.snapshot.date),
    launchMs: instantMs(body.launch_at ?? null),
  };
}

const SORT_KEY: Readonly<Record<DropSort, (row: DropEntry) => SortKey>> = {
  hype: (row) => row.hypeScore,
  ev: (row) => row.evP50Usd,
  snapshot: (row) => row.snapshotMs,
  legit: (row) => row.legit,
  name: (row) => row.nameKey,
  launch: (row) => row.launchMs,
};

/** Order of a list of drops. */
export function dropOrder(sort: DropSort, order: SortOrder): Order<DropEntry> {
  return { key: SORT_KEY[sort], descending: order === 'desc' };
}
