import { isLockTimeout } from '../database/errors';
import { confirmUnlessLocked, type LogConfirmation } from './confirm';
import type { LogFollowerOptions } from './follower-options';
import { readRevisionBatches } from './batches';
import { AccessWatch } from './access-watch';
import { type LogHead, readAccessVersions, readHead } from './head';
import { LogGapError } from './log-gap.error';
import { POLL_INTERVALS, PolledConnection } from './polled-connection';
import { LOG_START, type LogPosition } from './position';
import { readReplicatedHead, ReplicaBehindError } from './replicated-head';
import type { Sql } from '../database/database';

/**
 * Follows the log from a revision on, over a connection of its own, by notifications and a poll behind them. A lost
 * connection costs freshness, never a revision, and no revision is delivered twice: the position is kept here, not in the
 * connection.
 */
export class LogFollower {
  readonly #options: LogFollowerOptions;
  readonly #connection: PolledConnection;
  readonly #access: AccessWatch;
  readonly #monotonicMs: () => number;
  #position: LogPosition;
  /** Latest confirmed instant, milliseconds since the epoch. */
  #asOfMs = Number.NEGATIVE_INFINITY;

  constructor(options: LogFollowerOptions) {
    const { url, isReplica = false, onInterrupted } = options;
    this.#options = options;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    this.#position = options.after ?? LOG_START;
    this.#access = new AccessWatch(options);
    const intervals = POLL_INTERVALS[isReplica ? 'replica' : 'primary'];
    this.#connection = new PolledConnection({
      url,
      applicationName: 'droptrack log follower',
      channels: isReplica
        ? {}
        : {
            droptrack_log: 'poll',
            droptrack_keys: 'poll',
            // Events follow their revisions, so they need no further poll of the log.
            droptrack_events: () => options.onEventsPublished?.(),
          },
      poll: (sql) => this.#poll(sql),
      pollMs: options.pollMs ?? intervals.pollMs,
      batchMs: options.batchMs ?? intervals.batchMs,
      onInterrupted,
    });
  }

  /** Last revision that was delivered. */
  get position(): LogPosition {
    return this.#position;
  }

  /** Starts to follow; errors go to `onInterrupted` and are retried. */
  start(): void {
    this.#connection.start();
  }

  /** Stops at once; afterwards no callback is called and no connection is open. */
  stop(): Promise<void> {
    return this.#connection.stop();
  }

  /** @returns whether the log was confirmed; false while another session keeps it locked. */
  async #poll(sql: Sql): Promise<boolean> {
    try {
      return await this.#readOn(sql);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // The tables of the log are locked as a whole; a revocation of a key must be seen nevertheless.
      this.#access.compare(await readAccessVersions(sql));
      this.#options.onLocked?.(error);
      return false;
    }
  }

  async #readOn(sql: Sql): Promise<boolean> {
    const { upToSeq, confirmation, requestedMs } = await (this.#options.isReplica
      ? this.#readReplica(sql)
      : this.#readPrimary(sql));
    const receivedMs = this.#monotonicMs();
    await this.#catchUp(sql, upToSeq);
    if (confirmation === null) return false;
    if (this.#connection.isStopping) return true;
    const { seq, asOfMs, clockMs } = confirmation;
    if (asOfMs < this.#asOfMs) throw new LogGapError(seq, 'unconfirmed');
    this.#asOfMs = asOfMs;
    const clock = { clockMs, requestedMs, receivedMs };
    this.#options.onConfirmed({ seq, asOfMs, logAheadMs: asOfMs - clockMs, clock });
    return true;
  }

  async #readPrimary(sql: Sql): Promise<ReadableLog> {
    const head = await readHead(sql, this.#position.seq);
    this.#access.compare(head);
    this.#assertSameLog(head);
    const requestedMs = this.#monotonicMs();
    // Null while a writer holds the lock: revisions committed before it can be read nevertheless.
    const confirmation = await confirmUnlessLocked(sql, this.#options.onLocked);
    return { upToSeq: confirmation?.seq ?? head.seq, confirmation, requestedMs };
  }

  /** A replica is read up to the last confirmation that has arrived: the instant of what follows is not confirmed there. */
  async #readReplica(sql: Sql): Promise<ReadableLog> {
    const requestedMs = this.#monotonicMs();
    const head = await readReplicatedHead(sql, this.#position.seq);
    const { confirmation, isReplaying } = head;
    const isBehind = confirmation.seq < this.#position.seq || confirmation.asOfMs < this.#asOfMs;
    if (isReplaying && isBehind) throw new ReplicaBehindError();
    this.#access.compare(head);
    this.#assertSameLog(head);
    return { upToSeq: confirmation.seq, confirmation, requestedMs };
  }

  /**
   * The database may have been replaced by an older copy whose log has grown past the position since.
   *
   * @throws {LogGapError} when the log lacks the revision at the position, or has another one there.
   */
  #assertSameLog(head: LogHead): void {
    const { seq, recordedAtUs } = this.#position;
    if (head.seq < seq) throw new LogGapError(seq);
    if (seq > 0 && head.recordedAtUs !== recordedAtUs) {
      throw new LogGapError(seq, head.recordedAtUs === null ? 'missing' : 'replaced');
    }
  }

  async #catchUp(sql: Sql, upToSeq: number): Promise<void> {
    if (upToSeq < this.#position.seq) throw new LogGapError(this.#position.seq);
    for await (const { revisions, end } of readRevisionBatches(sql, this.#position, upToSeq)) {
      if (this.#connection.isStopping) return;
      this.#options.onRevisions(revisions);
      this.#position = end;
    }
  }
}

/** End of the log that can be read, with its confirmation if there is one. */
interface ReadableLog {
  readonly upToSeq: number;
  /** Null while another session keeps the log locked. */
  readonly confirmation: LogConfirmation | null;
  /** Monotonic instant before the clock was read, in milliseconds. */
  readonly requestedMs: number;
}
