/** Formats an instant as RFC 3339 UTC with milliseconds. */
export function wireInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/**
 * Parses an instant of the wire to milliseconds since the epoch. An invalid text is null, because a sort key of NaN would
 * break the order of all rows.
 */
export function instantMs(text: string | null): number | null {
  const atMs = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}
