import type { Revision } from '@droptrack/catalogue';
import { isLockTimeout, named } from '../database/errors';
import type { Sql } from '../database/database';
import { clockSkewMs } from './clock-skew';
import { confirmLog, type LogConfirmation } from './confirm';
import { connectFollower, type FollowerConnection } from './follower-connection';
import { LogGapError, readHead, readRevisionBatches } from './read';
import { Waker } from './waker';

/** What a confirmation says to a reader. */
export interface FollowedUpTo {
  readonly seq: number;
  /** Nothing more will be recorded at or before this instant, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** The database's clock minus ours, milliseconds; 0 while it lies within the time that asking took. */
  readonly clockSkewMs: number;
}

export interface LogFollowerOptions {
  readonly url: string;
  /** The last revision that the reader has. */
  readonly afterSeq: number;
  /** Gets every later revision once, in order. When it throws, the same are given again later: take all or none. */
  readonly onRevisions: (revisions: readonly Revision[]) => void;
  /** Called after the revisions up to `seq` were given. */
  readonly onConfirmed: (upTo: FollowedUpTo) => void;
  /** Some API key was issued, changed or withdrawn since the last call, or may have been: so at the first look. */
  readonly onKeysChanged: () => void;
  /** Following is interrupted; it is taken up again by itself. */
  readonly onTrouble?: (error: unknown) => void;
  /** Longest time between two looks at the log; 500 ms when not given. */
  readonly pollMs?: number;
  /** Shortest time between two looks: what comes within it is one batch; 100 ms when not given. */
  readonly gatherMs?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Wait before connecting again: doubles from the first to the most, less up to half at random. */
const BACKOFF_MS = { first: 100, most: 2_000 } as const;

/**
 * Follows the log from a revision on, over a connection of its own: woken by notifications,
 * with a poll behind them. A connection that is lost costs freshness, never a revision, and
 * none comes twice: the place in the log is kept here, not in the connection.
 */
export class LogFollower {
  readonly #options: Required<Omit<LogFollowerOptions, 'onTrouble'>> & Pick<LogFollowerOptions, 'onTrouble'>;
  readonly #stopping = new Waker();
  #heard = new Waker();
  #seq: number;
  #keysVersion: number | null = null;
  #isStopping = false;
  #connection: FollowerConnection | null = null;
  #running: Promise<void> | null = null;

  constructor(options: LogFollowerOptions) {
    this.#options = { pollMs: 500, gatherMs: 100, now: Date.now, ...options };
    this.#seq = options.afterSeq;
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
    const heard = (this.#heard = new Waker());
    const connection = (this.#connection = await connectFollower(this.#options.url, () => heard.wake()));
    try {
      while (!this.#isStopping) {
        const beganMs = performance.now();
        await this.#look(connection);
        onSuccess();
        await heard.wait(this.#options.pollMs);
        if (!this.#isStopping) await this.#stopping.wait(this.#options.gatherMs - (performance.now() - beganMs));
      }
    } finally {
      this.#connection = null;
      await connection.close();
    }
  }

  async #look(sql: Sql): Promise<void> {
    const head = await readHead(sql);
    this.#noteKeys(head.keysVersion);
    const askedMs = this.#options.now();
    const confirmation = await this.#confirm(sql);
    const answeredMs = this.#options.now();
    await this.#catchUp(sql, confirmation?.seq ?? head.seq);
    if (confirmation === null || this.#isStopping) return;
    const { seq, asOfMs, clockMs } = confirmation;
    this.#options.onConfirmed({ seq, asOfMs, clockSkewMs: clockSkewMs({ clockMs, askedMs, answeredMs }) });
  }

  /** Null while a writer keeps the lock: what was committed before it can be read all the same. */
  async #confirm(sql: Sql): Promise<LogConfirmation | null> {
    try {
      return await confirmLog(sql, 1);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      this.#options.onTrouble?.(error);
      return null;
    }
  }

  async #catchUp(sql: Sql, upToSeq: number): Promise<void> {
    if (upToSeq < this.#seq) throw new LogGapError(this.#seq);
    for await (const revisions of readRevisionBatches(sql, this.#seq, upToSeq)) {
      if (this.#isStopping) return;
      this.#options.onRevisions(revisions);
      this.#seq += revisions.length;
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
