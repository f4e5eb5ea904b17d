import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

/** Failure of a source. */
export type Failure = keyof typeof FAILURES;

/** Fake server with the failures of real sources. */
export interface FailingServer {
  /** URL below which every path fails in this way; without a trailing slash. */
  at(failure: Failure): string;
  /** URL of another origin that responds with `{}`, the target of `redirects_elsewhere`. */
  readonly elsewhereUrl: string;
  /** URL of a port without a server. */
  readonly closedPortUrl: string;
  /** All requests so far in order, including those to the other origin. */
  readonly requests: readonly IncomingMessage[];
  /** Bytes written of all large bodies, including those in buffers of the kernel. */
  readonly largeBytesTaken: number;
  /** Resolves once every response has ended or its connection is closed. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Size of a body above every limit. */
export const LARGE_BYTES = 100_000_000;
const ZEROS = Buffer.alloc(1_000_000);
const LARGE_CHUNK = Buffer.alloc(65_536, 'x');
const DRIP_EVERY_MS = 10;
/** `Retry-After` of `limited_for`. */
export const RETRY_AFTER_SECONDS = 7;
/** Instant in the `Retry-After` of `limited_until`. */
export const RETRY_AT_MS = Date.UTC(2030, 0, 1);

interface Failing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** URL of this failure. */
  readonly here: string;
  readonly elsewhere: string;
  readonly taken: (bytes: number) => void;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const FAILURES = {
  never_answers: () => undefined,
  /** Sends headers at once, then single bytes without end. */
  drips: ({ response }) => {
    response.writeHead(200, JSON_TYPE).write('[');
    const timer = setInterval(() => response.write(' '), DRIP_EVERY_MS);
    response.on('close', () => clearInterval(timer));
  },
  limited: ({ response }) => response.writeHead(429).end('slow down'),
  limited_for: ({ response }) => response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end(),
  limited_until: ({ response }) =>
    response.writeHead(429, { 'retry-after': new Date(RETRY_AT_MS).toUTCString() }).end(),
  broken: ({ response }) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>'),
  /** Closes the connection before the announced length. */
  truncated: ({ response }) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 1_000 });
    response.write('{"items":[{"id":1},', () => response.destroy());
  },
  /** Ends regularly in the middle of the JSON. */
  cut_off: ({ response }) => response.writeHead(200, JSON_TYPE).end('{"items":[{"id":1},'),
  wrong_shape: ({ response }) => response.writeHead(200, JSON_TYPE).end('{"an":["unexpected",{"shape":1}]}'),
  /** Chunked, so that its size is not announced. */
  large: (failing) => sendLarge(failing, {}),
  large_announced: (failing) => sendLarge(failing, { 'content-length': LARGE_BYTES }),
  /** 100 MB of zeros, 100 kB when compressed. */
  large_compressed: ({ response }) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    const zip = createGzip();
    zip.pipe(response);
    for (let bytes = 0; bytes < LARGE_BYTES; bytes += ZEROS.length) zip.write(ZEROS);
    zip.end();
  },
  redirects_in_a_circle: ({ request, response, here }) =>
    redirect(response, `${here}/${request.url?.endsWith('/there') ? 'back' : 'there'}`),
  /** Redirects to another URL each time. */
  redirects_without_end: ({ request, response, here }) =>
    redirect(response, `${here}/${Number(request.url?.split('/').at(-1)) + 1 || 1}`),
  redirects_elsewhere: ({ response, elsewhere }) => redirect(response, elsewhere),
  redirects_to_file: ({ response }) => redirect(response, 'file:///etc/hostname'),
  redirects_to_ftp: ({ response }) => redirect(response, 'ftp://127.0.0.1/x'),
  closes_in_header: ({ response }) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Ty'),
} satisfies Record<string, (failing: Failing) => unknown>;

/** Starts the server on free ports of loopback. */
export async function startFailingServer(): Promise<FailingServer> {
  const received: IncomingMessage[] = [];
  let largeBytesTaken = 0;
  const elsewhere = await listen((request, response) => {
    received.push(request);
    response.writeHead(200, JSON_TYPE).end('{}');
  });
  const server = await listen((request, response) => {
    received.push(request);
    const name = request.url?.split('/')[1] ?? '';
    if (!isFailure(name)) return void response.writeHead(404).end();
    const taken = (bytes: number) => (largeBytesTaken += bytes);
    FAILURES[name]({ request, response, here: `${server.url}/${name}`, elsewhere: elsewhere.url, taken });
  });
  const closed = await listen(() => undefined);
  await closed.close();
  return {
    at: (failure) => `${server.url}/${failure}`,
    elsewhereUrl: elsewhere.url,
    closedPortUrl: closed.url,
    requests: received,
    get largeBytesTaken() {
      return largeBytesTaken;
    },
    idle: () => server.idle(),
    close: async () => {
      await Promise.all([server.close(), elsewhere.close()]);
    },
  };
}

const isFailure = (name: string): name is Failure => Object.hasOwn(FAILURES, name);

const redirect = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end();

function sendLarge({ response, taken }: Failing, headers: Record<string, number>): void {
  response.writeHead(200, { ...JSON_TYPE, ...headers });
  let bytes = 0;
  const more = () => {
    while (bytes < LARGE_BYTES && !response.destroyed) {
      const chunk = LARGE_CHUNK.subarray(0, LARGE_BYTES - bytes);
      bytes += chunk.length;
      taken(chunk.length);
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

async function listen(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idle: async () => {
      await Promise.all([...open].map((response) => new Promise((resolve) => response.once('close', resolve))));
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
