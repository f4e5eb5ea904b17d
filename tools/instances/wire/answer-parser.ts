import { Answer } from './answer';

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;

/** What came is no answer that this reads: `Content-Length` must say how long a body is. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Puts the bytes of one connection together to answers; one request is under way at a time. */
export class AnswerParser {
  #kept: Buffer = Buffer.alloc(0);

  /** Whether something of the next answer has come. */
  get hasBegun(): boolean {
    return this.#kept.length > 0;
  }

  /**
   * Takes the next bytes.
   *
   * @returns the answer, once it is whole.
   * @throws {NoAnswerError}
   */
  take(chunk: Buffer): Answer | null {
    const bytes = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#kept = bytes;
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return null;
    const head = bytes.toString('latin1', 0, headEnd + 2);
    const [status, length] = [STATUS.exec(head)?.[1], CONTENT_LENGTH.exec(head)?.[1]];
    if (status === undefined || length === undefined) throw new NoAnswerError(head);
    const bodyStart = headEnd + HEAD_END.length;
    const end = bodyStart + Number(length);
    if (bytes.length < end) return null;
    if (bytes.length > end) throw new NoAnswerError('More came than one answer');
    this.#kept = Buffer.alloc(0);
    return new Answer(Number(status), head, bytes.subarray(bodyStart, end));
  }
}
