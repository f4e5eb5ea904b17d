import { type FakeRequest, type FakeServer, type Reply, startFakeServer } from '@droptrack/sources/testing';
import type { RecordedCase, RecordedExchange } from './recorded-case';

/** Server that replays recorded responses at its own URL. */
export interface Replay {
  readonly url: string;
  /** Requests so far that are not recorded, such as `GET /x`. */
  readonly unknown: readonly string[];
  /** Recorded requests that were not sent. */
  unsent(): readonly string[];
  close(): Promise<void>;
}

/** Starts a server that responds to each recorded request; 404 to others. */
export async function replay({ exchanges, origin }: RecordedCase): Promise<Replay> {
  const left = new Set(exchanges);
  const unknown: string[] = [];
  const server: FakeServer = await startFakeServer((request) => {
    const exchange = exchanges.find((each) => isOf(each, request));
    if (exchange === undefined) {
      unknown.push(`${request.method} ${request.url.pathname}${request.url.search} ${request.body}`);
      return null;
    }
    left.delete(exchange);
    return replyOf(exchange, request, (text) => text.replaceAll(origin, server.url));
  });
  return {
    url: server.url,
    unknown,
    unsent: () => [...left].map(({ method, target, asked }) => `${method} ${target.pathname} ${asked}`),
    close: () => server.close(),
  };
}

/** Starts a server that responds to any request with the first response of a case. */
export async function replayAnywhere({ exchanges, origin }: RecordedCase): Promise<FakeServer> {
  const [first] = exchanges;
  if (first === undefined) throw new Error('a recorded case has an exchange');
  const server: FakeServer = await startFakeServer((request) =>
    replyOf(first, request, (text) => text.replaceAll(origin, server.url)),
  );
  return server;
}

function isOf({ method, target, asked }: RecordedExchange, request: FakeRequest): boolean {
  const hasParameters = [...target.searchParams].every(([key, value]) => request.url.searchParams.get(key) === value);
  const isPath = decodeURIComponent(target.pathname) === decodeURIComponent(request.url.pathname);
  return method === request.method && isPath && hasParameters && request.body.includes(asked);
}

function replyOf({ status, headers, body }: RecordedExchange, request: FakeRequest, here: (text: string) => string) {
  const sent = Object.entries(headers).map(([name, value]) => [name, here(value)]);
  const reply: Reply = { status, headers: Object.fromEntries(sent), body: withIdOf(request, body) };
  return reply;
}

/** JSON-RPC responses carry the id of their request. */
function withIdOf({ body: asked }: FakeRequest, body: string): string {
  if (!asked.startsWith('{"jsonrpc"') || !body.startsWith('{')) return body;
  const { id } = JSON.parse(asked) as { id: number };
  return body.replace(/"id": ?1\b/, `"id":${id}`);
}
