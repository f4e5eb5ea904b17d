import type { Json } from './port';

/** Maximum size of the state that a run keeps for the next one, in characters of JSON. */
const LENGTH_MAX = 256 * 1024;
/** Lone surrogates and NUL, which PostgreSQL rejects. */
const NO_TEXT = /\\u(?:0000|d[89a-f])/;

/** Reason why the state of a run cannot be stored; null if it can. */
export function memoryViolation(memory: Json): string | null {
  const text = JSON.stringify(memory);
  if (text.length <= LENGTH_MAX && !NO_TEXT.test(text)) return null;
  return `${text.length} characters of state, or some that no text can contain`;
}
