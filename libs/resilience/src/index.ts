export { Backoff, exponentialDelayMs, type DelayRange } from './backoff';
export { parseRetryAfter } from './retry-after';
export { WakeUpSignal } from './wake-up-signal';
