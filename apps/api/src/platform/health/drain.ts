import { Departure, type DepartureTerms, LINGER_MS } from '@droptrack/program';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error';

/** Maximum time for requests in flight to finish, in milliseconds. */
const DRAIN_MS_MAX = 10_000;
/** Longest time from the end of the grace to the end of the process, in milliseconds. */
export const STOP_MS_MAX = LINGER_MS.replaced + DRAIN_MS_MAX;
/** Interval at which idle connections are closed, in milliseconds. */
const SWEEP_EVERY_MS = 50;
/** `Retry-After` of rejected requests, in seconds: another instance, or this one after its restart, is available soon. */
const RETRY_AFTER_SECONDS = 1;

/** Rejection of requests that arrive on open connections during the drain. */
export const stopping = (): DomainError =>
  new DomainError('unavailable', 'This instance is shutting down', {
    headers: { connection: 'close', 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** Shutdown of the process: it leaves, then requests in flight finish, and new ones are rejected. */
export class Drain extends Departure {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Runs `close`, which waits for requests in flight; after 10 s the remaining connections are closed. */
  async stop({ server }: FastifyInstance, close: () => Promise<void>, terms: DepartureTerms = {}): Promise<void> {
    await this.leave(server, terms);
    this.#isDraining = true;
    // A client could otherwise keep a connection open that becomes idle during the drain, which would delay the exit.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS_MAX);
    try {
      await close();
    } finally {
      clearInterval(sweep);
      clearTimeout(deadline);
    }
  }
}
