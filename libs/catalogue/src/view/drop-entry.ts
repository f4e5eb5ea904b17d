import type { Drop, DropStatus } from '@droptrack/contracts';
import type { DropBody, Revision } from '../revision';
import { foldCase } from './fold-case';
import { instantMs, wireInstant } from './instant';
import { oncePerRevision } from './once-per-revision';
import { tagOf } from './tag';

/** In no slug, and in no name. */
export const SEARCH_SEPARATOR = '\n';

/** A drop as a view keeps it: ready to be sent, with what it is sorted and filtered by. */
export interface DropEntry {
  readonly id: string;
  /** The wire object, serialised. */
  readonly json: string;
  /** Stands for `json`: another for every other text. */
  readonly tag: string;
  /** `recordedAtMs` of the revision it was made from. */
  readonly updatedAtMs: number;
  readonly status: DropStatus;
  readonly chain: string;
  /** Slug and name with their case taken out, for search; {@link SEARCH_SEPARATOR} between them. */
  readonly searchText: string;
  readonly hypeScore: number;
  readonly evP50Usd: number | null;
  readonly legit: number;
  readonly snapshotMs: number | null;
}

/** What is left of an archived drop: that it was there. */
export interface ArchivedDrop {
  readonly id: string;
  readonly json: null;
}

/**
 * The wire object of a drop. Every field is named, in the order of the contract: the log's storage orders
 * keys its own way, and a key that it holds beyond these is not shown.
 */
export function presentDrop(body: DropBody, recordedAtMs: number): Drop {
  const { rating, ev_usd: ev, snapshot } = body;
  return {
    id: body.id,
    name: body.name,
    chain: body.chain,
    status: body.status,
    hype_score: body.hype_score,
    hype_delta_7d: body.hype_delta_7d,
    rating: { reward: rating.reward, legit: rating.legit, difficulty: rating.difficulty },
    ev_usd: { p50: ev.p50, p10: ev.p10, p90: ev.p90 },
    snapshot: { block: snapshot.block, date: snapshot.date },
    cost_usd: body.cost_usd,
    updated_at: wireInstant(recordedAtMs),
  };
}

/** The entry of a revision of entity `drop`, made once for each revision object. */
export const dropEntryOf = oncePerRevision(makeDropEntry);

function makeDropEntry({ id, body: anyBody, recordedAtMs }: Revision): DropEntry | ArchivedDrop {
  if (anyBody === null) return { id, json: null };
  const body = anyBody as DropBody; // By its entity.
  const json = JSON.stringify(presentDrop(body, recordedAtMs));
  return {
    id,
    json,
    tag: tagOf(json),
    updatedAtMs: recordedAtMs,
    status: body.status,
    chain: body.chain,
    searchText: `${id}${SEARCH_SEPARATOR}${foldCase(body.name)}`,
    hypeScore: body.hype_score,
    evP50Usd: body.ev_usd.p50,
    legit: body.rating.legit,
    snapshotMs: instantMs(body.snapshot.date),
  };
}
