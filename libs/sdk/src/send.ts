import { aborted, attempt, type Reply, type Request } from './attempt';
import type { DroptrackError } from './errors';
import { masked, type RetryInfo } from './hooks';
import type { Config } from './options';
import { isLost, isRetryable, retryDelayMs } from './retry';

/** Retries of a request. */
interface Retries {
  readonly maxRetries: number;
  /** True for a request that is not idempotent. */
  readonly isOnce: boolean;
}

/** Attempt that is repeated. */
export type FailedAttempt = Omit<RetryInfo, 'delaySeconds'>;

/** Returns the first reply that is not worth a retry, or the reply to the last attempt. */
export async function send(config: Config, request: Request, { maxRetries, isOnce }: Retries): Promise<Reply> {
  const { root, observe, redact } = config;
  const { url, init, signal } = request;
  const path = masked(redact(url.slice(root.length).replace(/\?.*/, '')));
  for (let number = 1; ; number += 1) {
    if (signal?.aborted) throw aborted(signal);
    const info = { method: init.method, path, attempt: number };
    const isLast = number > maxRetries;
    const startMs = performance.now();
    let reply: Reply | null = null;
    let lost: DroptrackError | null = null;
    observe('onRequest', info, 'debug', `attempt ${number}`);
    try {
      reply = await attempt(config, request);
    } catch (error) {
      if (isLast || isOnce || !isLost(error)) throw error;
      lost = error;
    }
    const status = reply && reply.status;
    const requestId = redact(reply?.headers.get('x-request-id') ?? '') || null;
    const durationMs = Math.round(performance.now() - startMs);
    if (status !== null) {
      const response = { ...info, status, requestId, durationMs };
      observe('onResponse', response, 'debug', `${status} in ${durationMs} ms${named(requestId)}`);
    }
    const delayMs = retryDelayMs(number, reply?.headers.get('retry-after') ?? null);
    if (reply && (isLast || !isRetryable(reply.status, isOnce) || delayMs === null)) return reply;
    await pause(config, delayMs ?? 0, signal, { ...info, status, requestId, error: lost });
  }
}

/**
 * Waits.
 *
 * @param failed - attempt that is repeated after the wait, which is reported.
 * @throws {@link AbortError} when the signal is aborted.
 */
export async function pause(
  { sleep, observe }: Config,
  delayMs: number,
  signal: AbortSignal | undefined,
  failed?: FailedAttempt,
): Promise<void> {
  if (failed) {
    const delaySeconds = delayMs / 1_000;
    const reason = failed.error?.message ?? failed.status;
    const text = `retry in ${delaySeconds.toFixed(1)} s after ${reason}${named(failed.requestId)}`;
    observe('onRetry', { ...failed, delaySeconds }, 'info', text);
  }
  try {
    await sleep(delayMs, signal);
  } catch (error) {
    // A `sleep` that rejects on abort, such as Node's, ends like one that resolves.
    if (!signal?.aborted) throw error;
  }
  if (signal?.aborted) throw aborted(signal);
}

const named = (requestId: string | null): string => (requestId === null ? '' : ` (${requestId})`);
