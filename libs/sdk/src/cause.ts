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
