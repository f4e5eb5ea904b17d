import type { Answer } from './answer';
import { Connection } from './connection';
import { getRequest } from './request';

const OPENED_AT_ONCE = 50;

/** Asks one instance, over as few connections as there are requests at a time. */
export class Client {
  readonly #idle: Connection[] = [];

  constructor(readonly port: number) {}

  get(path: string, key: string): Promise<Answer> {
    return this.ask(getRequest(path, key));
  }

  /** @throws {ConnectionLostError} {@link NoAnswerError} */
  async ask(request: string): Promise<Answer> {
    const connection = this.#reuse() ?? (await Connection.open(this.port));
    const answer = await connection.ask(request);
    this.#idle.push(connection);
    return answer;
  }

  /**
   * Opens connections beforehand, so that what is asked at once arrives at once. A few at a time: those that a server's
   * queue has no room for are tried again by the system a second later.
   */
  async open(count: number): Promise<void> {
    while (this.#idle.length < count) {
      const missing = Math.min(OPENED_AT_ONCE, count - this.#idle.length);
      this.#idle.push(...(await Promise.all(Array.from({ length: missing }, () => Connection.open(this.port)))));
    }
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** One that is still open. */
  #reuse(): Connection | null {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isOpen) return connection;
    }
    return null;
  }
}
