import type { Connection } from './connection';
import type { Deadline } from './deadline';

/** Limits of a pool. */
interface PoolLimits {
  /** Connections per origin; further deliveries wait. */
  readonly perOrigin: number;
  /** Connections in total, including idle ones: beyond it the one that was idle for longest is closed. */
  readonly open: number;
}

/** Current state of a pool. */
export interface PoolState {
  readonly connections: number;
  readonly idle: number;
  /** Deliveries that wait for a connection to their origin. */
  readonly waiting: number;
  /** Origins with an entry in the pool. */
  readonly origins: number;
}

interface Origin {
  /** Deliveries in flight, each with at most one connection. */
  busy: number;
  readonly idle: Connection[];
  readonly waiting: (() => void)[];
}

/**
 * Connections by origin. The entry of an origin is removed with its last connection.
 *
 * The pool of undici is not used: with both a limit of connections and a maximum age, requests that arrive when all
 * connections are too old are never sent.
 */
export class ConnectionPool {
  readonly #origins = new Map<string, Origin>();
  readonly #open = new Map<Connection, string>();
  /** Idle connections, longest idle first. */
  readonly #idle = new Set<Connection>();
  #isClosed = false;

  constructor(private readonly limits: PoolLimits) {}

  /**
   * Acquires a slot of an origin, which must be released.
   *
   * @returns null if the slot is acquired at once, else a promise of it.
   * @throws {LateError} by the promise, if the deadline passes before a slot is free.
   */
  enter(name: string, deadline: Deadline): Promise<void> | null {
    const origin = this.#origins.get(name) ?? { busy: 0, idle: [], waiting: [] };
    this.#origins.set(name, origin);
    if (origin.busy < this.limits.perOrigin) {
      origin.busy += 1;
      return null;
    }
    return new Promise((resolve, reject) => {
      const come = () => {
        deadline.onPassed = null;
        resolve();
      };
      origin.waiting.push(come);
      deadline.onPassed = () => {
        origin.waiting.splice(origin.waiting.indexOf(come), 1);
        reject(deadline.late());
      };
    });
  }

  /** Releases a slot to the delivery that has waited for longest. */
  leave(name: string): void {
    const origin = this.#origins.get(name);
    if (origin === undefined) return;
    const next = origin.waiting.shift();
    if (next !== undefined) return next();
    origin.busy -= 1;
    this.#forgetIfNothing(name, origin);
  }

  /** Most recently used idle connection; null if there is none. Requires a slot. */
  takeIdle(name: string): Connection | null {
    const idle = this.#origins.get(name)?.idle ?? [];
    for (;;) {
      const connection = idle.pop();
      if (connection === undefined) return null;
      this.#idle.delete(connection);
      if (connection.isUsable) return connection;
      connection.destroy();
    }
  }

  /** Adds a new connection, and closes an idle one if the limit is exceeded. `remove` must follow when it is closed. */
  add(name: string, connection: Connection): void {
    this.#open.set(connection, name);
    const [oldest] = this.#idle;
    if (this.#open.size > this.limits.open && oldest !== undefined) oldest.destroy();
  }

  /** Returns a connection to the pool for the next request to its origin. */
  giveBack(name: string, connection: Connection): void {
    if (this.#isClosed || !connection.isUsable) return connection.destroy();
    // The entry may be gone if the delivery released its slot early.
    const origin = this.#origins.get(name) ?? { busy: 0, idle: [], waiting: [] };
    this.#origins.set(name, origin);
    origin.idle.push(connection);
    this.#idle.add(connection);
  }

  /** Removes a closed connection. */
  remove(connection: Connection): void {
    const name = this.#open.get(connection);
    this.#open.delete(connection);
    const origin = name === undefined ? undefined : this.#origins.get(name);
    if (name === undefined || origin === undefined || !this.#idle.delete(connection)) return;
    origin.idle.splice(origin.idle.indexOf(connection), 1);
    this.#forgetIfNothing(name, origin);
  }

  /** Closes all idle connections, and the others when they are returned. */
  close(): void {
    this.#isClosed = true;
    for (const connection of this.#idle) connection.destroy();
  }

  state(): PoolState {
    const waiting = [...this.#origins.values()].reduce((all, origin) => all + origin.waiting.length, 0);
    return { connections: this.#open.size, idle: this.#idle.size, waiting, origins: this.#origins.size };
  }

  #forgetIfNothing(name: string, { busy, idle, waiting }: Origin): void {
    if (busy === 0 && idle.length === 0 && waiting.length === 0) this.#origins.delete(name);
  }
}
