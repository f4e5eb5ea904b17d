import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrival, ReceiversAnswer, ReceiversReady, ReceiversRequest } from './messages';

/** Notes each delivery by the time its head has come, and answers 204 once all of it has. */
class Receivers {
  #arrivals = new Map<string, Arrival>();
  #lastMs = 0;
  #awaited = Infinity;
  #onAwaited: () => void = () => undefined;

  readonly take: RequestListener = (request, response) => {
    this.#note(request.url ?? '', String(request.headers['webhook-id']), Date.now());
    request.resume().once('end', () => response.writeHead(204).end());
  };

  async answer(request: ReceiversRequest): Promise<ReceiversAnswer> {
    if (request.type === 'forget') {
      this.#arrivals = new Map();
      this.#lastMs = 0;
    }
    if (request.type === 'await') await this.#until(request.count);
    const arrivals = request.type === 'tell' ? [...this.#arrivals.values()] : [];
    return { lastMs: this.#lastMs, arrivals };
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

async function serve(hangingCount: number): Promise<void> {
  const receivers = new Receivers();
  const answering = await listen(receivers.take);
  const hanging: number[] = [];
  while (hanging.length < hangingCount) hanging.push(await listen((request) => void request.resume()));
  process.on('message', (request: ReceiversRequest) => {
    void receivers.answer(request).then((answer) => process.send?.(answer));
  });
  const ready: ReceiversReady = { answering, hanging };
  process.send?.(ready);
}

process.on('disconnect', () => process.exit(0));
void serve(Number(process.argv[2]));
