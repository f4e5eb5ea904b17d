import { request as send, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { request as sendSecurely } from 'node:https';
import { until } from './until';

/** A block of an event stream. */
export interface StreamBlock {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

/** Raw client of an event stream, which keeps every block. */
export class StreamClient {
  readonly blocks: StreamBlock[] = [];
  status = 0;
  headers: IncomingHttpHeaders = {};
  text = '';
  isEnded = false;
  /** Resolves when the connection is closed, however late. */
  readonly closed: Promise<void>;
  #onClosed: () => void = () => undefined;
  #request: ClientRequest | null = null;
  #rest = '';

  private constructor() {
    this.closed = new Promise((resolve) => (this.#onClosed = resolve));
  }

  /** Opens a stream; resolves when the head of the response was received. */
  static async open(url: string, key: string, headers: Record<string, string> = {}): Promise<StreamClient> {
    const client = new StreamClient();
    await client.#open(url, { authorization: `Bearer ${key}`, ...headers });
    return client;
  }

  /** Sends the head of a request, and disconnects without reading anything. */
  static abandon(url: string, key: string): Promise<void> {
    return new Promise((resolve) => {
      const request = send(url, { headers: { authorization: `Bearer ${key}` }, agent: false });
      request.on('error', () => resolve()).on('close', () => resolve());
      request.end(() => setImmediate(() => request.destroy()));
    });
  }

  /** Sends bytes on the connection of the stream. */
  write(bytes: string): void {
    this.#request?.socket?.write(bytes);
  }

  /** Stops to read; what the server sends piles up. */
  pause: () => void = () => undefined;
  resume: () => void = () => undefined;

  close(): void {
    this.#request?.destroy();
  }

  /** Blocks with this name; all events of the log if not given. */
  named(name?: 'position' | 'reset'): StreamBlock[] {
    return this.blocks.filter(({ event }) =>
      name === undefined ? event !== undefined && event !== 'position' && event !== 'reset' : event === name,
    );
  }

  /** Bodies of the events, in order. */
  get bodies(): string[] {
    return this.named().map(({ data }) => data ?? '');
  }

  /** Last id, as a client resumes with it. */
  get lastId(): string | undefined {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id;
  }

  /** Waits until the stream is complete up to a sequence. */
  reached(sequence: number): Promise<void> {
    return until(() => Promise.resolve(Number(this.lastId) >= sequence), 5);
  }

  ended(): Promise<void> {
    return until(() => Promise.resolve(this.isEnded), 5);
  }

  #open(url: string, headers: Record<string, string>): Promise<void> {
    return new Promise((resolve, reject) => {
      const [open, options] = url.startsWith('https:') ? [sendSecurely, { rejectUnauthorized: false }] : [send, {}];
      this.#request = open(url, { headers, agent: false, ...options }, (response) => {
        [this.status, this.headers] = [response.statusCode ?? 0, response.headers];
        this.pause = () => void response.pause();
        this.resume = () => void response.resume();
        response.setEncoding('utf8').on('data', (text: string) => this.#read(text));
        response
          .on('error', () => undefined)
          .on('close', () => {
            this.isEnded = true;
            this.#onClosed();
          });
        resolve();
      })
        .on('error', reject)
        .end();
    });
  }

  #read(text: string): void {
    this.text += text;
    const parts = (this.#rest + text).split('\n\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1];
      const block = { id: field('id'), event: field('event'), data: field('data') };
      if (block.event !== undefined) this.blocks.push(block);
    }
  }
}
