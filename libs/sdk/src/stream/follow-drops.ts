import {
  DATA_SEQUENCE_HEADER,
  type Drop,
  type ListDropsQuery,
  type PAGE_LIMIT,
  type StreamedEvent,
  type StreamPosition,
} from '@droptrack/contracts';
import type { Connection } from '../connection';
import { InvalidAnswerError } from '../errors';
import type { CallOptions } from '../options';
import type { PagePromise } from '../page-promise';
import type { Drops } from '../resources/drops';
import { messagesOf, RECONNECTS_MAX } from './messages';

/** Filters of {@link Drops.follow}. */
export type FollowDropsQuery = Pick<ListDropsQuery, 'status' | 'chain'>;

/** Events that change a drop. Each has the whole drop. */
const TYPES = ['drop.created', 'drop.updated', 'drop.status_changed', 'drop.archived'] as const;

const PAGE_ROWS: typeof PAGE_LIMIT.max = 100;

/** Change of a followed drop. */
export interface DropChange {
  /** `removed` for a drop that was archived or no longer passes the filters; `changed` for other changes and for a new drop. */
  readonly type: 'changed' | 'removed';
  /** Drop after the change; last state of an archived drop. */
  readonly drop: Drop;
  /** Event with the previous values. */
  readonly event: Extract<StreamedEvent, { type: (typeof TYPES)[number] }>;
}

/** Complete list of the followed drops. */
export interface DropsListed {
  /** Distinguishes lists from changes. */
  readonly type: 'listed';
  /** Position in the log from which changes follow. */
  readonly sequence: number;
  /** Instant at which the list is correct, RFC 3339. */
  readonly as_of: string;
}

/** Step of {@link Drops.follow}: narrow it by a switch on `type`. */
export type DropsUpdate = (DropsListed | DropChange | StreamPosition) & {
  /** All followed drops by id after this step, in no particular order. The map is updated by later steps. */
  readonly drops: ReadonlyMap<string, Drop>;
};

/** Lists drops, and applies the changes of the stream to them. See `Drops.follow`. */
export async function* followDrops(
  resource: Drops,
  connection: Connection,
  query: FollowDropsQuery,
  options: CallOptions,
): AsyncGenerator<DropsUpdate, void, undefined> {
  for (let call = options; ; call = { maxRetries: RECONNECTS_MAX, ...options }) {
    const { drops, sequence, as_of } = await listAll(resource, query, call);
    yield { type: 'listed', drops, sequence, as_of };
    for await (const message of messagesOf(connection, { after: sequence, type: TYPES }, call)) {
      if (message.type === 'reset') break;
      if (message.type === 'position') yield { ...message, drops };
      else {
        const event = message as DropChange['event']; // By the types of the query.
        const drop = event.data.object;
        const held = drops.get(drop.id);
        // A later page of the list can be newer than the first events after the list.
        if (held && held.updated_at > drop.updated_at) continue;
        if (event.type !== 'drop.archived' && passes(drop, query)) {
          drops.set(drop.id, drop);
          yield { type: 'changed', drop, event, drops };
        } else if (drops.delete(drop.id)) yield { type: 'removed', drop, event, drops };
      }
    }
    // Clients that a restored database resets at the same time do not list at the same time.
    await connection.pause(1_000 + 4_000 * Math.random(), options.signal);
  }
}

/** Filters on the client: a filter of the stream would hide that a drop no longer passes it. */
function passes(drop: Drop, { status, chain }: FollowDropsQuery): boolean {
  return [status ?? drop.status].flat().includes(drop.status) && [chain ?? drop.chain].flat().includes(drop.chain);
}

/**
 * Lists all drops.
 *
 * @returns the drops with the position of the oldest page: instances of the API can be behind each other, and all changes
 *   after that position are on the stream.
 */
async function listAll(
  resource: Drops,
  query: FollowDropsQuery,
  options: CallOptions,
): Promise<{ drops: Map<string, Drop>; sequence: number; as_of: string }> {
  const drops = new Map<string, Drop>();
  const cursors = new Set<string | null>();
  let oldest = { sequence: Infinity, as_of: '' };
  for (let page: PagePromise<Drop> | null = resource.list({ ...query, limit: PAGE_ROWS }, options); page;) {
    const { data, headers } = await page.withResponse();
    const sequence = Number(headers.get(DATA_SEQUENCE_HEADER) ?? NaN);
    if (!(sequence >= 0)) throw new InvalidAnswerError(`The response has no ${DATA_SEQUENCE_HEADER}`);
    if (cursors.has(data.next_cursor)) throw new InvalidAnswerError('The API returned the same cursor twice');
    cursors.add(data.next_cursor);
    if (sequence < oldest.sequence) oldest = { sequence, as_of: data.as_of };
    for (const drop of data.data) drops.set(drop.id, drop);
    page = data.nextPage();
  }
  return { drops, ...oldest };
}
