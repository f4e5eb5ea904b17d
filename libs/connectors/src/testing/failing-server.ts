import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

/** Ways in which sources fail. */
export type Failure = keyof typeof FAILURES;

/** A local server that does what sources do when they are not well. */
export interface FailingServer {
  /** Address below which every path fails so; no slash at the end. */
  at(failure: Failure): string;
  /** Of another origin, which answers `{}`; `redirects_elsewhere` leads there. */
  readonly elsewhereUrl: string;
  /** Of a port at which nobody listens. */
  readonly refusingUrl: string;
  /** All requests so far, in order, those to the other origin as well. */
  readonly requests: readonly IncomingMessage[];
  /** Of all large bodies together: how much could be written, in what the kernel keeps for the reader as well. */
  readonly largeBytesTaken: number;
  /** Resolves once no answer is under way any more: each was ended, or its reader hung up. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Of a body that nobody wants to read to its end. */
export const LARGE_BYTES = 100_000_000;
const ZEROS = Buffer.alloc(1_000_000);
const LARGE_CHUNK = Buffer.alloc(65_536, 'x');
const DRIP_EVERY_MS = 10;
/** What `limited_for` asks for. */
export const RETRY_AFTER_SECONDS = 7;
/** What `limited_until` names. */
export const RETRY_AT_MS = Date.UTC(2030, 0, 1);

interface Failing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Address of this failure. */
  readonly here: string;
  readonly elsewhere: string;
  readonly taken: (bytes: number) => void;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const FAILURES = {
  never_answers: () => undefined,
  /** Headers at once, then a byte at a time without end. */
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
  /** More is announced than comes before the connection is closed. */
  truncated: ({ response }) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 1_000 });
    response.write('{"items":[{"id":1},', () => response.destroy());
  },
  /** Ended in good order in the middle of the JSON. */
  cut_off: ({ response }) => response.writeHead(200, JSON_TYPE).end('{"items":[{"id":1},'),
  wrong_shape: ({ response }) => response.writeHead(200, JSON_TYPE).end('{"nobody":["expects",{"this":1}]}'),
  /** Chunked, so that only reading tells how large it is. */
  large: (failing) => sendLarge(failing, {}),
  large_announced: (failing) => sendLarge(failing, { 'content-length': LARGE_BYTES }),
  /** 100 MB of zeros, which are 100 kB on the wire. */
  large_compressed: ({ response }) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    const zip = createGzip();
    zip.pipe(response);
    for (let bytes = 0; bytes < LARGE_BYTES; bytes += ZEROS.length) zip.write(ZEROS);
    zip.end();
  },
  redirects_in_a_circle: ({ request, response, here }) =>
    redirect(response, `${here}/${request.url?.endsWith('/there') ? 'back' : 'there'}`),
  /** To another address each time. */
  redirects_without_end: ({ request, response, here }) =>
    redirect(response, `${here}/${Number(request.url?.split('/').at(-1)) + 1 || 1}`),
  redirects_elsewhere: ({ response, elsewhere }) => redirect(response, elsewhere),
  redirects_to_file: ({ response }) => redirect(response, 'file:///etc/hostname'),
  redirects_to_ftp: ({ response }) => redirect(response, 'ftp://127.0.0.1/x'),
  closes_in_header: ({ response }) => response.socket?.end('HTTP/1.1 200 OK\r\nContent-Ty'),
} satisfies Record<string, (failing: Failing) => unknown>;

/** Starts one on free ports of loopback. */
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
  const refusing = await listen(() => undefined);
  await refusing.close();
  return {
    at: (failure) => `${server.url}/${failure}`,
    elsewhereUrl: elsewhere.url,
    refusingUrl: refusing.url,
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

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const underWay = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    underWay.add(response);
    response.on('close', () => underWay.delete(response));
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idle: async () => {
      await Promise.all([...underWay].map((response) => new Promise((resolve) => response.once('close', resolve))));
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
