import { connect, type Socket } from 'node:net';
import type { Answer } from './answer';
import { AnswerParser } from './answer-parser';

/** The connection could not be made, or ended before an answer was whole. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  /**
   * @param when - `connecting` and `waiting`: nothing had come, so that the request may be sent elsewhere;
   *   `reading`: within an answer.
   */
  constructor(
    readonly when: 'connecting' | 'waiting' | 'reading',
    reason: string,
  ) {
    super(`${reason}, while ${when}`);
  }
}

/** A server that says nothing for this long counts as gone. */
const SILENCE_MS_MAX = 30_000;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A kept-alive connection to one instance, with one request under way at a time. */
export class Connection {
  readonly #parser = new AnswerParser();
  #waiting: Waiting | null = null;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#lose(error.message));
    socket.on('close', () => this.#lose('The server closed the connection'));
    socket.setTimeout(SILENCE_MS_MAX, () => this.#waiting !== null && socket.destroy(new Error('No answer in time')));
  }

  /** @throws {ConnectionLostError} when nobody takes it. */
  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const refused = (error: Error): void => reject(new ConnectionLostError('connecting', error.message));
      socket.once('error', refused);
      socket.once('connect', () => {
        socket.off('error', refused);
        resolve(new Connection(socket));
      });
    });
  }

  /** Whether another request can be sent. */
  get isOpen(): boolean {
    return !this.socket.destroyed && this.socket.writable;
  }

  /** @throws {ConnectionLostError} {@link NoAnswerError} */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.isOpen) this.socket.write(request, 'latin1');
      else this.#lose('The server has closed the connection');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    try {
      const answer = this.#parser.take(chunk);
      if (answer === null) return;
      if (answer.header('connection') === 'close') this.socket.end();
      this.#settle()?.resolve(answer);
    } catch (error) {
      this.socket.destroy();
      this.#settle()?.reject(error as Error);
    }
  }

  #lose(reason: string): void {
    this.socket.destroy();
    this.#settle()?.reject(new ConnectionLostError(this.#parser.hasBegun ? 'reading' : 'waiting', reason));
  }

  #settle(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}
