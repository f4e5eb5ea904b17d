import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Drain } from '../health/drain';

/** A request that can be responded to in front of the framework: see {@link isPlainRequest}. */
export interface PlainRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of the clock of `performance`. */
  readonly startedAtMs: number;
}

/** State and settings that decide whether a request is plain. */
interface PlainTerms {
  readonly drain: Drain;
  /** True if responses differ by `Origin`. */
  readonly variesByOrigin: boolean;
}

/** True for a GET or HEAD without a body and without anything that a hook of the framework decides about. */
export function isPlainRequest(
  { method, url, headers }: IncomingMessage,
  { drain, variesByOrigin }: PlainTerms,
): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined || headers.host === undefined) return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  if (headers.expect !== undefined || headers.upgrade !== undefined || drain.isDraining) return false;
  return !(variesByOrigin && headers.origin !== undefined);
}
