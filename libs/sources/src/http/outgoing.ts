import { parseUrl } from '@droptrack/resilience';
import { SourceError } from '../source-error';
import { headerLine, type ResponseHeaders } from './response-headers';
import { USER_AGENT } from './source-agent';
import type { RequestOptions } from './source-http';

/** A request. */
export interface Outgoing {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** True for a form, as used for token requests. */
  readonly isForm: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const KEEPS_METHOD = new Set([307, 308]);
/** Headers that are sent to another origin: none of the caller's. */
const CROSS_ORIGIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

/** @throws {SourceError} `network` for a URL that is not http or https. */
export function outgoing(address: string, accept: string, options: RequestOptions): Outgoing {
  const url = parseUrl(address);
  if (url === null || !isHttp(url)) throw new SourceError('network', 'the URL is not http or https');
  const { json, form, validators } = options;
  const body = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : null;
  const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers: Record<string, string> = { accept, 'user-agent': USER_AGENT };
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value;
  headers['accept-encoding'] = 'gzip, deflate, br';
  if (body !== null) headers['content-type'] ??= type;
  if (validators?.etag) headers['if-none-match'] = validators.etag;
  if (validators?.lastModified) headers['if-modified-since'] = validators.lastModified;
  return { url, method: body === null ? 'GET' : 'POST', headers, body, isForm: json === undefined && body !== null };
}

/** True for a redirect status. */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/**
 * Request that follows a redirect; null if the response is none.
 *
 * @throws {SourceError} `redirects` for redirects that are not followed: to a scheme other than http and https, from https
 *   to http, those that change the method of a POST, and those of a form, which may contain a password, to another origin.
 */
export function redirected(from: Outgoing, answer: { status: number; headers: ResponseHeaders }): Outgoing | null {
  if (!isRedirect(answer.status)) return null;
  const location = headerLine(answer.headers, 'location');
  const rejection = (why: string) => new SourceError('redirects', `${from.url.host}: redirect ${why}`);
  const url = location === null ? null : parseUrl(location, from.url);
  if (url === null) throw rejection('without a location');
  if (!isHttp(url)) throw rejection('to an unsupported scheme');
  if (from.url.protocol === 'https:' && url.protocol === 'http:') throw rejection('from https to http');
  if (from.method === 'POST' && !KEEPS_METHOD.has(answer.status)) throw rejection('that changes the method of a POST');
  if (url.origin === from.url.origin) return { ...from, url };
  if (from.isForm) throw rejection('of a form to another host');
  const headers = Object.entries(from.headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name));
  return { ...from, url, headers: Object.fromEntries(headers) };
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';
