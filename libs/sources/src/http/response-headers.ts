import { parseRetryAfter, parseUrl } from '@droptrack/resilience';
import type { Dispatcher } from 'undici';
import type { Validators } from './source-http';

/** Response headers; names in lower case, as returned by undici. */
export type ResponseHeaders = Dispatcher.ResponseData['headers'];

/** Value of a header, joined if it was sent several times; null without it. */
export function headerLine(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}

const LINE_CHARS_MAX = 16_384;
const LINKS_MAX = 20;
const LINK = /<([^<>]*)>([^<]*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * Link targets by relation (RFC 8288), such as `next`; the first of several with the same relation.
 *
 * Only targets of the page's own origin: a request to them carries the same credentials.
 */
export function parseLinks(line: string | null, page: URL): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  if (line === null || line.length > LINE_CHARS_MAX) return {};
  for (const [, target = '', parameters = ''] of line.matchAll(LINK)) {
    const rel = REL.exec(parameters);
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const url = parseUrl(target, page);
    if (url?.origin !== page.origin) continue;
    for (const name of names) if (!found.has(name) && found.size < LINKS_MAX) found.set(name, url.href);
  }
  return Object.fromEntries(found);
}

const VALIDATOR = /^[\x20-\x7e]{1,256}$/;

/** Validators of a response; without those that are too long to store, or invalid as a header. */
export function validatorsOf(headers: ResponseHeaders): Validators {
  return { etag: sendable(headerLine(headers, 'etag')), lastModified: sendable(headerLine(headers, 'last-modified')) };
}

const sendable = (line: string | null): string | null => (line !== null && VALIDATOR.test(line) ? line : null);

const MAX_MS = 86_400_000;
/** Below it `x-ratelimit-reset` is a duration, as sent by Reddit; from it on an instant. */
const FIRST_EPOCH_SECOND = 1_000_000_000;

/**
 * Wait that a host requests, in milliseconds, up to a day; null without a valid one, and for an instant in the past.
 *
 * `Retry-After` takes precedence over `x-ratelimit-reset`, which counts only once nothing remains.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | null {
  const options = { nowMs: () => nowMs, maxMs: MAX_MS, acceptsFractions: true };
  return parseRetryAfter(headerLine(headers, 'retry-after'), options) ?? rateLimitResetMs(headers, nowMs);
}

/** True once nothing remains of the host's rate limit in its current window. */
export function isUsedUp(headers: ResponseHeaders): boolean {
  const remaining = seconds(headerLine(headers, 'x-ratelimit-remaining'));
  return remaining !== null && remaining < 1;
}

function rateLimitResetMs(headers: ResponseHeaders, nowMs: number): number | null {
  const reset = isUsedUp(headers) ? seconds(headerLine(headers, 'x-ratelimit-reset')) : null;
  if (reset === null) return null;
  const waitMs = reset < FIRST_EPOCH_SECOND ? reset * 1_000 : reset * 1_000 - nowMs;
  return waitMs < 0 ? null : Math.min(waitMs, MAX_MS);
}

/** Seconds of a header, with fractions, as some hosts send them. */
function seconds(line: string | null): number | null {
  return line !== null && /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(line) ? Number(line) : null;
}
