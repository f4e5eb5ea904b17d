import { connect, type Socket } from 'node:net';
import { BenchError } from '../process/bench-error';
import { AnswerReader } from './answer-reader';
import type { LoadJob } from './job';

const READ_BYTES = 64 * 1024;

/** Called with each whole answer; gives the next request, or null to stop. */
export type OnAnswer = (bodyLength: number) => Buffer | null;

/** One kept-alive connection that asks, waits for the whole answer, and asks again. */
export class LoadConnection {
  readonly #reader: AnswerReader;
  readonly #socket: Socket;
  #onAnswer: OnAnswer = () => null;
  #settle: { resolve(): void; reject(error: Error): void } = { resolve: () => undefined, reject: () => undefined };

  private constructor(port: number, status: number) {
    this.#reader = new AnswerReader(status);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      // One buffer for all reads: the load process must cost less than what it measures.
      onread: { buffer, callback: (bytes) => this.#read(buffer.subarray(0, bytes)) },
    });
    this.#socket.on('error', (error) => this.#settle.reject(error));
    this.#socket.on('close', () => this.#settle.reject(new BenchError('The server closed a connection')));
  }

  /** As many as a load has, to answers of its status. */
  static openAll(load: Pick<LoadJob, 'port' | 'status' | 'connections'>): Promise<LoadConnection[]> {
    return Promise.all(Array.from({ length: load.connections }, () => LoadConnection.open(load)));
  }

  private static async open({ port, status }: Pick<LoadJob, 'port' | 'status'>): Promise<LoadConnection> {
    const connection = new LoadConnection(port, status);
    await connection.#until(() => connection.#socket.once('connect', () => connection.#settle.resolve()));
    return connection;
  }

  /** Asks until `onAnswer` gives no further request. @throws {BenchError} when an answer is not as expected. */
  ask(first: Buffer, onAnswer: OnAnswer): Promise<void> {
    this.#onAnswer = onAnswer;
    return this.#until(() => this.#socket.write(first));
  }

  close(): void {
    this.#socket.destroy();
  }

  #until(begin: () => unknown): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      begin();
    });
  }

  #read(chunk: Buffer): boolean {
    try {
      if (this.#reader.take(chunk)) {
        const next = this.#onAnswer(this.#reader.bodyLength);
        if (next === null) this.#settle.resolve();
        else this.#socket.write(next);
      }
    } catch (error) {
      this.#settle.reject(error as Error);
    }
    return true;
  }
}
