import { STREAM_LIMITS, type StreamResetReason } from '@droptrack/contracts';
import { areEventsKept, readEventHead, readStreamedEvents } from '@droptrack/persistence';
import { TaskLimit } from '@droptrack/resilience';
import { UnavailableError } from '../../platform/errors/domain-error';
import { eventBlocks, positionBlock } from './stream-blocks';
import type { StreamConnection } from './stream-connection';
import type { StreamFeed } from './stream-feed';
import type { StreamParts } from './stream-parts';

/** Revisions whose events are read at a time. */
const REVISIONS_A_PAGE = 250;
/** Clients that return all at once must leave connections of the database to other requests. */
const READS = { concurrentMax: 3, pendingMax: 100_000, waitMsMax: 30_000 } as const;

/** Sends streams the events that they have missed, at the pace of their readers, and hands them over to a feed. */
export class StreamReplay {
  readonly #reads = new TaskLimit(READS, () => new UnavailableError('Too many streams are resumed at a time'));

  constructor(private readonly parts: Pick<StreamParts, 'catalogue' | 'db' | 'now' | 'onFailed'>) {}

  /**
   * Reason for which a stream cannot continue after a sequence; null if it can. A sequence that the log contains and the feed
   * has not reached yet is no reason.
   *
   * @param markSeq - sequence that the feed has reached.
   * @throws {UnavailableError}
   */
  async resetReason(markSeq: number, afterSeq: number): Promise<StreamResetReason | null> {
    const { catalogue, db, now } = this.parts;
    if (afterSeq > Math.max(markSeq, catalogue.seq)) {
      return afterSeq > (await readEventHead(db)).logSeq ? 'ahead_of_log' : null;
    }
    if (afterSeq >= markSeq) return null;
    if (markSeq - afterSeq > STREAM_LIMITS.replay) return 'replay_too_long';
    return (await this.#reads.run(() => areEventsKept(db, afterSeq, now()))) ? null : 'too_old';
  }

  /** Sends all events after a sequence, and from then on those of the feed. A stream whose events cannot be read ends. */
  async follow(connection: StreamConnection, feed: StreamFeed, afterSeq: number): Promise<void> {
    let seq = afterSeq;
    try {
      while (connection.isOpen && seq < feed.mark.seq) {
        const upToSeq = Math.min(seq + REVISIONS_A_PAGE, feed.mark.seq);
        const rows = await this.#reads.run(() => readStreamedEvents(this.parts.db, seq, upToSeq));
        const blocks = eventBlocks(rows, connection.filter);
        if (blocks !== null) await connection.sendAndWait(blocks.bytes);
        seq = upToSeq;
      }
    } catch (error) {
      this.parts.onFailed(error);
      return connection.end('failed');
    }
    // Nothing is awaited after the comparison with the mark, so the feed continues exactly here.
    if (!connection.isOpen) return;
    connection.send(positionBlock({ seq, asOfMs: feed.mark.asOfMs }));
    if (seq === feed.mark.seq) feed.join(connection);
    else feed.waitFor(connection, seq, () => void this.follow(connection, feed, seq));
  }
}
