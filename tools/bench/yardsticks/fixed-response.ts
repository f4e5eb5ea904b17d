import { readFileSync } from 'node:fs';

/** A captured response that a yardstick sends again and again. */
export interface FixedResponse {
  readonly status: number;
  /** Name and value of each header, in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The API's, so that a yardstick's `Keep-Alive` header is the same. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Headers that Node's server adds by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive']);

/** Reads a response from a file. */
export function readFixedResponse(file = '') {
  const { status, headers, body } = JSON.parse(readFileSync(file, 'utf8')) as FixedResponse;
  const sent = headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  return { status, headers: Object.fromEntries(sent), bytes: Buffer.from(body) };
}
