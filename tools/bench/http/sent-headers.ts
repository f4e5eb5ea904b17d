import type { WireAnswer } from '../load/fetch-answer';

/** What Node's server adds to every answer by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** The API's, so that a yardstick's `Keep-Alive` says the same. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** The headers that a yardstick has to give to send an answer again as it was. */
export function sentHeaders({ headers }: WireAnswer): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())));
}
