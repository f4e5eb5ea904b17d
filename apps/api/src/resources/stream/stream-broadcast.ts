import { isNewHistory } from '@droptrack/catalogue';
import type { StreamedRow } from '@droptrack/persistence';
import { type EventBlocks, eventBlocks, positionBlock, type StreamMark } from './stream-blocks';
import type { StreamConnection } from './stream-connection';

/** Revisions whose events are sent together, which bounds the bytes that are queued for each connection. */
const REVISIONS_A_BATCH = 100;

/** Streams with the same filter, which share bytes. */
type Group = Set<StreamConnection>;

/** A stream that is ahead of the broadcast, and continues once that has reached its sequence. */
interface Ahead {
  readonly afterSeq: number;
  /** Instant up to which it waits, milliseconds since the epoch: if the broadcast is complete up to then without the sequence, the log does not have it. */
  readonly untilMs: number;
  /** Called when the broadcast has reached the sequence. */
  readonly proceed: () => void;
  /** Called when the broadcast has reached the instant, but not the sequence. */
  readonly giveUp: () => void;
}

interface StreamBroadcastDeps {
  /** True for the broadcast of delayed plans. */
  readonly isDelayed: boolean;
  /** Reads the events of the revisions after a sequence up to another. */
  readonly readEvents: (afterSeq: number, upToSeq: number) => Promise<StreamedRow[]>;
  /** Called for events that were sent, over all streams. */
  readonly onSent: (events: number) => void;
}

/** Events in the order of the log as one view publishes them, live or delayed, for all streams that have reached its mark. */
export class StreamBroadcast {
  readonly #groups = new Map<string, Group>();
  readonly #ahead = new Map<StreamConnection, Ahead>();
  #mark: StreamMark = { seq: 0, asOfMs: 0 };

  constructor(private readonly deps: StreamBroadcastDeps) {}

  get isDelayed(): boolean {
    return this.deps.isDelayed;
  }

  /** Place up to which all events were sent. */
  get mark(): StreamMark {
    return this.#mark;
  }

  /** Sends the events up to a mark. @throws as `readEvents`; the next call continues. */
  async advance(to: StreamMark): Promise<void> {
    while (this.#groups.size > 0 && this.#mark.seq < to.seq) {
      const isLast = isNewHistory(this.#mark.seq, to.seq);
      const upToSeq = isLast ? to.seq : Math.min(this.#mark.seq + REVISIONS_A_BATCH, to.seq);
      this.#send(await this.deps.readEvents(this.#mark.seq, upToSeq));
      this.#move({ seq: upToSeq, asOfMs: this.#mark.asOfMs });
    }
    if (to.seq >= this.#mark.seq) this.#move(to);
  }

  /** Adds a stream that has all events up to the mark. It receives every later one. */
  join(connection: StreamConnection): void {
    const { key } = connection.filter;
    const group: Group = this.#groups.get(key) ?? new Set();
    this.#groups.set(key, group.add(connection));
  }

  /** Lets a stream wait whose sequence is after the mark; it receives positions meanwhile. */
  waitFor(connection: StreamConnection, ahead: Ahead): void {
    this.#ahead.set(connection, ahead);
  }

  /** Removes a stream, wherever it is. */
  leave(connection: StreamConnection): void {
    const { key } = connection.filter;
    const group = this.#groups.get(key);
    this.#ahead.delete(connection);
    if (group?.delete(connection) && group.size === 0) this.#groups.delete(key);
  }

  /** Sends the position to all streams. */
  beat(): void {
    const bytes = positionBlock(this.#mark);
    for (const group of this.#groups.values()) for (const connection of group) connection.send(bytes);
    const { asOfMs } = this.#mark;
    for (const [connection, { afterSeq }] of this.#ahead) connection.send(positionBlock({ seq: afterSeq, asOfMs }));
  }

  #send(rows: readonly StreamedRow[]): void {
    if (rows.length === 0) return;
    for (const group of this.#groups.values()) {
      const [first] = group;
      const blocks = first === undefined ? null : eventBlocks(rows, first.filter);
      if (blocks !== null) this.#sendTo(group, blocks);
    }
  }

  #sendTo(group: Group, { bytes, events }: EventBlocks): void {
    for (const connection of group) connection.send(bytes);
    this.deps.onSent(events * group.size);
  }

  #move(mark: StreamMark): void {
    this.#mark = mark;
    for (const [connection, { afterSeq, untilMs, proceed, giveUp }] of this.#ahead) {
      const isReached = afterSeq <= mark.seq;
      if (!isReached && mark.asOfMs < untilMs) continue;
      this.#ahead.delete(connection);
      if (isReached) proceed();
      else giveUp();
    }
  }
}
