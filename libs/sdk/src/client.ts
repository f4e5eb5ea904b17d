import type { Me, ServiceStatus, StreamMessage, StreamQuery } from '@droptrack/contracts';
import type { ApiPromise } from './api-promise';
import { Connection } from './connection';
import { load } from './load';
import type { CallOptions, DroptrackOptions, Method, RequestOptions } from './options';
import { Calendar } from './resources/calendar';
import { Calendars } from './resources/calendars';
import { Claims } from './resources/claims';
import { Drops } from './resources/drops';
import { Eligibility } from './resources/eligibility';
import { Events } from './resources/events';
import { Domains } from './resources/domains';
import { Outcomes } from './resources/outcomes';
import { Snapshots } from './resources/snapshots';
import { Wallets } from './resources/wallets';
import { Webhooks } from './resources/webhooks';

/**
 * Client for the Droptrack API. Create one instance and reuse it: it holds no open connection, and its calls can run
 * concurrently.
 *
 * @example
 * import { Droptrack } from '@droptrack/sdk';
 * const client = new Droptrack({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
 * const drop = await client.drops.get('linea');
 */
export class Droptrack {
  // Declared, as the constructor sets them: fields would take space in every page.
  /** Lists and retrieves drops, the history of their hype scores, and the inputs of their figures. */
  declare readonly drops: Drops;
  /** Lists what past drops paid. */
  declare readonly outcomes: Outcomes;
  /** Checks whether hosts are official domains of drops. */
  declare readonly domains: Domains;
  /** Lists snapshots, token generation events, claim windows and phases of all drops. */
  declare readonly calendar: Calendar;
  /** Manages calendars to which calendar apps can subscribe. */
  declare readonly calendars: Calendars;
  /** Checks the eligibility of wallets. Requires the `pro` plan or higher. */
  declare readonly eligibility: Eligibility;
  /** Prepares unsigned calls that claim. Requires the `pro` plan or higher. */
  declare readonly claims: Claims;
  /** Checks wallets against all drops at once. Requires the `pro` plan or higher. */
  declare readonly wallets: Wallets;
  /** Streams bulk exports of drops, hype history and allocations. Requires the `scale` plan. */
  declare readonly snapshots: Snapshots;
  /** Manages webhook endpoints and their deliveries. Requires the `pro` plan or higher. */
  declare readonly webhooks: Webhooks;
  /** Lists the events of the last 30 days. Requires the `pro` plan or higher. */
  declare readonly events: Events;
  readonly #connection: Connection;

  /**
   * Creates a client. It sends no request.
   *
   * @throws {@link UsageError} for a missing or invalid option, and in a browser unless `dangerouslyAllowBrowser` is true.
   * @example
   * import { Droptrack } from '@droptrack/sdk';
   * new Droptrack({ apiKey: 'dtk_…', baseUrl: 'http://localhost:3000', maxRetries: 4, timeoutMs: 10_000 });
   * new Droptrack(); // with DROPTRACK_API_KEY and DROPTRACK_BASE_URL in the environment
   */
  constructor(options: DroptrackOptions = {}) {
    const connection = new Connection(options);
    this.#connection = connection;
    this.drops = new Drops(connection);
    this.outcomes = new Outcomes(connection);
    this.domains = new Domains(connection);
    this.calendar = new Calendar(connection);
    this.calendars = new Calendars(connection);
    this.eligibility = new Eligibility(connection);
    this.claims = new Claims(connection);
    this.wallets = new Wallets(connection);
    this.snapshots = new Snapshots(connection);
    this.webhooks = new Webhooks(connection);
    this.events = new Events(connection);
  }

  /**
   * Retrieves the plan, the rate limit and the features of the API key.
   *
   * @throws {@link AuthenticationError} for an unknown, expired or revoked key.
   * @example
   * const { plan, rate_limit } = await client.me();
   * console.log(plan, `${rate_limit.remaining} of ${rate_limit.limit} requests left`);
   */
  me(options: CallOptions = {}): ApiPromise<Me> {
    return this.#connection.get<Me>(['me'], {}, options);
  }

  /**
   * Retrieves the freshness of the data, and the health of the sources that it comes from.
   *
   * @example
   * const { data, sources } = await client.status();
   * console.log(data.as_of, sources?.filter(({ status }) => status === 'failing').map(({ id }) => id));
   */
  status(options: CallOptions = {}): ApiPromise<ServiceStatus> {
    return this.#connection.get<ServiceStatus>(['status'], {}, options);
  }

  /**
   * Sends a request to any path. Use it for operations that this version of the package has no method for.
   *
   * @param method - `GET`, `PUT` and `DELETE` are retried; `POST` and `PATCH` only after 429.
   * @param path - path with `/v1`, unencoded and without a query, such as `/v1/drops/linea`.
   * @param options - `query`, `body`, and the options of every call.
   * @returns the response body, a JSON object; undefined for a response without a body to `DELETE`.
   * @throws {@link UsageError} for an invalid path.
   * @example
   * import type { Drop } from '@droptrack/sdk';
   * const page = await client.request<{ data: Drop[] }>('GET', '/v1/drops', { query: { status: 'live', limit: 10 } });
   */
  request<T>(method: Method, path: `/v1/${string}`, options: RequestOptions = {}): ApiPromise<T> {
    return this.#connection.request<T>(method, path, options);
  }

  /**
   * Streams events when they happen, each the same as the body of its webhook, with the same `id`. Between events come:
   *
   * - `position`: all events up to `sequence` were returned; on connecting and every 15 seconds. Save `sequence` to
   *   continue there with `after` in another process.
   * - `reset`: events before `sequence` are missing, for the `reason`. List the data again; the stream continues from there.
   *
   * A lost connection, one that is silent for 45 seconds (`timeoutMs`), and status 408, 429 and 5xx lead to a reconnect
   * with backoff, which resumes without a gap and without repeated events. Before the first response, `maxRetries` applies as
   * for other calls; after it, the stream reconnects until it succeeds, unless the call states `maxRetries`. A loop that is
   * slower than the events slows the stream down. `break` closes the connection, and so does `signal`.
   *
   * @param query - `after`: position to start after instead of now; `type`, `drop` and `chain`: filters.
   * @throws {@link ApiError} with code `invalid_parameter`, and for a wait of more than one minute that the API asks for.
   * @throws {@link AuthenticationError} for an unknown key, and for one that expires or is revoked while the stream is open.
   * @throws {@link AbortError} when the `signal` is aborted.
   * @example
   * for await (const message of client.stream({ type: ['drop.*', 'calendar.*'] })) {
   *   if (message.type === 'drop.status_changed') console.log(message.data.object.name, message.data.object.status);
   *   else if (message.type === 'reset') console.log(`list again: ${message.reason}`);
   * }
   */
  async *stream(query: StreamQuery = {}, options: CallOptions = {}): AsyncGenerator<StreamMessage, void, undefined> {
    const { messagesOf } = await load(import('./stream/stream'));
    yield* messagesOf(this.#connection, query, options);
  }
}
