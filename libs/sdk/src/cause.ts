import { isBrowser } from './options';

/** As far down as errors are told that are the cause of others. */
const DEPTH_MAX = 4;

/**
 * A copy of what a platform failed with, of its name, message, code and stack only: what else a `fetch` hangs on its
 * errors, such as the request with its headers, may hold the key.
 *
 * @param redact - takes the key out of a text.
 */
export function safeCause(error: unknown, redact: (text: string) => string, depth = 1): Error {
  const { name = 'Error', message = error, code, stack, cause } = Object(error) as Record<string, unknown>;
  const hasCause = cause !== undefined && depth < DEPTH_MAX;
  const copy = new Error(redact(String(message)), hasCause ? { cause: safeCause(cause, redact, depth + 1) } : {});
  return Object.assign(copy, {
    name: redact(String(name)),
    stack: redact(String(stack ?? copy)),
    ...(code !== undefined && { code: redact(String(code)) }),
  });
}

/** Messages of browsers for a request without an answer; they name no reason, so that a page cannot look around. */
const UNNAMED = /fetch|load failed/i;

/**
 * A clause that names what kept an answer from coming: what the innermost cause says, with its code, such as
 * `connect ECONNREFUSED 127.0.0.1:3000`; in a browser what is likely.
 */
export function reasonOf(cause: Error): string {
  const { message, code = '', cause: inner } = cause as Error & { code?: string };
  if (inner instanceof Error) return reasonOf(inner);
  if (isBrowser() && !code && UNNAMED.test(message)) {
    return `${message} (the browser names no reason; likely CORS: CORS_ORIGINS of the API lacks this page's origin)`;
  }
  // Several addresses that all failed have a code and no message.
  const text = message || code;
  return text.includes(code) ? text : `${text} (${code})`;
}
