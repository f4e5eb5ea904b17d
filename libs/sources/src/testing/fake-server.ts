import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Request to a fake server, with its body. */
export interface FakeRequest {
  readonly method: string;
  /** Path and query; the origin is a placeholder. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Response of a fake server; status 200 by default. */
export type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

/** Response to a request; null for 404. */
export type FakeHandler = (received: FakeRequest) => Reply | null | Promise<Reply | null>;

/** Server of a test that stands for a source. */
export interface FakeServer {
  /** Without a trailing slash. */
  readonly url: string;
  /** All requests so far, in order. */
  readonly requests: readonly FakeRequest[];
  close(): Promise<void>;
}

/** Starts a server on a free port of loopback. Bodies are sent as JSON, unless they are texts. */
export async function startFakeServer(handler: FakeHandler): Promise<FakeServer> {
  const received: FakeRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const { method = 'GET', url = '/', headers } = request;
      const each = { method, url: new URL(url, 'http://fake.test'), headers, body };
      received.push(each);
      send(response, await handler(each));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, reply: Reply | null): void {
  const { status = 200, headers = {}, body } = reply ?? { status: 404, body: { message: 'Not Found' } };
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(status === 304 ? undefined : isText ? body : JSON.stringify(body));
}

/** Serves several sources at one URL: `/defillama/protocol/lido` is `/protocol/lido` of the source `defillama`. */
export function mounted(sources: Readonly<Record<string, FakeHandler>>): FakeHandler {
  return (received) => {
    const [, name = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(received.url.pathname) ?? [];
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (source === undefined) return null;
    const url = new URL(received.url);
    url.pathname = rest;
    return source({ ...received, url });
  };
}
