import { exponentialDelayMs, WakeUpSignal } from '@droptrack/resilience';
import type { Socket } from 'node:net';
import { Client } from 'pg';
import { run } from '../database/database';
import { named } from '../database/errors';

/** Channels of NOTIFY: new revisions, changed API keys, published events, due deliveries, queued recoveries. */
export type Channel =
  'droptrack_log' | 'droptrack_keys' | 'droptrack_events' | 'droptrack_deliveries' | 'droptrack_recoveries';

export interface ChannelListenerOptions {
  readonly url: string;
  /** Callbacks for notifications. Each is also called after every connect, since notifications may have been lost. */
  readonly onNotification: Readonly<Partial<Record<Channel, () => void>>>;
  /** Called when listening is interrupted; it resumes by itself. */
  readonly onInterrupted?: (error: unknown) => void;
  /** Interval of connection checks, in milliseconds; 15 s when not given. */
  readonly checkMs?: number;
}

/** Timeout after which a connection counts as lost. */
const ANSWER_MS = 5_000;
/** Maximum wait for the orderly end of a connection that may be dead. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Backoff between connects. */
const BACKOFF = { firstMs: 100, maxMs: 2_000 };

/**
 * Listens on channels of the database, over a connection of its own. Notifications during an interruption are lost, so
 * callers must poll as well.
 */
export class ChannelListener {
  readonly #stopping = new WakeUpSignal();
  readonly #broken = new WakeUpSignal();
  #client: Client | null = null;
  #isStopping = false;
  #running: Promise<void> | null = null;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Starts to listen; errors go to `onInterrupted` and are retried. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops listening, at once unless a connect is pending; afterwards no callback is called and no connection is open. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.send();
    this.#broken.send();
    if (this.#client !== null) await close(this.#client);
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping; failures += 1) {
      try {
        await this.#listenOnce(() => (failures = 0));
      } catch (error) {
        if (this.#isStopping) return;
        this.options.onInterrupted?.(named(error));
        await this.#stopping.wait(exponentialDelayMs(BACKOFF, failures, Math.random));
      }
    }
  }

  /** Listens over one connection until it breaks or the listener stops. */
  async #listenOnce(onSuccess: () => void): Promise<void> {
    const { url, onNotification: onNotification, checkMs = 15_000 } = this.options;
    const heard = new Map(Object.entries(onNotification));
    const client = new Client({
      connectionString: url,
      application_name: 'droptrack listener',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    client.on('error', () => this.#broken.send());
    client.on('end', () => this.#broken.send());
    client.on('notification', ({ channel }) => this.#isStopping || heard.get(channel)?.());
    try {
      await client.connect();
      // Assigned after the connect: the promise of a client that is ended during it stays pending.
      this.#client = client;
      if (this.#isStopping) return;
      for (const channel of heard.keys()) await run(client, `LISTEN ${channel}`);
      onSuccess();
      heard.forEach((look) => this.#isStopping || look());
      while (!this.#isStopping) {
        await this.#broken.wait(checkMs);
        if (!this.#isStopping) await run(client, 'SELECT 1');
      }
    } finally {
      this.#client = null;
      await close(client);
    }
  }
}

async function close(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
