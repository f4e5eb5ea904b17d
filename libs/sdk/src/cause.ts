import { isBrowser, pageOrigin } from './platform';

/** Maximum length of a copied chain of causes. */
const DEPTH_MAX = 4;

/**
 * Copies name, message, code, stack and causes of an error of the platform. Other members that a `fetch` adds to its
 * errors, such as the request with its headers, may contain the API key.
 *
 * @param redact - removes the API key from a text.
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

/** Messages of browsers for a failed request. They hide the reason, so that a page cannot probe the network. */
const UNNAMED = /fetch|load failed/i;

/**
 * Describes the reason of a failed request: message and code of the innermost cause, such as
 * `connect ECONNREFUSED 127.0.0.1:3000`; in a browser the likely reason.
 */
export function reasonOf(cause: Error): string {
  const { message, code = '', cause: inner } = cause as Error & { code?: string };
  if (inner instanceof Error) return reasonOf(inner);
  if (isBrowser() && !code && UNNAMED.test(message)) {
    return `${message} (the browser hides the reason; to allow CORS, add ${pageOrigin()} to CORS_ORIGINS of the API)`;
  }
  // An error of several failed addresses has a code and no message.
  const text = message || code;
  return text.includes(code) ? text : `${text} (${code})`;
}
