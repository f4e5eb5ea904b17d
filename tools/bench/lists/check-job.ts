import type { Checks } from './checks';

/** What the process that asks is told to do. */
export interface CheckJob {
  readonly port: number;
  readonly checks: Checks;
  readonly connections: number;
  readonly durationMs: number;
  /** Whose CPU time is counted over the same time. */
  readonly serverPid: number;
  readonly databasePids: readonly number[];
}

/** What came of it. */
export interface CheckResult {
  readonly answers: number;
  readonly elapsedMs: number;
  /** Slowest but one hundredth of the answers. */
  readonly p99Ms: number;
  /** CPU time of the process that asked. */
  readonly loadCpuMs: number;
  /** Null where the system does not tell. */
  readonly serverCpuMs: number | null;
  readonly databaseCpuMs: number | null;
  /** Number of the first check that was not asked. */
  readonly next: number;
}

export type CheckReply =
  { readonly type: 'done'; readonly result: CheckResult } | { readonly type: 'failed'; readonly reason: string };
