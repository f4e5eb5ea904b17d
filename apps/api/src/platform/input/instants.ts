/** Rejection of a value that is not an RFC 3339 date-time. */
export const INSTANT = 'must be an RFC 3339 date-time such as 2026-08-22T10:00:00Z (encode + as %2B in a query)';

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** True for an RFC 3339 date-time of an existing day. */
export function isInstant(value: unknown): boolean {
  const parts = typeof value === 'string' ? RFC_3339.exec(value) : null;
  if (parts === null) return false;
  const [, year, month, day] = parts;
  return isDay(`${year}-${month}-${day}`) && !Number.isNaN(instantMs(parts[0]));
}

/** Milliseconds since the epoch of an RFC 3339 date-time, whose letters can be in lower case; NaN for another text. */
export const instantMs = (text: string): number => Date.parse(text.toUpperCase());

/** True for an ISO date of an existing day; false for `2026-02-30`. */
export function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}
