import { type IncomingHttpHeaders, request as sendPlain } from 'node:http';
import { request as sendSecure } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A request to an address of this machine. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A response, or the start of one that has no end. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body without its content coding. */
  readonly text: string;
}

/** Longest wait for the next byte, in milliseconds. */
const SILENCE_MS_MAX = 20_000;

/** Sends a request on a connection of its own. Of an event stream, only the arrival of its first bytes is awaited. */
export function exchange(origin: string, { method, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
  const send = origin.startsWith('https:') ? sendSecure : sendPlain;
  // The path is sent as it is: a URL would lose some of its dots and slashes.
  const { hostname, port } = new URL(origin);
  const options = { hostname, port, path, method, headers, agent: false, rejectUnauthorized: false } as const;
  return new Promise((resolve, reject) => {
    const request = send({ ...options, timeout: SILENCE_MS_MAX }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const isStream = received['content-type']?.startsWith('text/event-stream') === true && method !== 'HEAD';
      const chunks: Buffer[] = [];
      const end = (text: string): void => {
        resolve({ status, headers: received, text });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => (isStream ? end('first bytes') : chunks.push(chunk)));
      response.on('end', () => end(decoded(received['content-encoding'], Buffer.concat(chunks)))).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`${method} ${path}: no response in ${SILENCE_MS_MAX} ms`)));
    request.on('error', reject).end(body);
  });
}

function decoded(coding: string | undefined, body: Buffer): string {
  if (body.length === 0) return '';
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[String(coding)];
  return (decode === undefined ? body : decode(body)).toString();
}

/** Headers of a connection, of the balancer, and for it. */
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding|server|via|date|x-accel-buffering)$/;
/** Headers of which only the presence is the same for two requests. */
const OF_REQUEST = /^(etag|content-length|x-request-id|ratelimit)$/;

/** The part of a response that is the same for every instance and request: ids, instants and measurements are masked. */
export const comparable = ({ status, headers, text }: ReceivedResponse) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !OF_CONNECTION.test(name))
      .map(([name, value]) => [name, OF_REQUEST.test(name) ? 'present' : masked(String(value))]),
  ),
  text: masked(text),
});

const masked = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<instant>')
    // Pages show it to people, too: `14:05:09 UTC`.
    .replaceAll(/\b\d\d:\d\d(:\d\d)? UTC\b/g, '<time>')
    // Written some time after the read.
    .replaceAll('"last_read_at":null', '"last_read_at":"<instant>"')
    .replaceAll(/\b(req|key|feed|dtf|wh|whsec|evt|dlv|rec)_[\w+/=-]+/g, '$1_<id>')
    .replaceAll(/"(prefix|last4)":"\w{4,8}"/g, '"$1":"<of the key>"')
    .replaceAll(/"(duration_ms|log_staleness_seconds|clock_skew_seconds)":-?[\d.]+/g, '"$1":<measured>')
    .replaceAll(/\b\d+\.\d+\b/g, '<decimal>');
