import type { Socket } from 'node:net';
import { Client } from 'pg';
import { run } from '../database/database';
import { named } from '../database/errors';
import { WakeUpSignal } from './wake-up-signal';

/** Notified channels: the log has grown; API keys have changed; something may be due to be delivered; a recovery is queued. */
export type Channel = 'droptrack_log' | 'droptrack_keys' | 'droptrack_deliveries' | 'droptrack_recoveries';

export interface ChannelListenerOptions {
  readonly url: string;
  /** What is called when something is told on a channel, or may have been: so after each connecting. */
  readonly onHeard: Readonly<Partial<Record<Channel, () => void>>>;
  /** Listening is interrupted; it is taken up again by itself. */
  readonly onTrouble?: (error: unknown) => void;
  /** How often the connection is asked whether it still lives, in milliseconds; 15 s when not given. */
  readonly checkMs?: number;
}

/** A connection that does not answer by then is given up. */
const ANSWER_MS = 5_000;
/** Longest wait for a goodbye that a dead connection never answers. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Wait before connecting again: doubles from the first to the most, less up to half at random. */
const BACKOFF_MS = { first: 100, most: 2_000 } as const;

/**
 * Hears what the database tells on channels, over a connection of its own. What is told while it is broken is lost, so
 * whoever relies on it looks now and then by himself.
 */
export class ChannelListener {
  readonly #stopping = new WakeUpSignal();
  readonly #broken = new WakeUpSignal();
  #client: Client | null = null;
  #isStopping = false;
  #running: Promise<void> | null = null;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Begins to listen; what goes wrong is told to `onTrouble` and tried again. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends it, at once unless it is just connecting; nothing is called or open afterwards. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.wake();
    this.#broken.wake();
    if (this.#client !== null) await close(this.#client);
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isStopping; failures += 1) {
      try {
        await this.#listenOnce(() => (failures = 0));
      } catch (error) {
        if (this.#isStopping) return;
        this.options.onTrouble?.(named(error));
        await this.#stopping.wait(backoffMs(failures));
      }
    }
  }

  /** Listens over one connection until it breaks or the listener stops. */
  async #listenOnce(onSuccess: () => void): Promise<void> {
    const { url, onHeard, checkMs = 15_000 } = this.options;
    const heard = new Map(Object.entries(onHeard));
    const client = new Client({
      connectionString: url,
      application_name: 'droptrack listener',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    client.on('error', () => this.#broken.wake());
    client.on('end', () => this.#broken.wake());
    client.on('notification', ({ channel }) => this.#isStopping || heard.get(channel)?.());
    try {
      await client.connect();
      // Not before: a client that is ended while it connects never says what became of that.
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

function backoffMs(failures: number): number {
  const most = Math.min(BACKOFF_MS.first * 2 ** failures, BACKOFF_MS.most);
  return most * (1 - 0.5 * Math.random());
}
