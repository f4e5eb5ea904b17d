import type { Connection } from './connection';
import type { Deadline } from './deadline';

/** How much may be open at once. */
export interface PoolLimits {
  /** Connections to one origin; who comes beyond them waits. */
  readonly perOrigin: number;
  /** Connections in all, idle ones included: beyond them the one that was idle for longest is closed. */
  readonly open: number;
}

/** What is open at present. */
export interface PoolState {
  readonly connections: number;
  readonly idle: number;
  /** Deliveries that wait for a connection to their origin. */
  readonly waiting: number;
  /** Origins of which anything is remembered. */
  readonly origins: number;
}

interface Origin {
  /** Deliveries that are under way, each with one connection at most. */
  busy: number;
  readonly idle: Connection[];
  readonly waiting: (() => void)[];
}

/**
 * Connections by origin, of which nothing is remembered once it has none.
 *
 * Undici's own pool is not used: as soon as it may neither open more connections than some number nor use them for
 * longer than some time, requests that come when all are too old are never sent.
 */
export class ConnectionPool {
  readonly #origins = new Map<string, Origin>();
  readonly #open = new Map<Connection, string>();
  /** Longest idle first. */
  readonly #idle = new Set<Connection>();
  #isClosed = false;

  constructor(private readonly limits: PoolLimits) {}

  /**
   * Takes one of the places of an origin, which must be left again.
   *
   * @returns null when it is taken, else what to wait for.
   * @throws {LateError} by the promise, when the deadline passes before there is a place.
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

  /** Gives the place to who has waited for longest. */
  leave(name: string): void {
    const origin = this.#origins.get(name);
    if (origin === undefined) return;
    const next = origin.waiting.shift();
    if (next !== undefined) return next();
    origin.busy -= 1;
    this.#forgetIfNothing(name, origin);
  }

  /** One that can be used, the one that was used last; null when there is none. For who has a place. */
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

  /** Counts a new one, and closes another when it is one too many. Told by `remove` when it is closed. */
  add(name: string, connection: Connection): void {
    this.#open.set(connection, name);
    const [oldest] = this.#idle;
    if (this.#open.size > this.limits.open && oldest !== undefined) oldest.destroy();
  }

  /** Keeps it for the next request to its origin. */
  giveBack(name: string, connection: Connection): void {
    if (this.#isClosed || !connection.isUsable) return connection.destroy();
    // Of one that had left its place, nothing may be remembered any more.
    const origin = this.#origins.get(name) ?? { busy: 0, idle: [], waiting: [] };
    this.#origins.set(name, origin);
    origin.idle.push(connection);
    this.#idle.add(connection);
  }

  /** It was closed. */
  remove(connection: Connection): void {
    const name = this.#open.get(connection);
    this.#open.delete(connection);
    const origin = name === undefined ? undefined : this.#origins.get(name);
    if (name === undefined || origin === undefined || !this.#idle.delete(connection)) return;
    origin.idle.splice(origin.idle.indexOf(connection), 1);
    this.#forgetIfNothing(name, origin);
  }

  /** Closes all that are idle, and those that are not as soon as they are given back. */
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
