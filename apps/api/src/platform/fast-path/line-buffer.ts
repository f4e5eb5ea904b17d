import pino, { type DestinationStream } from 'pino';

/** Lines are passed on in blocks of this many, or when this long has passed, in milliseconds. */
const BLOCK = { lines: 100, flushMs: 500 } as const;
/** A block is written at once: some 20 KB. */
const WRITE_BYTES_MAX = 65_536;

/**
 * Standard output for many lines: gathered, and given to the system in blocks without waiting for
 * it. Whoever ends the process flushes first.
 */
export class LineBuffer implements DestinationStream {
  readonly #output = pino.destination({ sync: false, maxWrite: WRITE_BYTES_MAX } as { sync: false });
  #lines: string[] = [];

  constructor() {
    setInterval(() => this.#pass(), BLOCK.flushMs).unref();
  }

  write(line: string): void {
    if (this.#lines.push(line) >= BLOCK.lines) this.#pass();
  }

  /** Writes all there is, and waits until it is written. */
  flush(): void {
    this.#pass();
    this.#output.flushSync();
  }

  #pass(): void {
    if (this.#lines.length === 0) return;
    const block = this.#lines.join('');
    this.#lines = [];
    this.#output.write(block);
  }
}
