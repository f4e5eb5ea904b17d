import { connect, type Socket } from 'node:net';
import { serveRequests } from '../process/child-program';

/** A request to the process of the clients. */
export type ClientsRequest =
  /** Opens streams, and waits until each has received its first block. */
  | { readonly type: 'open'; readonly port: number; readonly keys: readonly string[]; readonly count: number }
  /** Waits until every stream has received an id. */
  | { readonly type: 'await'; readonly id: number }
  | { readonly type: 'close' };

export interface ClientsResult {
  /** For `await`: from the instant in the request until each stream had the id, milliseconds since the epoch. */
  readonly arrivedMs: readonly number[];
  readonly bytes: number;
}

/** Streams that connect at the same time. */
const CONNECTING = 100;

/** Streams of one process. Each keeps only the id of its last event: what is measured is the server. */
class Clients {
  readonly #sockets: Socket[] = [];
  #bytes = 0;
  #wanted = '';
  #arrivedMs: number[] = [];
  #onAll: () => void = () => undefined;

  async handle(request: ClientsRequest): Promise<ClientsResult> {
    if (request.type === 'open') await this.#open(request);
    if (request.type === 'await') await this.#await(request.id);
    if (request.type === 'close') this.#sockets.splice(0).forEach((socket) => socket.destroy());
    return { arrivedMs: this.#arrivedMs, bytes: this.#bytes };
  }

  async #open({ port, keys, count }: Extract<ClientsRequest, { type: 'open' }>): Promise<void> {
    for (let from = 0; from < count; from += CONNECTING) {
      const several = Array.from({ length: Math.min(CONNECTING, count - from) }, (_, n) =>
        this.#connect(port, keys[(from + n) % keys.length] ?? ''),
      );
      await Promise.all(several);
    }
  }

  #connect(port: number, key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('error', reject).on('close', () => reject(new Error(`A stream was closed: ${text.slice(0, 400)}`)));
      socket.write(`GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      const first = (chunk: Buffer): void => {
        text += chunk.toString('latin1');
        if (!text.includes('event: position')) return;
        socket.off('data', first).on('data', (bytes: Buffer) => this.#received(bytes));
        resolve();
      };
      socket.on('data', first);
      this.#sockets.push(socket);
    });
  }

  #received(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#wanted === '' || !chunk.includes(this.#wanted, 0, 'latin1')) return;
    this.#arrivedMs.push(Date.now());
    if (this.#arrivedMs.length === this.#sockets.length) this.#onAll();
  }

  #await(id: number): Promise<void> {
    [this.#wanted, this.#arrivedMs] = [`"sequence":${id},"data"`, []];
    return new Promise((resolve) => (this.#onAll = resolve));
  }
}

const clients = new Clients();
serveRequests<ClientsRequest>((request) => clients.handle(request));
