import { isLockTimeout, named } from '../database/errors';
import type { Sql } from '../database/database';
import { confirmLog, type LogConfirmation } from './confirm';
import { connectFollower, type FollowerConnection } from './follower-connection';
import type { LogFollowerOptions } from './follower-options';
import { readRevisionBatches } from './batches';
import { type LogHead, readHead, readKeysVersion } from './head';
import { LogGapError } from './log-gap.error';
import { LOG_START, type LogPosition } from './position';
import { WakeUpSignal } from './wake-up-signal';

/** Wait before connecting again: doubles from the first to the most, less up to half at random. */
const BACKOFF_MS = { first: 100, most: 2_000 } as const;

/**
 * Follows the log from a revision on, over a connection of its own: woken by notifications,
 * with a poll behind them. A connection that is lost costs freshness, never a revision, and
 * none comes twice: the place in the log is kept here, not in the connection.
 */
export class LogFollower {
  readonly #options: LogFollowerOptions & Required<Pick<LogFollowerOptions, 'pollMs' | 'gatherMs' | 'monotonicMs'>>;
  readonly #stopping = new WakeUpSignal();
  #heard = new WakeUpSignal();
  #position: LogPosition;
  /** The latest instant that was confirmed, milliseconds since the epoch. */
  #asOfMs = Number.NEGATIVE_INFINITY;
  #keysVersion: number | null = null;
  #isStopping = false;
  #connection: FollowerConnection | null = null;
  #running: Promise<void> | null = null;

  constructor(options: LogFollowerOptions) {
    this.#options = { pollMs: 500, gatherMs: 100, monotonicMs: () => performance.now(), ...options };
    this.#position = options.after ?? LOG_START;
  }

  /** Begins to follow; what goes wrong is told to `onTrouble` and tried again. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends it at once; nothing is called or open afterwards. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.wake();
    this.#heard.wake();
    await this.#connection?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping; failures += 1) {
      try {
        await this.#followOnce(() => (failures = 0));
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.onTrouble?.(named(error));
        // Not to be cut short by what the broken connection still reports.
        await this.#stopping.wait(backoffMs(failures));
      }
    }
  }

  /** Follows over one connection until it breaks or the follower stops. */
  async #followOnce(onSuccess: () => void): Promise<void> {
    const heard = (this.#heard = new WakeUpSignal());
    const connection = (this.#connection = await connectFollower(this.#options.url, () => heard.wake()));
    try {
      while (!this.#isStopping) {
        const beganMs = performance.now();
        const isConfirmed = await this.#look(connection);
        onSuccess();
        // Behind a lock the look itself has waited: the next one follows soon, to be in the queue when the lock ends.
        if (isConfirmed) await heard.wait(this.#options.pollMs);
        if (!this.#isStopping) await this.#stopping.wait(this.#options.gatherMs - (performance.now() - beganMs));
      }
    } finally {
      this.#connection = null;
      await connection.close();
    }
  }

  /** @returns whether the log was confirmed; false while another session keeps it locked. */
  async #look(sql: Sql): Promise<boolean> {
    try {
      return await this.#readOn(sql);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // The tables of the log are locked as a whole; the withdrawal of a key counts all the same.
      this.#noteKeys(await readKeysVersion(sql));
      this.#options.onLocked?.(error);
      return false;
    }
  }

  async #readOn(sql: Sql): Promise<boolean> {
    const head = await readHead(sql, this.#position.seq);
    this.#noteKeys(head.keysVersion);
    this.#assertSameLog(head);
    const { monotonicMs } = this.#options;
    const askedMs = monotonicMs();
    const confirmation = await this.#confirm(sql);
    const answeredMs = monotonicMs();
    await this.#catchUp(sql, confirmation?.seq ?? head.seq);
    if (confirmation === null) return false;
    if (this.#isStopping) return true;
    const { seq, asOfMs, clockMs } = confirmation;
    if (asOfMs < this.#asOfMs) throw new LogGapError(seq, 'unconfirmed');
    this.#asOfMs = asOfMs;
    const clock = { clockMs, askedMs, answeredMs };
    this.#options.onConfirmed({ seq, asOfMs, logAheadMs: asOfMs - clockMs, clock });
    return true;
  }

  /** Null while a writer keeps the lock: what was committed before it can be read all the same. */
  async #confirm(sql: Sql): Promise<LogConfirmation | null> {
    try {
      return await confirmLog(sql, 1);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      this.#options.onLocked?.(error);
      return null;
    }
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
      if (this.#isStopping) return;
      this.#options.onRevisions(revisions);
      this.#position = end;
    }
  }

  /** By number, not by notification: a lost connection may have lost one. At the first look nobody knows what was. */
  #noteKeys(version: number): void {
    if (this.#keysVersion !== version) this.#options.onKeysChanged();
    this.#keysVersion = version;
  }
}

function backoffMs(failures: number): number {
  const most = Math.min(BACKOFF_MS.first * 2 ** failures, BACKOFF_MS.most);
  return most * (1 - 0.5 * Math.random());
}
