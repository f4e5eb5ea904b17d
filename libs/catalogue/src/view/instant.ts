/** An instant as the wire shows it, RFC 3339 UTC with milliseconds. */
export function wireInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/**
 * Milliseconds since the epoch of an instant on the wire. A text that is no instant counts as none: a key
 * that is not a number would put every row beside it out of order.
 */
export function instantMs(text: string | null): number | null {
  const atMs = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs;
}
