import { DEFAULT_HYPE_WINDOW, HYPE_WINDOWS, type HypeWindow } from '@droptrack/contracts';

/** State of the page in its address. */
export interface DropQuery {
  readonly window: HypeWindow;
  /** End of the hype series, RFC 3339; null for the current one. */
  readonly to: string | null;
  /** Instant of the figures, RFC 3339; null for the current ones. */
  readonly asOf: string | null;
  /** Parameters whose value is not an instant. */
  readonly rejected: readonly ('to' | 'as_of')[];
}

const LENGTH_MAX = 40;
const INSTANT = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/i;

/**
 * RFC 3339 instant of a text: an instant, a time without an offset, as inputs for dates send it, which counts as UTC, or a
 * date, which stands for its first instant in UTC.
 *
 * @returns null for other texts and days that no month has.
 */
export function instantOf(text: string): string | null {
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

/** Reads the query of the page. A window without a value is 7 days, or 30 for a series of the past. */
export function readDropQuery(query: URLSearchParams): DropQuery {
  const asOf = instantIn(query, 'as_of');
  const to = instantIn(query, 'to');
  const requested = query.get('window');
  return {
    window: HYPE_WINDOWS.find((window) => window === requested) ?? (to.instant === null ? DEFAULT_HYPE_WINDOW : '30d'),
    to: to.instant ?? asOf.instant,
    asOf: asOf.instant,
    rejected: [...(to.isRejected ? ['to' as const] : []), ...(asOf.isRejected ? ['as_of' as const] : [])],
  };
}

/** An empty parameter, as a form without input sends it, is absent. */
function instantIn(query: URLSearchParams, name: string): { instant: string | null; isRejected: boolean } {
  const text = query.get(name) ?? '';
  const instant = text === '' ? null : instantOf(text);
  return { instant, isRejected: text !== '' && instant === null };
}

/** Address of the page with a window of its hype series, and the end of that series. */
export function hypeHref(dropId: string, { window, to, asOf }: Pick<DropQuery, 'window' | 'to' | 'asOf'>): string {
  const query = new URLSearchParams({ window });
  if (to !== null && to !== asOf) query.set('to', to);
  if (asOf !== null) query.set('as_of', asOf);
  return `/drops/${encodeURIComponent(dropId)}?${query.toString()}#hype`;
}
