import type { Droptrack, DroptrackOptions } from '../src/index';
import { Droptrack as Client } from '../src/index';
import { API_KEY } from './scripted';

// The used part of `node:http`. Its own types are not loaded: the SDK is compiled without the types of Node.
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}
export interface Outgoing {
  writeHead(status: number, headers?: Readonly<Record<string, string>>): Outgoing;
  write(text: string): boolean;
  end(text?: string): void;
  readonly socket: { destroy(): void; on(event: 'close', done: () => void): void };
}
interface Server {
  listen(port: number, host: string, done: () => void): void;
  address(): { readonly port: number };
  close(done: () => void): void;
  closeAllConnections(): void;
}
const { createServer } = jest.requireActual<{
  createServer(handle: (request: Incoming, response: Outgoing) => void): Server;
}>('node:http');

export type Handler = (request: Incoming, response: Outgoing) => void;

/** Responds with a status and a body; an object is sent as JSON. */
export const respond =
  (status: number, body: string | object = '', headers: Readonly<Record<string, string>> = {}): Handler =>
  (_, response) => {
    const isText = typeof body === 'string';
    const type = isText ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(isText ? body : JSON.stringify(body));
  };

/** Server on loopback that responds with the turns in order, repeats the last one, and records the requests. */
export class TestServer {
  readonly requests: Incoming[] = [];
  url = '';
  #turns: Handler[] = [];
  readonly #server = createServer((request, response) => {
    this.requests.push(request);
    const turn = this.#turns.length > 1 ? this.#turns.shift() : this.#turns[0];
    turn?.(request, response);
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }

  /** Client that retries without a delay. */
  client(turns: readonly Handler[], options: Partial<DroptrackOptions> = {}): Droptrack {
    this.requests.length = 0;
    this.#turns = [...turns];
    return new Client({ apiKey: API_KEY, baseUrl: this.url, sleep: async () => undefined, ...options });
  }
}
