import { BenchError } from '../process/bench-error';

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;
/** Answers that end with their head, whatever it says of a length (RFC 9112 §6.3). */
const BODYLESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * Finds the ends of the answers on one connection, as little as it takes: one request is
 * under way at a time, the status must be the one that is expected, and `Content-Length`
 * must say how long a body is.
 */
export class AnswerReader {
  /** What came of an answer whose head is not whole yet. */
  #pending: Buffer | null = null;
  #bodyLeft = 0;
  #bodyLength = 0;

  /** @param status - of every answer. */
  constructor(private readonly status = 200) {}

  /** Bytes of the body of the answer that is being read, or was read last. */
  get bodyLength(): number {
    return this.#bodyLength;
  }

  /**
   * Takes the next bytes of the connection, which end with an answer or within it.
   *
   * @returns whether the answer is whole.
   * @throws {BenchError} for another status, no length, or more than one answer.
   */
  take(chunk: Buffer): boolean {
    if (this.#bodyLeft > 0) return this.#takeBody(chunk.length);
    const bytes = this.#pending === null ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = bytes.indexOf(HEAD_END);
    // A copy: whoever reads may use the same memory for the next bytes.
    this.#pending = end < 0 ? Buffer.from(bytes) : null;
    if (end < 0) return false;
    this.#bodyLength = this.#bodyLeft = lengthOf(bytes.toString('latin1', 0, end + 2), this.status);
    return this.#takeBody(bytes.length - end - HEAD_END.length);
  }

  #takeBody(bytes: number): boolean {
    this.#bodyLeft -= bytes;
    if (this.#bodyLeft < 0) throw new BenchError('An answer is longer than its Content-Length');
    return this.#bodyLeft === 0;
  }
}

function lengthOf(head: string, expected: number): number {
  const status = Number(STATUS.exec(head)?.[1]);
  const length = BODYLESS.has(status) ? 0 : CONTENT_LENGTH.exec(head)?.[1];
  if (status === expected && length !== undefined) return Number(length);
  throw new BenchError(`An answer is not as expected, which is a whole ${expected}:\n${head}`);
}
