import type { SignedTestWebhook } from '@droptrack/sdk/testing';

/** Bounds of a local delivery: the time that the worker waits too, and the bytes that are read of a response. */
const TIMEOUT_MS = 15_000;
const RESPONSE_BYTES_MAX = 64 * 1024;

/** Result of one delivery to a URL of the developer. */
export interface LocalDelivery {
  /** True for a status from 200 to 299, which the service counts as delivered too. */
  readonly delivered: boolean;
  /** Null without a response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Reason of a failure; null if it was delivered. */
  readonly error: string | null;
  /** Start of the response, at most 64 KiB. */
  readonly response: string;
}

/** Dependencies of a delivery. */
interface PostDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds; only differences count. */
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
}

/**
 * Posts a signed delivery as the worker does: redirects are not followed, and the response must be complete, or long enough,
 * within 15 s. A failure is a result, not an error.
 */
export async function postDelivery(
  url: URL,
  { body, headers }: SignedTestWebhook,
  { fetch, nowMs, signal }: PostDeps,
): Promise<LocalDelivery> {
  const startMs = nowMs();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method: 'POST',
    headers: { ...headers, 'user-agent': 'Droptrack-Webhooks/1' },
    body,
    redirect: 'manual',
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
  };
  const durationMs = (): number => Math.round(nowMs() - startMs);
  try {
    const response = await fetch(url, init);
    const text = await startOf(response);
    const { ok: delivered, status: statusCode } = response;
    const error = delivered ? null : `the endpoint responded with ${statusCode}`;
    return { delivered, statusCode, durationMs: durationMs(), error, response: text };
  } catch (error) {
    const reason = timeout.aborted ? `no response within ${TIMEOUT_MS / 1_000} s` : connectionFailure(error);
    return { delivered: false, statusCode: null, durationMs: durationMs(), error: reason, response: '' };
  }
}

async function startOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= RESPONSE_BYTES_MAX) break; // Which cancels the rest.
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX).toString('utf8');
}

/** `fetch` hides the reason of a failed connection in its cause. */
function connectionFailure(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}
