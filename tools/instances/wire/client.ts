import type { Answer } from './answer';
import { Connection } from './connection';
import { getRequest } from './request';

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

  /** Opens connections beforehand, so that what is asked at once arrives at once. */
  async open(count: number): Promise<void> {
    const missing = Math.max(0, count - this.#idle.length);
    this.#idle.push(...(await Promise.all(Array.from({ length: missing }, () => Connection.open(this.port)))));
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
