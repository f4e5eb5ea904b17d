import type { Problem } from '@droptrack/contracts';
import { HttpClient } from '../load/client';
import { ConnectionLostError } from '../load/connection';
import type { HttpResponse } from '../load/response';

/** No instance accepted a request. */
class NoInstanceError extends Error {
  override readonly name = 'NoInstanceError';
}

/** The reason for another instance: no connection, a connection closed before the response, or a 503 of a shutdown. */
type PassedOn = 'unreachable' | 'closed' | 'stopping';

const STOPPING = 'This instance is shutting down';
/** Rounds over all instances until a request counts as lost. */
const ROUNDS_MAX = 2;

/**
 * Sends requests to instances in rotation over kept-alive connections, and to the next one where an instance does not
 * accept a request. It has no health checks, so that a restart shows its full cost.
 */
export class Balancer {
  readonly passedOn: Record<PassedOn, number> = { unreachable: 0, closed: 0, stopping: 0 };
  readonly #clients: readonly HttpClient[];
  #next = 0;

  constructor(ports: readonly number[]) {
    this.#clients = ports.map((port) => new HttpClient({ port }));
  }

  /** @throws {NoInstanceError} {@link ConnectionLostError} within a response. */
  async send(request: string): Promise<HttpResponse> {
    for (let tries = ROUNDS_MAX * this.#clients.length; tries > 0; tries -= 1) {
      const client = this.#clients[this.#next++ % this.#clients.length];
      if (client === undefined) break;
      const outcome = await sendOnce(client, request);
      if (typeof outcome !== 'string') return outcome;
      this.passedOn[outcome] += 1;
    }
    throw new NoInstanceError('no instance accepted the request');
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}

/** The response, or the reason to send the request to another instance. */
async function sendOnce(client: HttpClient, request: string): Promise<HttpResponse | PassedOn> {
  try {
    const response = await client.send(request);
    const isStopping = response.status === 503 && response.json<Problem>().detail === STOPPING;
    return isStopping ? 'stopping' : response;
  } catch (error) {
    if (!(error instanceof ConnectionLostError) || error.when === 'reading') throw error;
    return error.when === 'connecting' ? 'unreachable' : 'closed';
  }
}
