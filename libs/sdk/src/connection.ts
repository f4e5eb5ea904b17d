import { isProblem, toApiError } from './api-error';
import { type Answer, ApiPromise } from './api-promise';
import { aborted, attempt, type Bytes, type Reply } from './attempt';
import { InvalidAnswerError, UsageError } from './errors';
import { type CallOptions, checkTimeout, type Config, type DroptrackOptions, resolveOptions } from './options';
import { readRateLimit } from './rate-limit';
import { isLost, isRetryable, retryDelayMs } from './retry';
import { resourceUrl } from './url';

/** What a call asks for. */
interface Call {
  readonly path: readonly string[];
  readonly query?: object;
  /** Makes it a POST. */
  readonly body?: object;
  /** Media type of a success that is read as it comes. */
  readonly streamed?: string;
}

/** Followed, it would take the key along, and perhaps to another host. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * What every resource sends its calls through: address, key, retries, errors. A program that needs one resource only
 * gives it a connection of its own, and a bundler leaves the others out; `Droptrack` has them all.
 *
 * @example
 * import { Connection, Drops } from '@droptrack/sdk';
 * const drops = new Drops(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 * for await (const drop of drops.list()) console.log(drop.id);
 */
export class Connection {
  readonly #config: Config;

  /** @throws {UsageError} when an option cannot work, and in a browser unless that is allowed. */
  constructor(options: DroptrackOptions) {
    this.#config = resolveOptions(options);
  }

  /**
   * A GET, tried again while that can help; for what this version of the package has no method for, too.
   *
   * @param path - segments after `/v1`, not yet encoded.
   * @param query - several values of one parameter become a comma list, absent ones are left out.
   * @returns the answer as it came: members and values of a newer API pass through.
   * @throws {DroptrackError} whatever goes wrong.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { plan } = await connection.get<{ plan: string }>(['me']);
   */
  get<T>(path: readonly string[], query: object = {}, options: CallOptions = {}): ApiPromise<T> {
    return new ApiPromise(this.#send({ path, query }, options).then((reply) => this.#whole<T>(reply)));
  }

  /**
   * A POST that only asks, such as a check, and so may be repeated like a GET. What is in its body
   * stays out of addresses, which get into logs.
   *
   * @param path - segments after `/v1`, not yet encoded.
   * @param body - what is sent as JSON; no message repeats it.
   * @throws {DroptrackError} whatever goes wrong.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { status } = await connection.ask<{ status: string }>(['eligibility'], { wallet: '0x…', drop: 'linea' });
   */
  ask<T>(path: readonly string[], body: object, options: CallOptions = {}): ApiPromise<T> {
    return new ApiPromise(this.#send({ path, body }, options).then((reply) => this.#whole<T>(reply)));
  }

  /**
   * A GET whose answer is read as it comes; it is tried again only until it begins. What snapshots are made of.
   *
   * @param path - segments after `/v1`, not yet encoded.
   * @param streamed - the media type to ask for.
   * @throws {DroptrackError} whatever goes wrong before the answer begins.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * const { data: bytes } = await connection.stream(['snapshots', 'drops'], {}, 'application/x-ndjson');
   * for (let piece = await bytes.next(); piece !== null; piece = await bytes.next()) console.log(piece.length);
   */
  async stream(
    path: readonly string[],
    query: object,
    streamed: string,
    options: CallOptions = {},
  ): Promise<Answer<Bytes>> {
    const reply = await this.#send({ path, query, streamed }, options);
    if (reply.bytes !== null) return around(reply, reply.bytes);
    this.#whole(reply);
    throw this.#invalid(reply, `is not ${streamed}`);
  }

  /** The first reply that another attempt could not better, or the last one. */
  async #send({ path, query = {}, body, streamed }: Call, options: CallOptions): Promise<Reply> {
    const { root, maxRetries, timeoutMs, sleep } = this.#config;
    const { signal } = options;
    const request = {
      url: resourceUrl(root, path, query),
      init: {
        method: body === undefined ? 'GET' : 'POST',
        headers: this.#headers(options.headers, streamed, body !== undefined),
        redirect: 'manual',
        ...(body !== undefined && { body: serialise(body) }),
      },
      streamed,
      timeoutMs: checkTimeout(options.timeoutMs ?? timeoutMs),
      signal,
    } as const;
    for (let retry = 1; ; retry += 1) {
      if (signal?.aborted) throw aborted(signal);
      const isLast = retry > maxRetries;
      const reply = await attempt(this.#config, request).catch((error: unknown) => {
        if (isLast || !isLost(error)) throw error;
        return null;
      });
      if (reply !== null && (isLast || !isRetryable(reply.status))) return reply;
      const delayMs = retryDelayMs(retry, reply?.headers.get('retry-after') ?? null);
      if (reply !== null && delayMs === null) return reply;
      await sleep(delayMs ?? 0, signal);
    }
  }

  #headers(own: CallOptions['headers'] = {}, accept = 'application/json', hasBody: boolean): Headers {
    const { apiKey, headers: common } = this.#config;
    try {
      const headers = new Headers(common);
      for (const [name, value] of Object.entries(own)) headers.set(name, value);
      headers.set('accept', accept);
      if (hasBody) headers.set('content-type', 'application/json');
      headers.set('authorization', `Bearer ${apiKey}`);
      return headers;
    } catch (cause) {
      throw new UsageError('A header has a name or value that cannot be sent', { cause });
    }
  }

  /** @throws {ApiError} {@link InvalidAnswerError} for what is no success. */
  #whole<T>(reply: Reply): Answer<T> {
    const { status, headers, body } = reply;
    // A browser does not show where to, not even the status.
    if (status === 0 || REDIRECTS.includes(status)) {
      throw this.#invalid(reply, `is a redirect to ${headers.get('location')}; none is followed, see baseUrl`);
    }
    const value = parse(body);
    if (status < 200 || status > 299 || isProblem(value)) {
      // A proxy that echoes the request must not put the key into an error, from where it gets into logs.
      throw toApiError(status, headers, parse(this.#config.redact(body)), this.#requestId(reply));
    }
    if (typeof value !== 'object' || value === null) throw this.#invalid(reply, 'is no JSON object');
    return around(reply, value as T);
  }

  #invalid(reply: Reply, what: string): InvalidAnswerError {
    const { status, headers, body } = reply;
    const kind = body === '' ? 'empty' : headers.get('content-type');
    const message = this.#config.redact(`The answer (${status}, ${kind}) ${what}`);
    return new InvalidAnswerError(message, { requestId: this.#requestId(reply) });
  }

  #requestId({ headers }: Reply): string | null {
    const id = headers.get('x-request-id');
    return id === null ? null : this.#config.redact(id);
  }
}

const around = <T>({ status, headers }: Reply, data: T): Answer<T> => ({
  data,
  status,
  headers,
  requestId: headers.get('x-request-id'),
  rateLimit: readRateLimit(headers),
});

/** @throws {UsageError} for what JSON cannot say, such as a bigint. */
function serialise(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new UsageError('The parameters cannot be sent as JSON', { cause });
  }
}

/** Undefined for what is not JSON: the platform's error would repeat a piece of it. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
