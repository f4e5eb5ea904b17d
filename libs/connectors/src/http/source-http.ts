import type { Json } from '../port';

/** What makes the next request for the same thing a conditional one. Part of what a poll keeps. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the last answer: the source may then say that nothing changed. */
  readonly validators?: Validators | null;
  /** After decompression; 4 MiB when not given. */
  readonly bodyBytesMax?: number;
  /** From connecting to the last byte, redirects included; 10 s when not given. Never beyond the poll's end. */
  readonly timeoutMs?: number;
  /** JSON that is posted. Asked again after a redirect only where that keeps the method, or else `redirects`. */
  readonly json?: Json;
  /** A form that is posted, `application/x-www-form-urlencoded`; never to another origin than was asked. */
  readonly form?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are an answer rather than a failure, such as 404. */
  readonly acceptStatuses?: readonly number[];
}

/** What a source answered. */
export type Answer<Body> =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: Body;
      /** Null where there is none, or none that could be sent back. */
      readonly validators: Validators;
      /** Of the `Link` header, such as `next`; only those of the same origin, as they are asked for with the same key. */
      readonly links: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'not_modified' };

/** Requests of one poll: bounded in time, size and redirects, counted, and held back while a host is down. */
export interface SourceHttp {
  /** @throws {SourceError} */
  json(url: string, options?: RequestOptions): Promise<Answer<unknown>>;
  /** Decoded by the charset that the answer names, UTF-8 when it names none. @throws {SourceError} */
  text(url: string, options?: RequestOptions): Promise<Answer<string>>;
}
