import { SourceError } from '../source.error';
import { headerLine, type ResponseHeaders } from './header-line';
import { USER_AGENT } from './source-agent';
import type { RequestOptions } from './source-http';

/** One request, ready to go. */
export interface Outgoing {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A form, as tokens are asked for with. */
  readonly isForm: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const KEEPS_METHOD = new Set([307, 308]);
/** What another origin may see: nothing that a caller gave, but what says who we are and what we can read. */
const TOLD_ANYONE = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'user-agent',
]);

/** @throws {SourceError} `network` for what is not an http or https address. */
export function outgoing(address: string, accept: string, options: RequestOptions): Outgoing {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isHttp(url)) throw new SourceError('network', 'the address is not one of http or https');
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

/** Whether an answer of this status only says where to ask instead. */
export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/**
 * Where a redirect leads; null when the answer is none.
 *
 * @throws {SourceError} `redirects` for where we do not go: other schemes than http and https, from https to http,
 *   what would turn a posted question into another one, and with a form, which may hold a password, to another origin.
 */
export function redirected(from: Outgoing, answer: { status: number; headers: ResponseHeaders }): Outgoing | null {
  if (!isRedirect(answer.status)) return null;
  const location = headerLine(answer.headers, 'location');
  const refuse = (why: string) => new SourceError('redirects', `${from.url.host}: redirects ${why}`);
  const url = location !== null && URL.canParse(location, from.url.href) ? new URL(location, from.url.href) : null;
  if (url === null) throw refuse('without saying where to');
  if (!isHttp(url)) throw refuse('to where we do not go');
  if (from.url.protocol === 'https:' && url.protocol === 'http:') throw refuse('from https to http');
  if (from.method === 'POST' && !KEEPS_METHOD.has(answer.status)) throw refuse('what was posted to another question');
  if (url.origin === from.url.origin) return { ...from, url };
  if (from.isForm) throw refuse('a form to another host');
  const told = Object.entries(from.headers).filter(([name]) => TOLD_ANYONE.has(name));
  return { ...from, url, headers: Object.fromEntries(told) };
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';
