import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a stand-in, its body read. */
export interface FakeRequest {
  readonly method: string;
  /** Path and query behind the fake server's own address. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a stand-in answers: a value as JSON with 200, or more exactly. */
export type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown };

/** Answers as a source would; null for what the source has no such page of. */
export type FakeHandler = (received: FakeRequest) => Reply | null | Promise<Reply | null>;

/** A local server that speaks as a source does. */
export interface FakeServer {
  /** No slash at the end. */
  readonly url: string;
  /** All requests so far, in order. */
  readonly requests: readonly FakeRequest[];
  close(): Promise<void>;
}

/** Starts one on a free port of loopback. Text bodies are sent as they are, all others as JSON. */
export async function startFakeServer(answer: FakeHandler): Promise<FakeServer> {
  const received: FakeRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const { method = 'GET', url = '/', headers } = request;
      const each = { method, url: new URL(url, 'http://stand.in'), headers, body };
      received.push(each);
      send(response, await answer(each));
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

/** Several sources behind one address: `/defillama/protocol/lido` is `/protocol/lido` of the one mounted as `defillama`. */
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
