import type { Socket } from 'node:net';
import type { Revision } from '@droptrack/catalogue';
import { Client } from 'pg';
import { named } from '../database/errors';
import type { Sql } from '../database/database';
import { confirmLog, type LogConfirmation, readRevisions } from './read';
import { Waker } from './waker';

/** What a confirmation says to a reader. */
export interface FollowedUpTo {
  readonly seq: number;
  /** Nothing more will be recorded at or before this instant, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** The database's clock minus ours, milliseconds. */
  readonly clockSkewMs: number;
}

export interface LogFollowerOptions {
  readonly url: string;
  /** The last revision that the reader has. */
  readonly afterSeq: number;
  /** Gets every later revision once, in order. */
  readonly onRevisions: (revisions: readonly Revision[]) => void;
  /** Called after the revisions up to `seq` were given. */
  readonly onConfirmed: (upTo: FollowedUpTo) => void;
  /** Some API key was issued, changed or withdrawn since the last call, or may have been. */
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

/** Revisions fetched at once. */
const BATCH = 2_000;
/** A statement that is not answered by then is given up, and the connection with it. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Wait before connecting again: doubles from the first to the most, less up to half at random. */
const BACKOFF_MS = { first: 100, most: 2_000 } as const;

/**
 * Follows the log from a revision on, over a connection of its own: woken by notifications,
 * with a poll behind them. A connection that is lost costs freshness, never a revision, and
 * none comes twice: the place in the log is kept here, not in the connection.
 */
export class LogFollower {
  readonly #options: Required<Omit<LogFollowerOptions, 'onTrouble'>> & Pick<LogFollowerOptions, 'onTrouble'>;
  readonly #waker = new Waker();
  #seq: number;
  #keysVersion: number | null = null;
  #isStopping = false;
  #running: Promise<void> | null = null;

  constructor(options: LogFollowerOptions) {
    this.#options = { pollMs: 500, gatherMs: 100, now: Date.now, ...options };
    this.#seq = options.afterSeq;
  }

  /** Begins to follow; what goes wrong is told to `onTrouble` and tried again. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends it, once the statement under way is answered or given up; nothing is called or open afterwards. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#waker.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping;) {
      try {
        await this.#followOnce(() => (failures = 0));
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.onTrouble?.(named(error));
        await this.#waker.wait(backoffMs(failures));
        failures += 1;
      }
    }
  }

  /** Follows over one connection until it breaks or the follower stops. */
  async #followOnce(onSuccess: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.#options.url,
      application_name: 'droptrack log follower',
      connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', () => this.#waker.wake());
    client.on('notification', () => this.#waker.wake());
    try {
      await client.connect();
      await client.query('LISTEN droptrack_log; LISTEN droptrack_keys');
      const sql: Sql = { query: async (text, values = []) => (await client.query(text, [...values])).rows };
      while (!this.#isStopping) {
        const beganMs = performance.now();
        await this.#catchUp(sql);
        onSuccess();
        await this.#waker.wait(this.#options.pollMs);
        await this.#waker.pause(this.#options.gatherMs - (performance.now() - beganMs), () => this.#isStopping);
      }
    } finally {
      await close(client);
    }
  }

  async #catchUp(sql: Sql): Promise<void> {
    const askedMs = this.#options.now();
    const confirmation = await confirmLog(sql);
    const clockSkewMs = confirmation.clockMs - (askedMs + this.#options.now()) / 2;
    this.#noteKeys(confirmation);
    while (this.#seq < confirmation.seq) {
      const revisions = await readRevisions(sql, this.#seq, confirmation.seq, BATCH);
      if (this.#isStopping) return;
      this.#give(revisions);
    }
    if (!this.#isStopping)
      this.#options.onConfirmed({ seq: confirmation.seq, asOfMs: confirmation.asOfMs, clockSkewMs });
  }

  #give(revisions: readonly Revision[]): void {
    const gap = revisions.findIndex(({ seq }, index) => seq !== this.#seq + 1 + index);
    if (revisions.length === 0 || gap >= 0) throw new LogGapError(this.#seq + 1 + Math.max(0, gap));
    this.#seq += revisions.length;
    this.#options.onRevisions(revisions);
  }

  /** By number, not by notification: a lost connection may have lost one. */
  #noteKeys({ keysVersion }: LogConfirmation): void {
    if (this.#keysVersion !== null && this.#keysVersion !== keysVersion) this.#options.onKeysChanged();
    this.#keysVersion = keysVersion;
  }
}

/** The log lacks a revision that was confirmed: it was cut below a reader, or is another database's. */
export class LogGapError extends Error {
  override readonly name = 'LogGapError';
  constructor(readonly seq: number) {
    super(`Revision ${seq} is missing from the log`);
  }
}

function backoffMs(failures: number): number {
  const most = Math.min(BACKOFF_MS.first * 2 ** failures, BACKOFF_MS.most);
  return most * (1 - 0.5 * Math.random());
}

/** Longest wait for a goodbye that a dead connection never answers, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;

async function close(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
