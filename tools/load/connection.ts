import { connect, type Socket } from 'node:net';
import { BenchError } from '../processes/bench-error';
import { type HttpResponse, ResponseReader } from './response';

/** A connection that could not be made, or that ended before a response was whole. */
export class ConnectionLostError extends BenchError {
  /**
   * @param when - `connecting` and `waiting`: no response had begun, so that the request may go to another instance;
   *   `reading`: within a response.
   */
  constructor(
    readonly when: 'connecting' | 'waiting' | 'reading',
    reason: string,
  ) {
    super(`${reason}, while ${when}`);
  }
}

/** A server that sends nothing for this long counts as gone. */
const SILENCE_MS_MAX = 30_000;
const READ_BYTES = 64 * 1024;

interface Pending {
  resolve(response: HttpResponse): void;
  reject(error: Error): void;
}

export interface ConnectionOptions {
  readonly port: number;
  /** True for a load, which only counts bodies. */
  readonly discardsBodies?: boolean;
}

/** A kept-alive HTTP/1.1 connection over loopback, with one request in flight at a time. */
export class Connection {
  readonly #reader: ResponseReader;
  readonly #socket: Socket;
  #pending: Pending | null = null;
  #onConnect: Pick<Pending, 'reject'> | null = null;

  private constructor({ port, discardsBodies = false }: ConnectionOptions) {
    this.#reader = new ResponseReader(discardsBodies);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      // One buffer for all reads: the load process must cost less than the server that it measures.
      onread: { buffer, callback: (length) => this.#read(buffer.subarray(0, length)) },
    });
    this.#socket.on('error', (error) => this.#lose(error.message));
    this.#socket.on('close', () => this.#lose('The server closed the connection'));
    this.#socket.setTimeout(SILENCE_MS_MAX, () => {
      if (this.#pending !== null) this.#socket.destroy(new Error('No response in time'));
    });
  }

  /** @throws {ConnectionLostError} when no server accepts it. */
  static open(options: ConnectionOptions): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection = new Connection(options);
      connection.#onConnect = { reject };
      connection.#socket.once('connect', () => {
        connection.#onConnect = null;
        resolve(connection);
      });
    });
  }

  /** True while another request can be sent. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Sends a request as it stands. @throws {ConnectionLostError} {@link InvalidResponseError} */
  send(request: string | Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      if (this.isOpen) this.#socket.write(request, 'latin1');
      else this.#lose('The server has closed the connection');
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): boolean {
    try {
      const response = this.#reader.read(chunk);
      if (response !== null) this.#takePending()?.resolve(response);
    } catch (error) {
      this.#takePending()?.reject(error as Error);
      this.#socket.destroy();
    }
    return true;
  }

  #lose(reason: string): void {
    this.#socket.destroy();
    this.#onConnect?.reject(new ConnectionLostError('connecting', reason));
    this.#takePending()?.reject(new ConnectionLostError(this.#reader.hasBegun ? 'reading' : 'waiting', reason));
  }

  #takePending(): Pending | null {
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }
}
