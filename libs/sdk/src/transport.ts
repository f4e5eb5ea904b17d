import { ApiError } from './api-error';
import type { Answer } from './api-promise';
import { aborted, attempt, attemptStream, type Bytes, type Reply, type Request } from './attempt';
import { ConnectionError, InvalidAnswerError, TimeoutError, UsageError } from './errors';
import { type CallOptions, checkTimeout, type Config, type Fetch } from './options';
import { readRateLimit } from './rate-limit';
import { isRetryable, retryDelayMs } from './retry';
import { resourceUrl } from './url';

/** What every resource sends its calls through: addresses, the key, retries, errors. */
export class Transport {
  readonly #config: Config;
  constructor(config: Config) {
    this.#config = config;
  }

  /**
   * A GET, tried again while that can help. Every call here only reads, so each may be repeated.
   *
   * @param path - segments after `/v1`.
   * @returns the answer as it came: members and values of a newer API pass through.
   * @throws {DroptrackError} whatever goes wrong.
   */
  async get<T>(path: readonly string[], query: object, options: CallOptions): Promise<Answer<T>> {
    return this.#call('GET', resourceUrl(this.#config.root, path, query), undefined, options);
  }

  /**
   * A POST that only asks, such as a check, and so may be repeated like a GET. What is in its body
   * stays out of addresses, which get into logs.
   *
   * @param path - segments after `/v1`.
   * @param body - what is sent as JSON; no message repeats it.
   * @throws {DroptrackError} whatever goes wrong.
   */
  async ask<T>(path: readonly string[], body: object, options: CallOptions): Promise<Answer<T>> {
    return this.#call('POST', resourceUrl(this.#config.root, path, {}), serialise(body), options);
  }

  /**
   * A GET whose answer is read as it comes; it is tried again only until it begins.
   *
   * @param accept - the media type to ask for.
   * @throws {DroptrackError} whatever goes wrong before the answer begins.
   */
  async stream(
    path: readonly string[],
    query: object,
    accept: string,
    options: CallOptions,
  ): Promise<Answer<Bytes | null>> {
    const url = resourceUrl(this.#config.root, path, query);
    const request = this.#request('GET', url, undefined, { ...options, headers: { ...options.headers, accept } });
    const reply = await this.#persist(request, attemptStream);
    return { data: reply.bytes, ...this.#around(reply) };
  }

  async #call<T>(
    method: Request['method'],
    url: string,
    body: string | undefined,
    options: CallOptions,
  ): Promise<Answer<T>> {
    const headers = { ...options.headers, accept: 'application/json' };
    const reply = await this.#persist(this.#request(method, url, body, { ...options, headers }), attempt);
    const around = this.#around(reply);
    return { data: parse<T>(reply.body), ...around };
  }

  #request(method: Request['method'], url: string, body: string | undefined, options: CallOptions): Request {
    return {
      method,
      url,
      headers: this.#headers(options.headers, body !== undefined),
      body,
      timeoutMs: checkTimeout(options.timeoutMs ?? this.#config.timeoutMs),
      signal: options.signal,
    };
  }

  /** @throws {ApiError} for what is no success. */
  #around({ status, headers, body }: Reply): Omit<Answer<never>, 'data'> {
    if (status < 200 || status > 299) throw ApiError.from(status, headers, this.#redact(body));
    return { status, headers, requestId: headers.get('x-request-id'), rateLimit: readRateLimit(headers) };
  }

  /** The first answer that another attempt could not better, or the last one. */
  async #persist<T extends Reply>(
    request: Request,
    attempt: (fetch: Fetch, request: Request) => Promise<T>,
  ): Promise<T> {
    for (let retry = 1; ; retry += 1) {
      if (request.signal?.aborted) throw aborted(request.signal);
      const isLast = retry > this.#config.maxRetries;
      const outcome = await attempt(this.#config.fetch, request).catch((error: unknown) => {
        if (isLast || !isLost(error)) throw error;
        return null;
      });
      if (outcome !== null && (isLast || !isRetryable(outcome.status))) return outcome;
      const delayMs = retryDelayMs(retry, outcome?.headers.get('retry-after') ?? null);
      if (outcome !== null && delayMs === null) return outcome;
      await this.#config.sleep(delayMs ?? 0, request.signal);
    }
  }

  #headers(own: CallOptions['headers'] = {}, hasBody: boolean): Headers {
    const { apiKey, headers: common } = this.#config;
    try {
      const headers = new Headers(common);
      for (const [name, value] of Object.entries(own)) headers.set(name, value);
      if (hasBody) headers.set('content-type', 'application/json');
      headers.set('authorization', `Bearer ${apiKey}`);
      return headers;
    } catch (cause) {
      throw new UsageError('A header has a name or value that cannot be sent', { cause });
    }
  }

  /** A proxy that echoes the request must not put the key into an error, from where it gets into logs. */
  #redact(text: string): string {
    return text.replaceAll(this.#config.apiKey, '[API key]');
  }
}

const isLost = (error: unknown): boolean => error instanceof ConnectionError || error instanceof TimeoutError;

/** @throws {UsageError} for what JSON cannot say, such as a bigint. */
function serialise(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new UsageError('The parameters cannot be sent as JSON', { cause });
  }
}

function parse<T>(body: string): T {
  try {
    return JSON.parse(body) as T;
  } catch (cause) {
    throw new InvalidAnswerError('The answer is not JSON', { cause });
  }
}
