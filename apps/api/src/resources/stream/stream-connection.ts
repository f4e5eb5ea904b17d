import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StreamFilter } from './stream-filter';

/** Unsent bytes at which a reader counts as too slow: it is disconnected, and resumes by id. */
export const BACKLOG_BYTES_MAX = 256 * 1024;

/**
 * Reason for the end of a stream: the client disconnected, read too slowly, or its key is no longer valid for the stream; the
 * position cannot be resumed; the instance stops; or the events could not be read.
 */
export const STREAM_ENDS = ['client', 'slow', 'key', 'reset', 'stopping', 'failed'] as const;
export type StreamEnd = (typeof STREAM_ENDS)[number];

/** Response of an open stream. */
export class StreamConnection {
  #end: StreamEnd | null = null;

  /** @param onClosed - called once, when the connection is closed for any reason. */
  constructor(
    readonly filter: StreamFilter,
    private readonly response: ServerResponse,
    private readonly socket: Socket,
    onClosed: (end: StreamEnd) => void,
  ) {
    // A response that waits for an earlier one of its connection has no event of its own.
    socket.once('close', () => {
      this.#end ??= 'client';
      onClosed(this.#end);
    });
  }

  get isOpen(): boolean {
    return this.#end === null && !this.socket.destroyed;
  }

  /** Queues bytes, which many connections share. A client that has not read enough of the earlier ones is disconnected. */
  send(bytes: Buffer): void {
    if (!this.isOpen) return;
    if (this.response.writableLength <= BACKLOG_BYTES_MAX) return void this.response.write(bytes);
    this.#end = 'slow';
    this.socket.destroy();
  }

  /** Sends bytes, and waits until the client has read enough of them, or has disconnected. */
  async sendAndWait(bytes: Buffer): Promise<void> {
    if (!this.isOpen || this.response.write(bytes)) return;
    const { response, socket } = this;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        response.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      response.once('drain', done);
      socket.once('close', done);
    });
  }

  /** Ends the stream after the bytes that were queued. */
  end(reason: Exclude<StreamEnd, 'client' | 'slow'>, last?: Buffer): void {
    if (!this.isOpen) return;
    this.#end = reason;
    this.response.end(last);
  }
}
