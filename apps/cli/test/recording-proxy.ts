import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Request as it was received. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** All headers, as JSON. */
  readonly headers: string;
  readonly body: string;
}

/** Headers of one connection, which a proxy does not forward, and those that `fetch` sets by itself. */
const OWN_HEADERS: readonly string[] = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
];

/** Stands between two programs, and records the requests between them. */
export class RecordingProxy {
  readonly requests: RecordedRequest[] = [];
  private constructor(
    private readonly target: string,
    private readonly server: Server,
  ) {}

  /** Listens on a free port. @param target - base URL of the program to which requests are forwarded. */
  static async start(target: string): Promise<RecordingProxy> {
    const server = createServer((request, response) => void proxy.#forward(request, response));
    const proxy = new RecordingProxy(target, server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: target = '/', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    this.requests.push({ method, target, headers: JSON.stringify(headers), body });
    const forwarded = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)) as [string, string][];
    try {
      const answer = await fetch(new URL(target, this.target), {
        method,
        headers: forwarded,
        ...(body !== '' && { body }),
      });
      const kept = [...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name));
      response.writeHead(answer.status, Object.fromEntries(kept)).end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.destroy();
    }
  }
}
