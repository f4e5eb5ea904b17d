import type { Me, ServiceStatus } from '@droptrack/contracts';
import type { ApiPromise } from './api-promise';
import { Connection } from './connection';
import type { CallOptions, DroptrackOptions } from './options';
import { Calendar } from './resources/calendar';
import { Calendars } from './resources/calendars';
import { Drops } from './resources/drops';
import { Eligibility } from './resources/eligibility';
import { Events } from './resources/events';
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
  /** Lists and retrieves drops, the history of their hype scores, and the inputs of their figures. */
  readonly drops: Drops;
  /** Lists snapshots, token generation events, claim windows and phases of all drops. */
  readonly calendar: Calendar;
  /** Manages calendars to which calendar apps can subscribe. */
  readonly calendars: Calendars;
  /** Checks the eligibility of wallets. Requires the `pro` plan or higher. */
  readonly eligibility: Eligibility;
  /** Checks wallets against all drops at once. Requires the `pro` plan or higher. */
  readonly wallets: Wallets;
  /** Streams bulk exports of drops, hype history and allocations. Requires the `scale` plan. */
  readonly snapshots: Snapshots;
  /** Manages webhook endpoints and their deliveries. Requires the `pro` plan or higher. */
  readonly webhooks: Webhooks;
  /** Lists the events of the last 30 days. Requires the `pro` plan or higher. */
  readonly events: Events;
  readonly #connection: Connection;

  /**
   * Creates a client. It sends no request.
   *
   * @throws {@link UsageError} for a missing or invalid option, and in a browser unless `dangerouslyAllowBrowser` is true.
   * @example
   * import { Droptrack } from '@droptrack/sdk';
   * new Droptrack({ apiKey: 'dtk_…', baseUrl: 'http://localhost:3000', maxRetries: 4, timeoutMs: 10_000 });
   */
  constructor(options: DroptrackOptions) {
    const connection = new Connection(options);
    this.#connection = connection;
    this.drops = new Drops(connection);
    this.calendar = new Calendar(connection);
    this.calendars = new Calendars(connection);
    this.eligibility = new Eligibility(connection);
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
}
