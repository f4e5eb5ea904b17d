/** An answer as it came, read no further than it is asked. */
export class Answer {
  constructor(
    readonly status: number,
    /** Status line and headers, each ended by CR LF. */
    private readonly head: string,
    private readonly bytes: Buffer,
  ) {}

  /** The value of a header; null when there is none. */
  header(name: string): string | null {
    return new RegExp(`\\r\\n${name}: *([^\\r\\n]*)\\r\\n`, 'i').exec(this.head)?.[1] ?? null;
  }

  get body(): string {
    return this.bytes.toString('utf8');
  }

  /** The body as it was agreed on. */
  json<T>(): T {
    return JSON.parse(this.body) as T;
  }

  /** Status and body, for messages. */
  toString(): string {
    return `${this.status} ${this.body.slice(0, 300)}`;
  }
}
