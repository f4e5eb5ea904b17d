import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error';

/** How long requests that are under way may take to finish, in milliseconds. */
const DRAIN_MS_MAX = 10_000;
/** How often connections that have become idle are closed, in milliseconds. */
const SWEEP_EVERY_MS = 50;
/** What a refused caller is told to wait: another instance, or the next one here, is soon there. */
const RETRY_AFTER_SECONDS = 1;

/** The refusal of requests that come in on connections that are still open. */
export const stopping = (): DomainError =>
  new DomainError('unavailable', 'This instance is shutting down', {
    headers: { connection: 'close', 'retry-after': String(RETRY_AFTER_SECONDS) },
  });

/** The end of a process's life: requests under way finish, new ones are refused. */
export class Drain {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Runs `close`, which waits for requests under way; after 10 s the rest is cut off. */
  async stop(server: FastifyInstance, close: () => Promise<void>): Promise<void> {
    this.#isDraining = true;
    // A connection that becomes idle only now would be kept open by its client, and the stop with it.
    const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY_MS);
    const deadline = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS_MAX);
    try {
      await close();
    } finally {
      clearInterval(sweep);
      clearTimeout(deadline);
    }
  }
}
