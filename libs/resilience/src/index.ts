export { Backoff, exponentialDelayMs, type DelayRange } from './backoff';
export { parseUrl } from './parse-url';
export { parseRetryAfter } from './retry-after';
export { WakeUpSignal } from './wake-up-signal';
export { TaskLimit, type TaskLimits } from './task-limit';
export { clientNetwork } from './client-network';
export { memoized } from './memoized';
export {
  type Bucket,
  type Buckets,
  type BucketTerms,
  draw,
  partsPerToken,
  partsWhenFull,
  refilled,
  secondsToNextToken,
  secondsUntil,
  type Taken,
  wholeTokens,
} from './token-bucket';
