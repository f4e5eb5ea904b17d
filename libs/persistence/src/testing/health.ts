import type { FinderHealth } from '../discovery/finder';
import type { SourceHealth } from '../polls/source.repository';

const MINUTE_MS = 60_000;

/** Health of a source that responds, at an instant. */
export const sourceHealth = (nowMs: number, over: Partial<SourceHealth> = {}): SourceHealth => ({
  id: 'defillama',
  offReason: null,
  drops: 12,
  due: 0,
  failing: 0,
  lagMs: 0,
  retryAtMs: null,
  answeredAtMs: nowMs - 3 * MINUTE_MS,
  failedAtMs: null,
  failureKind: null,
  failure: null,
  failures: [],
  budgetLeft: 19,
  requestsPerMinute: 120,
  heldBack: [],
  seenAtMs: nowMs - 5_000,
  ...over,
});

/** Health of a finder that works, at an instant. */
export const finderHealth = (nowMs: number, over: Partial<FinderHealth> = {}): FinderHealth => ({
  id: 'evm-campaigns/ethereum',
  source: 'evm-campaigns',
  offReason: null,
  isRunning: false,
  lagMs: 0,
  dueAtMs: nowMs + 5 * MINUTE_MS,
  failures: 0,
  answeredAtMs: nowMs - 3 * MINUTE_MS,
  failedAtMs: null,
  failureKind: null,
  failure: null,
  heldBack: [],
  seenAtMs: nowMs - 5_000,
  ...over,
});
