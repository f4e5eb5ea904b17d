import type { Sql } from '../database/database';
import { type Channel, PolledConnection } from './polled-connection';

interface ChannelListenerOptions {
  readonly url: string;
  /** Callbacks for notifications. Each is also called after every connect, since notifications may have been lost. */
  readonly onNotification: Readonly<Partial<Record<Channel, () => void>>>;
  /** Called when listening is interrupted; it resumes by itself. */
  readonly onInterrupted?: (error: unknown) => void;
}

/** Interval of connection checks, in milliseconds. */
const CHECK_MS = 15_000;

/**
 * Listens on channels of the database, over a connection of its own. Notifications during an interruption are lost, so
 * callers must poll as well.
 */
export class ChannelListener {
  readonly #connection: PolledConnection;
  /** Connection after whose start the callbacks were called. */
  #announced: Sql | null = null;

  constructor(private readonly options: ChannelListenerOptions) {
    this.#connection = new PolledConnection({
      url: options.url,
      applicationName: 'droptrack listener',
      channels: options.onNotification,
      poll: (sql) => this.#check(sql),
      pollMs: CHECK_MS,
      batchMs: 0,
      onInterrupted: options.onInterrupted,
    });
  }

  /** Starts to listen; errors go to `onInterrupted` and are retried. */
  start(): void {
    this.#connection.start();
  }

  /** Stops listening, at once unless a connect is pending; afterwards no callback is called and no connection is open. */
  stop(): Promise<void> {
    return this.#connection.stop();
  }

  async #check(sql: Sql): Promise<boolean> {
    await sql.query('SELECT 1');
    if (this.#announced !== sql && !this.#connection.isStopping) {
      this.#announced = sql;
      Object.values(this.options.onNotification).forEach((look) => look());
    }
    return true;
  }
}
