import { BenchError } from '../processes/bench-error';
import { Connection, type ConnectionOptions } from './connection';
import { getRequest } from './requests';
import type { HttpResponse } from './response';

const OPENED_TOGETHER = 50;

/** Sends requests to one server, over as few connections as there are requests in flight. */
export class HttpClient {
  readonly #idle: Connection[] = [];

  constructor(private readonly options: ConnectionOptions) {}

  get(path: string, key: string): Promise<HttpResponse> {
    return this.send(getRequest(path, key));
  }

  /** @throws {ConnectionLostError} {@link InvalidResponseError} */
  async send(request: string | Buffer): Promise<HttpResponse> {
    const connection = this.#takeIdle() ?? (await Connection.open(this.options));
    const response = await connection.send(request);
    if (response.header('connection') === 'close') connection.close();
    else this.#idle.push(connection);
    return response;
  }

  /** Opens connections, a few at a time: the system retries those that overflow a server's queue only a second later. */
  async open(count: number): Promise<void> {
    while (this.#idle.length < count) {
      const missing = Math.min(OPENED_TOGETHER, count - this.#idle.length);
      this.#idle.push(...(await Promise.all(Array.from({ length: missing }, () => Connection.open(this.options)))));
    }
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #takeIdle(): Connection | null {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isOpen) return connection;
    }
    return null;
  }
}

/** Sends one request over a connection of its own. @throws {BenchError} for another status than expected. */
export async function fetchResponse(port: number, request: string | Buffer, status = 200): Promise<HttpResponse> {
  const connection = await Connection.open({ port });
  try {
    const response = await connection.send(request);
    if (response.status !== status) throw new BenchError(`A response is no ${status}: ${String(response)}`);
    return response;
  } finally {
    connection.close();
  }
}
