import type { DomainCheck } from '@droptrack/contracts';
import type { ApiPromise } from '../api-promise';
import type { Connection } from '../connection';
import type { CallOptions } from '../options';

/**
 * Operations of `/v1/domains`: hosts that are official of drops, and those that imitate them.
 *
 * @example
 * import { Connection, Domains } from '@droptrack/sdk';
 * const domains = new Domains(new Connection({ apiKey: 'dtk_…', baseUrl: 'https://api.example.com' }));
 */
export class Domains {
  readonly #connection: Connection;
  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Retrieves what is known about a host. `unknown` is not safe: it means that nothing is known.
   *
   * @param host - host name in ASCII or Unicode, such as `claim.linea.build`: the `hostname` of a URL.
   * @throws {@link ApiError} with code `invalid_parameter` for a text that is no host name, such as a URL or an IP address.
   * @example
   * const { status, imitates } = await client.domains.get(new URL('https://claim.linea.build/claim').hostname);
   * if (status !== 'official') console.warn('Not an official domain', imitates?.domain);
   */
  get(host: string, options: CallOptions = {}): ApiPromise<DomainCheck> {
    return this.#connection.get<DomainCheck>(['domains', host], {}, options);
  }
}
