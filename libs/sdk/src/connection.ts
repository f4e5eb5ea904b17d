import { isProblem, toApiError } from './api-error';
import { type Answer, ApiPromise, type Received } from './api-promise';
import type { Bytes, Reply } from './attempt';
import { InvalidAnswerError, UsageError } from './errors';
import type { RetryInfo } from './hooks';
import {
  type CallOptions,
  checkRetries,
  checkTimeout,
  type Config,
  type DroptrackOptions,
  type Method,
  type RequestOptions,
  resolveOptions,
  sendable,
} from './options';
import { pause, send } from './send';
import { resourceUrl, segmentsOf } from './url';

/** Request of a call. */
interface Call {
  readonly path: readonly string[];
  readonly query?: object | undefined;
  /** Verb of a call that changes state. Without it: GET, or POST for a call with a body that can be repeated. */
  readonly verb?: Verb | undefined;
  readonly body?: object | undefined;
  /** Media type of a successful response that is streamed. */
  readonly streamed?: string;
}

/** Verbs of calls that change state. */
type Verb = Exclude<Method, 'GET'>;

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * HTTP layer of all resources: URL, authentication, retries and errors. A program that needs a single resource can
 * construct it with a `Connection` of its own, so that a bundler drops the other resources. {@link Droptrack} has them all.
 *
 * @example
 * import { Connection, Drops } from '@droptrack/sdk';
 * const drops = new Drops(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 * for await (const drop of drops.list()) console.log(drop.id);
 */
export class Connection {
  readonly #config: Config;

  /**
   * Creates a connection. It sends no request.
   *
   * @throws {@link UsageError} for a missing or invalid option, and in a browser unless `dangerouslyAllowBrowser` is true.
   */
  constructor(options: DroptrackOptions = {}) {
    this.#config = resolveOptions(options);
  }

  /**
   * Sends a GET request, with retries. Use it for operations that this version of the package has no method for.
   *
   * @param path - unencoded path segments after `/v1`.
   * @param query - query parameters. Arrays are sent as comma-separated lists; null and undefined are omitted.
   * @returns the response body, unchanged: members and values of a newer API are preserved.
   * @throws {@link DroptrackError} for every failure.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { plan } = await connection.get<{ plan: string }>(['me']);
   */
  get<T>(path: readonly string[], query: object = {}, options: CallOptions = {}): ApiPromise<T> {
    return new ApiPromise(this.#call<T>({ path, query }, options));
  }

  /**
   * Sends a POST request that can be repeated, and retries it like a GET: one that reads, such as a check, or one that
   * the API carries out once, as `POST /v1/webhooks` with an `Idempotency-Key`. A body, unlike a query, does not appear in
   * access logs.
   *
   * @param path - unencoded path segments after `/v1`.
   * @param body - JSON body. Error messages never contain it.
   * @throws {@link DroptrackError} for every failure.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { status } = await connection.ask<{ status: string }>(['eligibility'], { wallet: '0x…', drop: 'linea' });
   */
  ask<T>(path: readonly string[], body: object, options: CallOptions = {}): ApiPromise<T> {
    return new ApiPromise(this.#call<T>({ path, body }, options));
  }

  /**
   * Sends a GET request and streams the response body, as {@link Snapshots} do. It is retried only until the response
   * starts.
   *
   * @param path - unencoded path segments after `/v1`.
   * @param query - query parameters. Arrays are sent as comma-separated lists; null and undefined are omitted.
   * @param streamed - media type, sent as `Accept`.
   * @returns the response with the body as {@link Bytes}.
   * @throws {@link DroptrackError} for every failure before the response starts.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { data: bytes } = await connection.stream(['snapshots', 'drops'], {}, 'application/x-ndjson');
   * for (let piece = await bytes.next(); piece !== null; piece = await bytes.next()) console.log(piece.length);
   */
  stream(path: readonly string[], query: object, streamed: string, options: CallOptions = {}): Promise<Answer<Bytes>> {
    return new ApiPromise(this.#call<Bytes>({ path, query, streamed }, options)).withResponse();
  }

  /**
   * Sends a request that changes state. DELETE is idempotent and retried like a GET. POST and PATCH are retried only after
   * 429, which rejects a request before it takes effect: after a lost response the change may have been made, and a
   * repeated change could overwrite a newer one of another client.
   *
   * @param path - unencoded path segments after `/v1`.
   * @param body - JSON body. Error messages never contain it.
   * @throws {@link DroptrackError} for every failure.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * await connection.send('PATCH', ['webhooks', 'wh_3kT9vPq2Lm'], { enabled: true });
   */
  send<T>(verb: Verb, path: readonly string[], body?: object, options: CallOptions = {}): ApiPromise<T> {
    return new ApiPromise(this.#call<T>({ verb, path, body }, options));
  }

  /**
   * Sends a request to any path. Use it for operations that this version of the package has no method for.
   *
   * @param method - GET, PUT and DELETE are retried; POST and PATCH only after 429.
   * @param path - path with `/v1`, unencoded and without a query, such as `/v1/drops/linea`.
   * @param options - `query`, `body`, and the options of every call.
   * @returns the response body, a JSON object; undefined for a response without a body to DELETE.
   * @throws {@link UsageError} for an invalid path.
   * @throws {@link DroptrackError} for every other failure.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { plan } = await connection.request<{ plan: string }>('GET', '/v1/me');
   */
  request<T>(method: Method, path: `/v1/${string}`, { query, body, ...options }: RequestOptions = {}): ApiPromise<T> {
    const verb = method === 'GET' ? undefined : method;
    const call = async (): Promise<Received<T>> =>
      this.#call<T>({ verb, path: segmentsOf(path), query, body }, options);
    return new ApiPromise(call());
  }

  /**
   * Waits with the `sleep` of the client, such as before a retry.
   *
   * @param delayMs - milliseconds.
   * @param failed - attempt that is repeated after the wait, for `onRetry` and the log.
   * @throws {@link AbortError} when `signal` is aborted.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * await connection.pause(1_000, AbortSignal.timeout(5_000));
   */
  pause(delayMs: number, signal: AbortSignal | undefined, failed?: Omit<RetryInfo, 'delaySeconds'>): Promise<void> {
    return pause(this.#config, delayMs, signal, failed);
  }

  async #call<T>(call: Call, options: CallOptions): Promise<Received<T>> {
    const { status, headers, body, bytes } = await this.#send(call, options);
    const { redact } = this.#config;
    const requestId = redact(headers.get('x-request-id') ?? '') || null;
    const kind = redact((body && headers.get('content-type')) || 'empty');
    const invalid = (problem: string): InvalidAnswerError =>
      new InvalidAnswerError(redact(`The response (${status}, ${kind}) ${problem}`), { requestId });
    // A redirect that is followed sends the key along, possibly to another host. In a browser it has status 0.
    if (!status || REDIRECTS.includes(status)) {
      throw invalid(`is a redirect to ${headers.get('location')}, which is not followed; check baseUrl`);
    }
    const data = bytes ?? parse(body);
    // A server that is not the API has no such page; that must not look like an absent drop.
    if (status === 404 && !Object(data).code) throw invalid('is not a JSON object of the API');
    if (status < 200 || status > 299 || isProblem(data)) {
      // A proxy that echoes the request must not put the key into an error, which may be logged.
      throw toApiError(parse(redact(body)), { status, kind, requestId, retryAfter: headers.get('retry-after') });
    }
    const isNothing = status === 204 && call.verb === 'DELETE';
    if (!isNothing && (Object(data) !== data || Array.isArray(data))) throw invalid('is not a JSON object');
    if (call.streamed && !bytes) throw invalid(`is not ${call.streamed}`);
    return { data: data as T, status, headers, requestId };
  }

  /** Sends the request of a call, with the entity tag of a stored response, which a response with status 304 confirms. */
  async #send({ verb, path, query = {}, body, streamed }: Call, options: CallOptions): Promise<Reply> {
    const { apiKey, root, headers, cache, maxRetries, timeoutMs, redact } = this.#config;
    const url = resourceUrl(root, path, query);
    const json = body && serialize(body);
    const method = verb ?? (json ? 'POST' : 'GET');
    const store = method === 'GET' && !streamed ? cache : undefined;
    const key = `${apiKey} ${url}`;
    const stored = store?.get(key);
    const request = {
      url,
      init: {
        method,
        headers: {
          ...headers,
          ...(options.headers && sendable(options.headers, redact)),
          ...(streamed ? sendable({ accept: streamed }, redact) : { accept: JSON_TYPE }),
          ...(json && { 'content-type': JSON_TYPE }),
          ...(stored && { 'if-none-match': stored.etag }),
          authorization: `Bearer ${apiKey}`,
        },
        redirect: 'manual',
        ...(json && { body: json }),
      },
      streamed,
      timeoutMs: checkTimeout(options.timeoutMs ?? timeoutMs),
      signal: options.signal,
    } as const;
    const retries = {
      maxRetries: checkRetries(options.maxRetries ?? maxRetries),
      isOnce: verb === 'POST' || verb === 'PATCH',
    };
    const reply = await send(this.#config, request, retries);
    if (stored && reply.status === 304) return { ...reply, status: 200, body: stored.body };
    const etag = reply.headers.get('etag');
    if (store && etag !== null && reply.status === 200) store.set(key, { etag, body: reply.body });
    return reply;
  }
}

const JSON_TYPE = 'application/json';

/** @throws {@link UsageError} for values that JSON cannot represent, such as a bigint. */
function serialize(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new UsageError('The parameters cannot be serialized as JSON', { cause });
  }
}

/** Returns undefined for invalid JSON, without an error: the platform's quotes a part of the text. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
