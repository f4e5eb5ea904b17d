import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveRequests } from '../process/child-program';

/** A delivery: path of the endpoint, `webhook-id`, and the instant of its first byte, milliseconds since the epoch. */
export type Arrival = readonly [path: string, id: string, atMs: number];

/** A request to the process of the receivers. */
export type ReceiversRequest =
  /** Opens the ports: one that returns 204, and some that accept requests and never respond. */
  | { readonly type: 'listen'; readonly hanging: number }
  | { readonly type: 'clear' }
  /** Waits for a number of different deliveries. */
  | { readonly type: 'await'; readonly count: number }
  | { readonly type: 'list' };

export interface ReceiversResult {
  readonly ports: readonly number[];
  /** Instant of the last new delivery, milliseconds since the epoch; 0 for none. */
  readonly lastMs: number;
  /** For `list`. */
  readonly arrivals: readonly Arrival[];
}

class Receivers {
  #arrivals = new Map<string, Arrival>();
  #lastMs = 0;
  #awaited = Infinity;
  #onAwaited: () => void = () => undefined;

  readonly #receive: RequestListener = (request, response) => {
    this.#note(request.url ?? '', String(request.headers['webhook-id']), Date.now());
    request.resume().once('end', () => response.writeHead(204).end());
  };

  async handle(request: ReceiversRequest): Promise<ReceiversResult> {
    const ports: number[] = [];
    if (request.type === 'listen') {
      ports.push(await listen(this.#receive));
      while (ports.length <= request.hanging) ports.push(await listen((hanging) => void hanging.resume()));
    }
    if (request.type === 'clear') [this.#arrivals, this.#lastMs] = [new Map(), 0];
    if (request.type === 'await') await this.#until(request.count);
    const arrivals = request.type === 'list' ? [...this.#arrivals.values()] : [];
    return { ports, lastMs: this.#lastMs, arrivals };
  }

  #note(path: string, id: string, atMs: number): void {
    const key = `${path} ${id}`;
    if (this.#arrivals.has(key)) return;
    this.#arrivals.set(key, [path, id, atMs]);
    this.#lastMs = atMs;
    if (this.#arrivals.size >= this.#awaited) this.#onAwaited();
  }

  #until(count: number): Promise<void> {
    if (this.#arrivals.size >= count) return Promise.resolve();
    this.#awaited = count;
    return new Promise((resolve) => {
      this.#onAwaited = () => {
        this.#awaited = Infinity;
        resolve();
      };
    });
  }
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const receivers = new Receivers();
serveRequests((request: ReceiversRequest) => receivers.handle(request));
