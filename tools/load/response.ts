import { BenchError } from '../processes/bench-error';

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;
/** Responses that end with their head, whatever length it states (RFC 9112 §6.3). */
const BODYLESS: ReadonlySet<number> = new Set([204, 304]);
const EMPTY: Buffer = Buffer.alloc(0);

/** Bytes that are no response which this client reads: `Content-Length` must state the length of a body. */
export class InvalidResponseError extends BenchError {}

/** A response as it was sent, parsed no further than a caller needs. */
export class HttpResponse {
  constructor(
    readonly status: number,
    readonly bodyLength: number,
    /** Status line and headers, each ended by CR LF. */
    private readonly head: string,
    private readonly bytes: Buffer,
  ) {}

  /** The value of a header, in any case; null when there is none. */
  header(name: string): string | null {
    return new RegExp(`\\r\\n${name}: *([^\\r\\n]*)\\r\\n`, 'i').exec(this.head)?.[1] ?? null;
  }

  /** Name and value of each header, in their order. */
  get headers(): [name: string, value: string][] {
    return [...this.head.matchAll(/\r\n([^:\r\n]+): *([^\r\n]*)/g)].map(([, name = '', value = '']) => [name, value]);
  }

  /** Empty where the connection discards bodies. */
  get body(): string {
    return this.bytes.toString('utf8');
  }

  json<T>(): T {
    return JSON.parse(this.body) as T;
  }

  /** Status and body, for messages. */
  toString(): string {
    return `${this.status} ${this.body.slice(0, 300)}`;
  }
}

/** Splits the bytes of a connection into responses, of which one is expected at a time. */
export class ResponseReader {
  #head = EMPTY;
  #current: { readonly status: number; readonly length: number; readonly head: string } | null = null;
  #bodyLeft = 0;
  #body: Buffer[] = [];

  /** @param discardsBodies - true for a load, which only counts them. */
  constructor(private readonly discardsBodies = false) {}

  /** True while a part of a response has been read. */
  get hasBegun(): boolean {
    return this.#current !== null || this.#head.length > 0;
  }

  /**
   * Reads the next bytes; keeps none of their memory.
   *
   * @returns the response, once it is whole.
   * @throws {InvalidResponseError}
   */
  read(chunk: Buffer): HttpResponse | null {
    const body = this.#current === null ? this.#readHead(chunk) : chunk;
    if (body === null || this.#current === null) return null;
    this.#bodyLeft -= body.length;
    if (this.#bodyLeft < 0) throw new InvalidResponseError('The server sent more than one response');
    if (!this.discardsBodies) this.#body.push(Buffer.from(body));
    if (this.#bodyLeft > 0) return null;
    const { status, length, head } = this.#current;
    const kept = this.discardsBodies ? EMPTY : Buffer.concat(this.#body);
    const response = new HttpResponse(status, length, head, kept);
    [this.#current, this.#body] = [null, []];
    return response;
  }

  /** @returns the bytes after the head, once it is whole. */
  #readHead(chunk: Buffer): Buffer | null {
    const bytes = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    const end = bytes.indexOf(HEAD_END);
    this.#head = end < 0 ? Buffer.from(bytes) : EMPTY;
    if (end < 0) return null;
    const head = bytes.toString('latin1', 0, end + 2);
    const status = Number(STATUS.exec(head)?.[1]);
    const length = BODYLESS.has(status) ? '0' : CONTENT_LENGTH.exec(head)?.[1];
    if (Number.isNaN(status) || length === undefined) throw new InvalidResponseError(`Not a whole response:\n${head}`);
    this.#bodyLeft = Number(length);
    this.#current = { status, length: this.#bodyLeft, head };
    return bytes.subarray(end + HEAD_END.length);
  }
}
