import type { SourceHealth } from '../tasks/source.repository';

const MINUTE_MS = 60_000;

/** Health of a source that responds, at an instant. */
export const sourceHealth = (nowMs: number, over: Partial<SourceHealth> = {}): SourceHealth => ({
  kind: 'poll',
  id: 'defillama',
  offReason: null,
  drops: 12,
  due: 0,
  failing: 0,
  failuresInRow: 0,
  isRunning: false,
  lagMs: 0,
  dueAtMs: nowMs + 5 * MINUTE_MS,
  retryAtMs: null,
  answeredAtMs: nowMs - 3 * MINUTE_MS,
  failedAtMs: null,
  failureKind: null,
  failure: null,
  failures: [],
  budgetLeft: 19,
  requestsPerMinute: 120,
  heldBack: [],
  notices: [],
  seenAtMs: nowMs - 5_000,
  ...over,
});

/** Health of a finder that works, at an instant. */
export const finderHealth = (nowMs: number, over: Partial<SourceHealth> = {}): SourceHealth =>
  sourceHealth(nowMs, {
    kind: 'find',
    id: 'evm-campaigns/ethereum',
    drops: 1,
    budgetLeft: 0,
    requestsPerMinute: 0,
    ...over,
  });
