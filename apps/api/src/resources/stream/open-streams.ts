import { STREAM_POSITION_INTERVAL_MS } from '@droptrack/contracts';
import type { ApiKey } from '@droptrack/persistence';
import { DomainError } from '../../platform/errors/domain-error';
import type { KeyStore } from '../../platform/auth/key-store';
import type { StreamConnection } from './stream-connection';

/** Interval at which the keys of open streams and the time of the next position are checked, in milliseconds. */
const CHECK_MS = 400;

/** Streams of one key, which are checked together. */
interface KeyStreams {
  readonly key: ApiKey;
  readonly authorization: string | undefined;
  readonly connections: Set<StreamConnection>;
}

interface OpenStreamsDeps {
  readonly keys: Pick<KeyStore, 'find'>;
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Sends positions to all streams. */
  readonly beat: () => void;
}

/** Open streams by key. One timer for all checks their keys, and sends the positions. */
export class OpenStreams {
  readonly #byKey = new Map<string, KeyStreams>();
  #timer: NodeJS.Timeout | null = null;
  #beatMs = 0;

  constructor(private readonly deps: OpenStreamsDeps) {}

  add(connection: StreamConnection, key: ApiKey, authorization: string | undefined): void {
    const own = this.#byKey.get(key.id) ?? { key, authorization, connections: new Set() };
    this.#byKey.set(key.id, own);
    own.connections.add(connection);
    if (this.#timer !== null) return;
    this.#beatMs = this.deps.monotonicMs();
    this.#timer = setInterval(() => this.#check(), CHECK_MS);
  }

  remove(connection: StreamConnection, { id }: ApiKey): void {
    const own = this.#byKey.get(id);
    if (own?.connections.delete(connection) && own.connections.size === 0) this.#byKey.delete(id);
    if (this.#byKey.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Ends all streams, for the shutdown of the process. */
  endAll(): void {
    for (const { connections } of this.#byKey.values()) connections.forEach((connection) => connection.end('stopping'));
  }

  #check(): void {
    const nowMs = this.deps.monotonicMs();
    if (nowMs - this.#beatMs >= STREAM_POSITION_INTERVAL_MS - CHECK_MS) {
      this.#beatMs = nowMs;
      this.deps.beat();
    }
    for (const own of this.#byKey.values()) void this.#checkKey(own);
  }

  /** Ends the streams of a key that was revoked, has expired, or has another plan now. An unavailable database ends none. */
  async #checkKey({ key, authorization, connections }: KeyStreams): Promise<void> {
    const isValid = await Promise.resolve()
      .then(() => this.deps.keys.find(authorization))
      .then(
        ({ plan }) => plan === key.plan,
        (error: unknown) => !(error instanceof DomainError && error.status === 401),
      );
    if (!isValid) connections.forEach((connection) => connection.end('key'));
  }
}
