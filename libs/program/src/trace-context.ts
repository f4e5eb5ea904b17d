/** Place of a request in a trace (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits, by which the log lines of all programs that took part are found. */
  readonly traceId: string;
  /** Header `traceparent` of the requests that this one causes. */
  readonly traceparent: string;
}

/** Version, trace id, parent id, flags, and what later versions may append (§3.2, §4.3). */
const FORMAT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** Prefix of every Solana address of only 32 characters: 29 or more leading zero bytes. */
export const SHORT_SOLANA_PREFIX = '1'.repeat(29);

/**
 * Reads the header `traceparent` of a request.
 *
 * The trace id is logged, so its form leaves no room for a wallet or a key. `tracestate` has no such form: it is neither logged
 * nor passed on.
 *
 * @returns null without a valid header: the request is then served as if it had none (§4.3).
 */
export function readTraceparent(header: string | readonly string[] | undefined): TraceContext | null {
  if (typeof header !== 'string') return null;
  const [, version, traceId = '', parentId = '', flags = '', rest] = FORMAT.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return null;
  if (ZEROS.test(traceId) || ZEROS.test(parentId) || traceId.startsWith(SHORT_SOLANA_PREFIX)) return null;
  // No program of the service records spans, so the parent stays the caller's.
  return { traceId, traceparent: `00-${traceId}-${parentId}-${flags}` };
}

/**
 * Starts a trace for a request without one. It is not marked as sampled.
 *
 * @param randomBytes - that of `node:crypto`.
 */
export function startTrace(randomBytes: (length: number) => Buffer): TraceContext {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-00` };
}
