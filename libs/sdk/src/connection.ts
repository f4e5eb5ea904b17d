import { isProblem, toApiError } from './api-error';
import { type Answer, ApiPromise, type Received } from './api-promise';
import { aborted, attempt, type Bytes, type Reply } from './attempt';
import { InvalidAnswerError, UsageError } from './errors';
import {
  type CallOptions,
  checkTimeout,
  type Config,
  type DroptrackOptions,
  resolveOptions,
  sendable,
} from './options';
import { isLost, isRetryable, retryDelayMs } from './retry';
import { resourceUrl } from './url';

/** What a call asks for. */
interface Call {
  readonly path: readonly string[];
  readonly query?: object;
  /** GET when not given, or POST where there is a body that only asks. */
  readonly verb?: Verb;
  readonly body?: object | undefined;
  /** Media type of a success that is read as it comes. */
  readonly streamed?: string;
}

/** Verbs of calls that change something. */
type Verb = 'POST' | 'PATCH' | 'DELETE';

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
    return new ApiPromise(this.#call<T>({ path, query }, options));
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
    return new ApiPromise(this.#call<T>({ path, body }, options));
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
  stream(path: readonly string[], query: object, streamed: string, options: CallOptions = {}): Promise<Answer<Bytes>> {
    return new ApiPromise(this.#call<Bytes>({ path, query, streamed }, options)).withResponse();
  }

  /**
   * A call that changes something. DELETE is tried again like a GET, as it comes to the same when repeated. POST and PATCH
   * are not, for when their answer is lost they may have been done, and a change that is made again may undo what somebody
   * else has changed meanwhile; only after 429, when they surely were not.
   *
   * @param path - segments after `/v1`, not yet encoded.
   * @param body - what is sent as JSON; no message repeats it.
   * @throws {DroptrackError} whatever goes wrong.
   * @example
   * import { Connection } from '@droptrack/sdk';
   * const connection = new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
   * await connection.send('PATCH', ['webhooks', 'wh_3kT9vPq2Lm'], { enabled: true });
   */
  send<T>(verb: Verb, path: readonly string[], body?: object, options: CallOptions = {}): ApiPromise<T> {
    return new ApiPromise(this.#call<T>({ verb, path, body }, options));
  }

  async #call<T>(call: Call, options: CallOptions): Promise<Received<T>> {
    const { status, headers, body, bytes } = await this.#send(call, options);
    const { redact } = this.#config;
    const requestId = redact(headers.get('x-request-id') ?? '') || null;
    const kind = redact((body && headers.get('content-type')) || 'empty');
    const invalid = (what: string): InvalidAnswerError =>
      new InvalidAnswerError(redact(`The answer (${status}, ${kind}) ${what}`), { requestId });
    // Followed, it would take the key along, perhaps to another host. In a browser it has no status.
    if (!status || REDIRECTS.includes(status)) {
      throw invalid(`is a redirect to ${headers.get('location')}; none is followed, see baseUrl`);
    }
    const data = bytes ?? parse(body);
    if (status < 200 || status > 299 || isProblem(data)) {
      // A proxy that echoes the request must not put the key into an error, from where it gets into logs.
      throw toApiError(parse(redact(body)), { status, kind, requestId, retryAfter: headers.get('retry-after') });
    }
    const isNothing = status === 204 && call.verb === 'DELETE';
    if (!isNothing && (Object(data) !== data || Array.isArray(data))) throw invalid('is no JSON object');
    if (call.streamed && !bytes) throw invalid(`is not ${call.streamed}`);
    return { data: data as T, status, headers, requestId };
  }

  /** The first reply that another attempt could not better, or the last one. */
  async #send({ verb, path, query = {}, body, streamed }: Call, options: CallOptions): Promise<Reply> {
    const { apiKey, root, headers, maxRetries, timeoutMs, sleep, redact } = this.#config;
    const { signal } = options;
    const json = body && serialise(body);
    const request = {
      url: resourceUrl(root, path, query),
      init: {
        method: verb ?? (json ? 'POST' : 'GET'),
        headers: {
          ...headers,
          ...(options.headers && sendable(options.headers, redact)),
          ...(streamed ? sendable({ accept: streamed }, redact) : { accept: JSON_TYPE }),
          ...(json && { 'content-type': JSON_TYPE }),
          authorization: `Bearer ${apiKey}`,
        },
        redirect: 'manual',
        ...(json && { body: json }),
      },
      streamed,
      timeoutMs: checkTimeout(options.timeoutMs ?? timeoutMs),
      signal,
    } as const;
    const isOnce = verb === 'POST' || verb === 'PATCH';
    for (let retry = 1; ; retry += 1) {
      if (signal?.aborted) throw aborted(signal);
      const isLast = retry > maxRetries;
      let reply: Reply | null = null;
      try {
        reply = await attempt(this.#config, request);
      } catch (error) {
        if (isLast || isOnce || !isLost(error)) throw error;
      }
      const delayMs = retryDelayMs(retry, reply?.headers.get('retry-after') ?? null);
      if (reply && (isLast || !isRetryable(reply.status, isOnce) || delayMs === null)) return reply;
      try {
        await sleep(delayMs ?? 0, signal);
      } catch (error) {
        // One that rejects when it is aborted, such as Node's own, ends as one that wakes up: above.
        if (!signal?.aborted) throw error;
      }
    }
  }
}

const JSON_TYPE = 'application/json';

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
