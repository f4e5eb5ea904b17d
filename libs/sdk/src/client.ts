import type { Me } from '@droptrack/contracts';
import { ApiPromise } from './api-promise';
import { type CallOptions, type DroptrackOptions, resolveOptions } from './options';
import { Calendar } from './resources/calendar';
import { Drops } from './resources/drops';
import { Eligibility } from './resources/eligibility';
import { Snapshots } from './resources/snapshots';
import { Transport } from './transport';

/**
 * A client of the Droptrack API.
 *
 * @example
 * const client = new Droptrack({ apiKey, baseUrl: 'https://api.example.com' });
 * const drop = await client.drops.get('linea');
 */
export class Droptrack {
  readonly drops: Drops;
  readonly calendar: Calendar;
  readonly eligibility: Eligibility;
  readonly snapshots: Snapshots;
  readonly #transport: Transport;

  /** @throws {UsageError} when an option cannot work, and in a browser unless that is allowed. */
  constructor(options: DroptrackOptions) {
    this.#transport = new Transport(resolveOptions(options));
    this.drops = new Drops(this.#transport);
    this.calendar = new Calendar(this.#transport);
    this.eligibility = new Eligibility(this.#transport);
    this.snapshots = new Snapshots(this.#transport);
  }

  /** What the key may do: plan, rate limit, features. */
  me(options: CallOptions = {}): ApiPromise<Me> {
    return new ApiPromise(this.#transport.get<Me>(['me'], {}, options));
  }
}
