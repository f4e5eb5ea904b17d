import { once } from 'node:events';
import { Server as NetServer } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Time in which a process that accepts no connection any more serves those that are open, in milliseconds. One that was replaced
 * has more: nothing waits for its end, and on a busy machine a connection that was handed to it is read late.
 */
export const LINGER_MS = { stopped: 1_000, replaced: 5_000 } as const;

/** Circumstances of a shutdown. */
export interface DepartureTerms {
  /** Time in which balancers see that the process is not ready, before it rejects anything, in milliseconds; 0 by default. */
  readonly graceMs?: number;
  /** True: other processes of this machine have taken over its port, and no balancer needs to know. */
  readonly isReplaced?: boolean;
}

/**
 * Departure of an HTTP server, before its shutdown begins: requests are served as usual, and each response closes its
 * connection, so that clients open the next one elsewhere.
 */
export class Departure {
  #isAnnounced = false;
  #isUnderWay = false;

  /** True as soon as balancers are to send their requests elsewhere. */
  get isAnnounced(): boolean {
    return this.#isAnnounced;
  }

  /** True when each response is to close its connection. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Resolves as soon as the server can be closed: without a grace and a replacement, at once. */
  async leave(server: Server, { graceMs = 0, isReplaced = false }: DepartureTerms): Promise<void> {
    this.#isAnnounced = !isReplaced;
    this.#isUnderWay = true;
    if (graceMs > 0) await sleep(graceMs);
    if (isReplaced) await linger(server, LINGER_MS.replaced);
    else if (graceMs > 0) await linger(server, LINGER_MS.stopped);
  }
}

/** Stops listening, and gives connections that were accepted the time to send their requests. */
async function linger(server: Server, maxMs: number): Promise<void> {
  const isOver = new AbortController();
  const { signal } = isOver;
  const closed = once(server, 'close', { signal });
  // That of http.Server would also close connections that are idle now, on which a request may be in flight.
  NetServer.prototype.close.call(server);
  await Promise.race([closed, sleep(maxMs, undefined, { signal })]).finally(() => isOver.abort());
}
