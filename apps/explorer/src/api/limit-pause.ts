/** Bounds of a wait that the API requires, in milliseconds. */
const WAIT_MS = { min: 1_000, max: 60_000 } as const;

/** Rejection of a request by the API while its key is at its limit. */
const REJECTION = JSON.stringify({
  type: 'about:blank',
  title: 'Rate limit exceeded',
  status: 429,
  code: 'rate_limited',
  detail: 'The key of the explorer has reached its limit',
  errors: [],
});

/** Wait that the API requires at the limit of the key: what it would respond until then is known without a request. */
export class LimitPause {
  #untilMs = 0;

  /** @param nowMs - milliseconds of a clock that never steps back. */
  constructor(private readonly nowMs: () => number) {}

  /** Rejection of a request, with the remaining wait; null if it is to be sent. */
  rejection(): Response | null {
    const leftMs = this.#untilMs - this.nowMs();
    if (leftMs <= 0) return null;
    const headers = { 'content-type': 'application/problem+json', 'retry-after': String(Math.ceil(leftMs / 1_000)) };
    return new Response(REJECTION, { status: 429, headers });
  }

  /** Notes a response of the API. */
  observe(response: Response): void {
    if (response.status === 429) this.#untilMs = this.nowMs() + requestedWaitMs(response, WAIT_MS);
  }
}

/** Wait that a response requires by `Retry-After` in seconds, within bounds, in milliseconds. */
export function requestedWaitMs(
  { headers }: Pick<Response, 'headers'>,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(max, Math.max(min, seconds * 1_000)) : min;
}
