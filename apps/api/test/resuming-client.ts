import { setTimeout as pause } from 'node:timers/promises';
import { StreamClient } from './stream-client';

/** Client that reconnects with the last id that it has received. */
export class ResumingClient {
  readonly ids: string[] = [];
  lastId = '0';
  /** Connections that have continued after an id, and received events. */
  resumes = 0;
  #isOver = false;
  #stream: StreamClient | null = null;

  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  async run(): Promise<void> {
    while (!this.#isOver) {
      this.#stream = await StreamClient.open(this.url, this.key, {
        ...this.headers,
        'last-event-id': this.lastId,
      }).catch(() => null);
      await this.#stream?.closed;
      this.#keep();
      await pause(10);
    }
  }

  /** True once this connection has continued after an id, and received events. */
  get hasResumed(): boolean {
    return this.lastId !== '0' && (this.#stream?.bodies.length ?? 0) > 0;
  }

  /** Last id so far, of this connection or an earlier one. */
  get reached(): number {
    return Number(this.#stream?.lastId ?? this.lastId);
  }

  stop(): void {
    this.#isOver = true;
    this.#stream?.close();
  }

  #keep(): void {
    const stream = this.#stream;
    if (stream === null) return;
    expect(stream.named('reset')).toEqual([]);
    if (this.hasResumed) this.resumes += 1;
    this.ids.push(...stream.bodies.map((body) => (JSON.parse(body) as { id: string }).id));
    this.lastId = stream.lastId ?? this.lastId;
    this.#stream = null;
  }
}
