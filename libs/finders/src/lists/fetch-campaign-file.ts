import { pipeline } from 'node:stream/promises';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { parseUrl } from '@droptrack/resilience';
import { type Dispatcher, request } from 'undici';
import { CampaignListError } from './campaign-list.error';
import { isCid } from './cid';
import { StoredFile } from './stored-file';

/** Limits of one download. */
export interface CampaignFileLimits {
  /** After decompression, and before. */
  readonly bytesMax: number;
  /** Wait for the first byte of each response, in milliseconds; gateways search for content first. */
  readonly firstByteMs: number;
  /** Longest pause within a body. */
  readonly idleMs: number;
  /** Whole download, with redirects. */
  readonly totalMs: number;
}

/** Limits in production. */
export const CAMPAIGN_FILE_LIMITS: CampaignFileLimits = {
  bytesMax: 256 * 1024 * 1024,
  firstByteMs: 30_000,
  idleMs: 15_000,
  totalMs: 300_000,
};

export interface FetchCampaignFileOptions {
  /** From `createVettedAgent`, with the gateways as its origins; its timeout of connections applies. */
  readonly dispatcher: Dispatcher;
  /** Aborts the download, with its reason. */
  readonly signal: AbortSignal;
  /** {@link CAMPAIGN_FILE_LIMITS} by default. */
  readonly limits?: Partial<CampaignFileLimits>;
  /** Called with the host and the headers of each response. */
  readonly onResponse?: (host: string, headers: Dispatcher.ResponseData['headers']) => void;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_MAX = 4;
const NOTHING_THERE = new Set([404, 410]);
const CODINGS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Downloads the file with a content id through one gateway into a temporary file, in constant memory.
 *
 * @param gateway - base URL without a trailing slash; `/ipfs/<cid>` is appended.
 * @returns the file, which the caller closes.
 * @throws {CampaignListError} `rejected` for an invalid content id and for a file that is too large, otherwise `unavailable`.
 * @throws the reason of the signal, once it is aborted.
 */
export async function fetchCampaignFile(
  cid: string,
  gateway: string,
  { dispatcher, signal, limits = {}, onResponse = () => undefined }: FetchCampaignFileOptions,
): Promise<StoredFile> {
  if (!isCid(cid)) throw new CampaignListError('rejected', 'the content id in its event is not a valid one');
  const bounds = { ...CAMPAIGN_FILE_LIMITS, ...limits };
  const end = new AbortController();
  const stop = () => end.abort();
  const timer = setTimeout(stop, bounds.totalMs);
  signal.addEventListener('abort', stop, { once: true });
  const exchange: Exchange = { dispatcher, limits: bounds, signal: end.signal, onResponse };
  try {
    signal.throwIfAborted();
    return await store(await follow(new URL(`${gateway}/ipfs/${cid}`), exchange), exchange);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CampaignListError) throw error;
    throw unavailable(end.signal.aborted ? `no complete file within ${bounds.totalMs} ms` : downloadFailure(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Ends a body that is not read to its end.
    end.abort();
  }
}

interface Exchange {
  readonly dispatcher: Dispatcher;
  readonly limits: CampaignFileLimits;
  readonly signal: AbortSignal;
  readonly onResponse: NonNullable<FetchCampaignFileOptions['onResponse']>;
}

const unavailable = (message: string): CampaignListError => new CampaignListError('unavailable', message);

/** Sends the request and follows redirects, each of which the dispatcher vets. */
async function follow(
  first: URL,
  { dispatcher, limits, signal, onResponse }: Exchange,
): Promise<Dispatcher.ResponseData> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await request(url, {
      dispatcher,
      signal,
      headersTimeout: limits.firstByteMs,
      bodyTimeout: limits.idleMs,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'Droptrack' },
    });
    const { statusCode: status, headers } = response;
    onResponse(url.host, headers);
    if (status === 200) return response;
    response.body.on('error', () => undefined).destroy();
    if (!REDIRECTS.has(status)) throw unavailable(NOTHING_THERE.has(status) ? 'not found' : `status ${status}`);
    url = redirected(url, headers['location']);
  }
  throw unavailable(`redirects more than ${REDIRECTS_MAX} times`);
}

function redirected(from: URL, location: string | string[] | undefined): URL {
  const target = typeof location === 'string' ? parseUrl(location, from) : null;
  if (target === null) throw unavailable('a redirect without a location');
  const isSafe = target.protocol === 'https:' || (target.protocol === 'http:' && from.protocol === 'http:');
  if (!isSafe) throw unavailable('a redirect to another scheme than https');
  return target;
}

async function store({ headers, body }: Dispatcher.ResponseData, exchange: Exchange): Promise<StoredFile> {
  const { bytesMax } = exchange.limits;
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(body, bytesMax);
  const coding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  const decoder = CODINGS[coding];
  if (decoder === undefined && coding !== 'identity') {
    body.on('error', () => undefined).destroy();
    throw unavailable('an unknown content coding');
  }
  const file = await StoredFile.create();
  try {
    const raw = limited(body, bytesMax);
    const { signal } = exchange;
    if (decoder === undefined) await append(raw, file, bytesMax);
    else
      await pipeline(raw, decoder(), (decoded: AsyncIterable<Uint8Array>) => append(decoded, file, bytesMax), {
        signal,
      });
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function tooLarge(body: Dispatcher.ResponseData['body'] | null, bytesMax: number): CampaignListError {
  body?.on('error', () => undefined).destroy();
  return new CampaignListError('rejected', `the file is larger than ${Math.floor(bytesMax / 1_048_576)} MiB`);
}

/** Bounds a compressed body as well: it can be endless without any content. */
async function* limited(body: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw tooLarge(null, bytesMax);
    yield chunk;
  }
}

async function append(chunks: AsyncIterable<Uint8Array>, file: StoredFile, bytesMax: number): Promise<void> {
  for await (const chunk of chunks) {
    if (file.bytes + chunk.length > bytesMax) throw tooLarge(null, bytesMax);
    await file.append(chunk);
  }
}

/** Reasons by the codes of errors. Others are given by their code only: a message could quote the response. */
const REASONS: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_BODY_TIMEOUT: 'the body paused for too long',
  UND_ERR_SOCKET: 'the body was cut off',
  address_not_allowed: 'its name, or that of a redirect, leads to an address that is not public',
};

function downloadFailure(error: unknown): string {
  const { name, code = name } = Object(error) as Partial<NodeJS.ErrnoException>;
  if (code === undefined) return 'the download failed';
  if (name === 'TimeoutError') return 'no connection in time';
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT')) return 'the compressed body is damaged';
  return REASONS[code] ?? `the download failed (${code.slice(0, 40)})`;
}
