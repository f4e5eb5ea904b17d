import { exponentialDelayMs, WakeUpSignal } from '@droptrack/resilience';
import { isLockTimeout, named } from '../database/errors';
import { confirmLog, type LogConfirmation } from './confirm';
import type { LogFollowerOptions } from './follower-options';
import { readRevisionBatches } from './batches';
import type { Channel } from './channel-listener';
import { type AccessVersions, type LogHead, readAccessVersions, readHead } from './head';
import { LogGapError } from './log-gap.error';
import { LOG_START, type LogPosition } from './position';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import { run, type Sql } from '../database/database';

/** Backoff between connects. */
const BACKOFF = { firstMs: 100, maxMs: 2_000 };

/**
 * Follows the log from a revision on, over a connection of its own, by notifications and a poll behind them. A lost
 * connection costs freshness, never a revision, and no revision is delivered twice: the position is kept here, not in the
 * connection.
 */
export class LogFollower {
  readonly #options: LogFollowerOptions & Required<Pick<LogFollowerOptions, 'pollMs' | 'batchMs' | 'monotonicMs'>>;
  readonly #stopping = new WakeUpSignal();
  #heard = new WakeUpSignal();
  #position: LogPosition;
  /** Latest confirmed instant, milliseconds since the epoch. */
  #asOfMs = Number.NEGATIVE_INFINITY;
  #versions: AccessVersions | null = null;
  #isStopping = false;
  #connection: FollowerConnection | null = null;
  #running: Promise<void> | null = null;

  constructor(options: LogFollowerOptions) {
    this.#options = { pollMs: 500, batchMs: 100, monotonicMs: () => performance.now(), ...options };
    this.#position = options.after ?? LOG_START;
  }

  /** Starts to follow; errors go to `onInterrupted` and are retried. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops at once; afterwards no callback is called and no connection is open. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.send();
    this.#heard.send();
    await this.#connection?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping; failures += 1) {
      try {
        await this.#followOnce(() => (failures = 0));
      } catch (error) {
        if (this.#isStopping) return;
        this.#options.onInterrupted?.(named(error));
        // Waits on `#stopping`: late events of the broken connection must not shorten the backoff.
        await this.#stopping.wait(exponentialDelayMs(BACKOFF, failures, Math.random));
      }
    }
  }

  /** Follows over one connection until it breaks or the follower stops. */
  async #followOnce(onSuccess: () => void): Promise<void> {
    const heard = (this.#heard = new WakeUpSignal());
    const connection = (this.#connection = await connectFollower(
      this.#options.url,
      () => heard.send(),
      () => this.#isStopping || this.#options.onEventsPublished?.(),
    ));
    try {
      while (!this.#isStopping) {
        const beganMs = performance.now();
        const isConfirmed = await this.#poll(connection);
        onSuccess();
        // Behind a lock the poll itself has waited; the next one follows soon, to be queued when the lock is released.
        if (isConfirmed) await heard.wait(this.#options.pollMs);
        if (!this.#isStopping) await this.#stopping.wait(this.#options.batchMs - (performance.now() - beganMs));
      }
    } finally {
      this.#connection = null;
      await connection.close();
    }
  }

  /** @returns whether the log was confirmed; false while another session keeps it locked. */
  async #poll(sql: Sql): Promise<boolean> {
    try {
      return await this.#readOn(sql);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      // The tables of the log are locked as a whole; a revocation of a key must be seen nevertheless.
      this.#checkVersions(await readAccessVersions(sql));
      this.#options.onLocked?.(error);
      return false;
    }
  }

  async #readOn(sql: Sql): Promise<boolean> {
    const head = await readHead(sql, this.#position.seq);
    this.#checkVersions(head);
    this.#assertSameLog(head);
    const { monotonicMs } = this.#options;
    const requestedMs = monotonicMs();
    const confirmation = await this.#confirm(sql);
    const receivedMs = monotonicMs();
    await this.#catchUp(sql, confirmation?.seq ?? head.seq);
    if (confirmation === null) return false;
    if (this.#isStopping) return true;
    const { seq, asOfMs, clockMs } = confirmation;
    if (asOfMs < this.#asOfMs) throw new LogGapError(seq, 'unconfirmed');
    this.#asOfMs = asOfMs;
    const clock = { clockMs, requestedMs, receivedMs };
    this.#options.onConfirmed({ seq, asOfMs, logAheadMs: asOfMs - clockMs, clock });
    return true;
  }

  /** Null while a writer holds the lock: revisions committed before it can be read nevertheless. */
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

  /** Compares counters instead of counting notifications, which may be lost. The first poll always reports changes. */
  #checkVersions({ keysVersion, feedsVersion }: AccessVersions): void {
    if (this.#versions?.keysVersion !== keysVersion) this.#options.onKeysChanged();
    if (this.#versions?.feedsVersion !== feedsVersion) this.#options.onFeedsChanged?.();
    this.#versions = { keysVersion, feedsVersion };
  }
}

/** Timeout of a statement, which also ends the connection. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Lock timeout of a statement, which keeps the connection: shorter than the time in which a revoked key must be rejected. */
const LOCK_TIMEOUT_MS = 400;
/** Maximum wait for the orderly end of a connection that may be dead. */
const CLOSE_TIMEOUT_MS = 1_000;

/** Events follow their revisions, so they need no further poll of the log. */
const EVENTS_CHANNEL: Channel = 'droptrack_events';

/** A connection that receives notifications of revisions, keys and events, and runs statements. */
interface FollowerConnection extends Sql {
  /** Closes it at once, even during a statement. */
  close(): Promise<void>;
}

/**
 * Connects and listens.
 *
 * @param onNotification - called for a notification of the log or the keys, and when the connection breaks.
 * @param onEventsPublished - called for a notification of events.
 */
async function connectFollower(
  url: string,
  onNotification: () => void,
  onEventsPublished: () => void,
): Promise<FollowerConnection> {
  const client = new Client({
    connectionString: url,
    application_name: 'droptrack log follower',
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', onNotification);
  client.on('notification', ({ channel }) => (channel === EVENTS_CHANNEL ? onEventsPublished() : onNotification()));
  try {
    await client.connect();
    await run(client, 'LISTEN droptrack_log');
    await run(client, 'LISTEN droptrack_keys');
    await run(client, `LISTEN ${EVENTS_CHANNEL}`);
  } catch (error) {
    await close(client);
    throw error;
  }
  return { query: (text, values) => run(client, text, values), close: () => close(client) };
}

async function close(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
