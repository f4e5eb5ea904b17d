import { exponentialDelayMs, WakeUpSignal } from '@droptrack/resilience';
import { Client } from 'pg';
import { run, type Sql } from '../database/database';
import { named } from '../database/errors';

/** Channels of NOTIFY: new revisions, changed API keys, published events, due deliveries, queued recoveries. */
export type Channel =
  'droptrack_log' | 'droptrack_keys' | 'droptrack_events' | 'droptrack_deliveries' | 'droptrack_recoveries';

/** Maximum and minimum time between two polls of the log, in milliseconds. A replica, which cannot notify, is polled often. */
export const POLL_INTERVALS = {
  primary: { pollMs: 500, batchMs: 100 },
  replica: { pollMs: 100, batchMs: 100 },
} as const;

interface PolledConnectionOptions {
  readonly url: string;
  /** Name of the connection in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Channels to listen on, and what a notification does: `poll` polls at once. None on a replica, which has no LISTEN. */
  readonly channels: Readonly<Partial<Record<Channel, 'poll' | (() => void)>>>;
  /** Reads what is new; its error closes the connection. Returns false to be called again soon, without a notification. */
  readonly poll: (sql: Sql) => Promise<boolean>;
  /** Maximum time between two polls, in milliseconds. */
  readonly pollMs: number;
  /** Minimum time between two polls, in milliseconds. */
  readonly batchMs: number;
  /** Called when polling is interrupted; it resumes by itself. */
  readonly onInterrupted?: ((error: unknown) => void) | undefined;
}

/** Backoff between connects. */
const BACKOFF = { firstMs: 100, maxMs: 2_000 };

/** Polls a database over a connection of its own, woken by notifications, and connects again when the connection breaks. */
export class PolledConnection {
  readonly #stopping = new WakeUpSignal();
  #heard = new WakeUpSignal();
  #isStopping = false;
  #connection: OpenConnection | null = null;
  #running: Promise<void> | null = null;

  constructor(private readonly options: PolledConnectionOptions) {}

  /** True from the call of {@link stop} on. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Starts to poll; errors go to `onInterrupted` and are retried. */
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
        await this.#pollOnce(() => (failures = 0));
      } catch (error) {
        if (this.#isStopping) return;
        this.options.onInterrupted?.(named(error));
        // Waits on `#stopping`: late events of the broken connection must not shorten the backoff.
        await this.#stopping.wait(exponentialDelayMs(BACKOFF, failures, Math.random));
      }
    }
  }

  /** Polls over one connection until it breaks or the polling stops. */
  async #pollOnce(onSuccess: () => void): Promise<void> {
    const { poll, pollMs, batchMs } = this.options;
    const heard = (this.#heard = new WakeUpSignal());
    const connection = (this.#connection = await connect(this.options, (channel) => this.#notified(heard, channel)));
    try {
      while (!this.#isStopping) {
        const beganMs = performance.now();
        const isDone = await poll(connection);
        onSuccess();
        // Behind a lock the poll itself has waited; the next one follows soon, to be queued when the lock is released.
        if (isDone) await heard.wait(pollMs);
        if (!this.#isStopping) await this.#stopping.wait(batchMs - (performance.now() - beganMs));
      }
    } finally {
      this.#connection = null;
      await connection.close();
    }
  }

  /** @param channel - null when the connection breaks, which the next poll notices. */
  #notified(heard: WakeUpSignal, channel: Channel | null): void {
    const action = channel === null ? 'poll' : this.options.channels[channel];
    if (action === 'poll') heard.send();
    else if (!this.#isStopping) action?.();
  }
}

/** Timeout of a statement, which also ends the connection. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Lock timeout of a statement, which keeps the connection: shorter than the time in which a revoked key must be rejected. */
const LOCK_TIMEOUT_MS = 400;
/** Maximum wait for the orderly end of a connection that may be dead. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A connection that receives notifications and runs statements. */
interface OpenConnection extends Sql {
  /** Closes it at once, even during a statement. */
  close(): Promise<void>;
}

/** Connects and listens. @param onNotification - called with a channel, and with null when the connection breaks. */
async function connect(
  { url, applicationName, channels }: PolledConnectionOptions,
  onNotification: (channel: Channel | null) => void,
): Promise<OpenConnection> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => onNotification(null));
  client.on('notification', ({ channel }) => onNotification(channel as Channel)); // Only these were listened to.
  try {
    await client.connect();
    for (const channel of Object.keys(channels)) await run(client, `LISTEN ${channel}`);
  } catch (error) {
    await close(client);
    throw error;
  }
  return { query: (text, values) => run(client, text, values), close: () => close(client) };
}

async function close(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
