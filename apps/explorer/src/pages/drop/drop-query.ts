import { DEFAULT_HYPE_WINDOW, HYPE_WINDOWS, type HypeWindow } from '@droptrack/contracts';
import { pathWith, QueryReader } from '../page-query';

/** State of the page in its address. */
export interface DropQuery {
  readonly window: HypeWindow;
  /** End of the hype series, RFC 3339; null for the current one. */
  readonly to: string | null;
  /** Instant of the figures, RFC 3339; null for the current ones. */
  readonly asOf: string | null;
}

const LENGTH_MAX = 40;
const INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/i;

/**
 * RFC 3339 instant of a text: an instant, a time without an offset, as inputs for dates send it, which counts as UTC, or a
 * date, which stands for its first instant in UTC.
 *
 * @returns null for other texts and days that no month has.
 */
export function pastInstant(text: string): string | null {
  const match = text.length > LENGTH_MAX ? null : INSTANT.exec(text);
  if (match === null) return null;
  const [, day = '', time = 'T00:00', , , zone = 'Z'] = match;
  if (!isDay(day) || (match[2] === undefined && match[5] !== undefined)) return null;
  const atMs = Date.parse(`${day}${time}${zone}`.toUpperCase());
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString();
}

/** `Date.parse` accepts February 30 as March 2. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

const INSTANT_MEANING = 'a date such as 2026-11-20 or an instant such as 2026-11-20T10:00:00Z';

/**
 * State in an address, and a sentence for each value that was ignored. A window without a value is 7 days, or 30 for a
 * series of the past.
 */
export function readDropQuery(parameters: URLSearchParams): { query: DropQuery; notes: readonly string[] } {
  const reader = new QueryReader(parameters);
  const asOf = reader.read('as_of', pastInstant, INSTANT_MEANING);
  const to = reader.read('to', pastInstant, INSTANT_MEANING);
  const window = reader.oneOf('window', HYPE_WINDOWS) ?? (to === null ? DEFAULT_HYPE_WINDOW : '30d');
  return { query: { window, to: to ?? asOf, asOf }, notes: reader.notes };
}

/** Address of the page with a window of its hype series, and the end of that series. */
export function hypeHref(dropId: string, { window, to, asOf }: DropQuery): string {
  return `${pathWith(`/drops/${encodeURIComponent(dropId)}`, { window, to: to === asOf ? null : to, as_of: asOf })}#hype`;
}
