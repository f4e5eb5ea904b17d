import { isNewHistory } from '@droptrack/catalogue';
import { STREAM_LIMITS, type StreamResetReason } from '@droptrack/contracts';
import { areEventsKept, readEventHead, readRecordedMs, readStreamedEvents } from '@droptrack/persistence';
import { TaskLimit } from '@droptrack/resilience';
import { LOG_AHEAD_MS_MAX } from '../../catalogue/live-catalogue';
import { UnavailableError } from '../../platform/errors/domain-error';
import { eventBlocks, positionBlock, resetBlock } from './stream-blocks';
import type { StreamConnection } from './stream-connection';
import type { StreamBroadcast } from './stream-broadcast';
import type { StreamFilter } from './stream-filter';
import type { StreamParts } from './stream-parts';

/** Revisions whose events are read at a time. */
const REVISIONS_A_PAGE = 250;
/** Clients that return all at once must leave connections of the database to other requests. */
const READS = { concurrentMax: 3, pendingMax: 100_000, waitMsMax: 30_000 } as const;

/** Sends streams the events that they have missed, at the pace of their readers, and hands them over to a broadcast. */
export class StreamReplay {
  readonly #reads = new TaskLimit(READS, () => new UnavailableError('Too many streams are resumed at a time'));

  constructor(private readonly parts: Pick<StreamParts, 'catalogue' | 'db' | 'now' | 'onFailed'>) {}

  /**
   * Reason for which a stream cannot continue after a sequence; null if it can. A sequence that the log contains and the
   * broadcast has not reached yet is no reason. A delayed broadcast is not compared with the log, whose end its plan must not
   * learn before the delay has passed: {@link follow} ends the stream then.
   *
   * @throws {UnavailableError}
   */
  async resetReason({ mark, isDelayed }: StreamBroadcast, afterSeq: number): Promise<StreamResetReason | null> {
    const { catalogue, db, now } = this.parts;
    const markSeq = mark.seq;
    if (afterSeq > markSeq && isDelayed) return null;
    if (afterSeq > Math.max(markSeq, catalogue.seq)) {
      return afterSeq > (await readEventHead(db)).logSeq ? 'ahead_of_log' : null;
    }
    if (afterSeq >= markSeq) return null;
    if (markSeq - afterSeq > STREAM_LIMITS.replay) return 'replay_too_long';
    return (await this.#reads.run(() => areEventsKept(db, afterSeq, now()))) ? null : 'too_old';
  }

  /** Sends all events after a sequence, then those of the broadcast. A stream whose events cannot be read ends. */
  async follow(connection: StreamConnection, broadcast: StreamBroadcast, afterSeq: number): Promise<void> {
    let seq = afterSeq;
    // Revisions can have an instant somewhat after that of the database clock.
    const untilMs = broadcast.isDelayed ? this.parts.now() + LOG_AHEAD_MS_MAX : Number.POSITIVE_INFINITY;
    try {
      while (connection.isOpen && seq < broadcast.mark.seq) {
        const { mark } = broadcast;
        if (isNewHistory(seq, mark.seq)) return connection.end('reset', resetBlock(mark, 'replay_too_long'));
        const upToSeq = Math.min(seq + REVISIONS_A_PAGE, broadcast.mark.seq);
        const isLast = upToSeq === broadcast.mark.seq;
        const bytes = await this.#reads.run(() => this.#page(seq, upToSeq, connection.filter, isLast));
        if (bytes !== null) await connection.sendAndWait(bytes);
        seq = upToSeq;
      }
    } catch (error) {
      this.parts.onFailed(error);
      return connection.end('failed');
    }
    // Nothing is awaited after the comparison with the mark, so the broadcast continues exactly here.
    if (!connection.isOpen) return;
    connection.send(positionBlock({ seq, asOfMs: broadcast.mark.asOfMs }));
    if (seq === broadcast.mark.seq) return broadcast.join(connection);
    broadcast.waitFor(connection, {
      afterSeq: seq,
      untilMs,
      proceed: () => void this.follow(connection, broadcast, seq),
      giveUp: () => connection.end('reset', resetBlock(broadcast.mark, 'ahead_of_log')),
    });
  }

  /**
   * Bytes of a page: its events, or a position if none passes. Otherwise a client whose filter passes little would take the
   * connection for lost, and start from the same place again. The last page is followed by a position anyway.
   */
  async #page(afterSeq: number, upToSeq: number, filter: StreamFilter, isLast: boolean): Promise<Buffer | null> {
    const { db } = this.parts;
    const blocks = eventBlocks(await readStreamedEvents(db, afterSeq, upToSeq), filter);
    if (blocks !== null || isLast) return blocks?.bytes ?? null;
    return positionBlock({ seq: upToSeq, asOfMs: (await readRecordedMs(db, upToSeq + 1)) - 1 });
  }
}
