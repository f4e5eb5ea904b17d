import type { ComponentChildren } from 'preact';
import type { ApiSession } from '../api/api-session';

/** A request for a page. */
export interface PageRequest {
  /** Path as it was sent, without the query. */
  readonly path: string;
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Members of a posted form; null for GET. */
  readonly form: URLSearchParams | null;
  /** Base URL of the API in example calls. */
  readonly apiUrl: string;
  /** Pages and wallet checks that a client network may request per minute. */
  readonly limits: { readonly pagesPerMinute: number; readonly checksPerMinute: number };
  /** Base URL of this site, for addresses that other programs read. */
  readonly siteUrl: string;
  readonly nowMs: number;
  /** Path of an asset by its name, with the hash of its content. */
  readonly assetPath: (name: string) => string;
}

/** Scripts that improve a page; each page works without. */
type Island = 'copy' | 'crosshair' | 'verify-proof';

/** Text file that is sent in place of a page. */
export interface PageFile {
  /** Media type with its charset. */
  readonly type: string;
  /** Name under which browsers store it. */
  readonly name: string;
  readonly text: string;
  /** Time for which clients and proxies need not request it again. */
  readonly maxAgeSeconds: number;
}

/** Place of one of the {@link PageView.parts} in the content. Text of others never contains it, as its brackets are escaped. */
export const PART_MARK = '<!--part-->';

/** Content of a page, without the frame that all pages share. */
export interface PageView {
  /** 200 by default. */
  readonly status?: number;
  /** Without the name of the site. */
  readonly title: string;
  /** One sentence for search engines and previews of links; absent for pages that neither may show. */
  readonly description?: string;
  readonly content: ComponentChildren;
  /**
   * The large parts of the content, encoded, each in place of a {@link PART_MARK}, in order. A text of more than 64 000 characters, some
   * beyond Latin-1, takes as long to join as the rest of a page takes in all.
   */
  readonly parts?: readonly Buffer[];
  readonly islands?: readonly Island[];
  /** True if a call may contain a secret, so that the page shows none. */
  readonly hidesCalls?: boolean;
  /** Seconds after which a repetition may succeed: `Retry-After` of a 429 or 503. */
  readonly retryAfterSeconds?: number;
  /** Sent in place of the content. */
  readonly file?: PageFile;
}

/**
 * Loads and renders a page. Errors of the API that the page does not handle become the error pages of the site.
 *
 * @param session - records the calls, which the frame shows below the content.
 */
export type Page = (request: PageRequest, session: ApiSession) => Promise<PageView>;
