import type { Me } from '@droptrack/contracts';
import type { ApiPromise } from './api-promise';
import { Connection } from './connection';
import type { CallOptions, DroptrackOptions } from './options';
import { Calendar } from './resources/calendar';
import { Drops } from './resources/drops';
import { Eligibility } from './resources/eligibility';
import { Events } from './resources/events';
import { Snapshots } from './resources/snapshots';
import { Webhooks } from './resources/webhooks';

/**
 * A client of the Droptrack API. Make one and keep it: it holds no connection open, and its calls may run side by side.
 *
 * @example
 * import { Droptrack } from '@droptrack/sdk';
 * const client = new Droptrack({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' });
 * const drop = await client.drops.get('linea');
 */
export class Droptrack {
  /** Drops: lists, one, its hype score over time, how its figures came about. */
  readonly drops: Drops;
  /** Snapshots, token-generation events, claim windows and phases of all drops. */
  readonly calendar: Calendar;
  /** Whether wallets get something from a drop; from the plan `pro` on. */
  readonly eligibility: Eligibility;
  /** All rows of a kind at once; of the plan `scale`. */
  readonly snapshots: Snapshots;
  /** Endpoints that are told of events, and what became of it; from the plan `pro` on. */
  readonly webhooks: Webhooks;
  /** What endpoints were, or would have been, told; from the plan `pro` on. */
  readonly events: Events;
  readonly #connection: Connection;

  /**
   * @throws {UsageError} when an option cannot work, and in a browser unless that is allowed.
   * @example
   * import { Droptrack } from '@droptrack/sdk';
   * new Droptrack({ apiKey: 'dtk_…', baseUrl: 'http://localhost:3000', maxRetries: 4, timeoutMs: 10_000 });
   */
  constructor(options: DroptrackOptions) {
    const connection = new Connection(options);
    this.#connection = connection;
    this.drops = new Drops(connection);
    this.calendar = new Calendar(connection);
    this.eligibility = new Eligibility(connection);
    this.snapshots = new Snapshots(connection);
    this.webhooks = new Webhooks(connection);
    this.events = new Events(connection);
  }

  /**
   * What the key may do: plan, rate limit, features.
   *
   * @throws {AuthenticationError} for a key that is unknown, expired or revoked.
   * @example
   * const { plan, rate_limit } = await client.me();
   * console.log(plan, `${rate_limit.remaining} of ${rate_limit.limit} requests left`);
   */
  me(options: CallOptions = {}): ApiPromise<Me> {
    return this.#connection.get<Me>(['me'], {}, options);
  }
}
