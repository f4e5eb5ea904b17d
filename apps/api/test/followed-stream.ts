import type { Database } from '@droptrack/persistence';
import { publishAllEvents } from './fake-worker';
import type { ResumingClient } from './resuming-client';
import { changeDrops, storedEvents } from './stream-log';
import { until } from './until';

const PUBLISH_MS = 500;

/** A client of the live stream that reconnects, while events are published, and the events that it must have received. */
export class FollowedStream {
  readonly #running: Promise<void>;
  readonly #publishing: NodeJS.Timeout;
  #score = 0;

  constructor(
    private readonly db: Database,
    private readonly client: ResumingClient,
  ) {
    this.#running = client.run();
    this.#publishing = setInterval(() => void this.publish(), PUBLISH_MS);
  }

  /** @returns ids of the received events, and of those of the log, once the client has caught up. */
  async end(): Promise<{ readonly received: readonly string[]; readonly published: readonly string[] }> {
    clearInterval(this.#publishing);
    await this.publish();
    const stored = await storedEvents(this.db);
    await until(() => Promise.resolve(this.client.reached >= Number(stored.at(-1)?.seq)));
    await this.stop();
    return { received: this.client.ids, published: stored.map(({ id }) => id) };
  }

  async stop(): Promise<void> {
    clearInterval(this.#publishing);
    this.client.stop();
    await this.#running;
  }

  private async publish(): Promise<void> {
    this.#score = (this.#score + 10) % 100;
    await changeDrops(this.db, [['linea', { hype_score: this.#score }]]);
    await publishAllEvents(this.db);
  }
}
