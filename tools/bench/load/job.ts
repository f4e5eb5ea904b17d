/** What the load process is told to do. */
export interface LoadJob {
  readonly port: number;
  /** Whole requests as they go over the wire, asked in turn; one alone must always get an answer of one length. */
  readonly requests: readonly string[];
  /** Each has one request under way at any time. */
  readonly connections: number;
  readonly durationMs: number;
  /** Whose CPU time is counted over the same time. */
  readonly serverPid: number;
}

/** What came of it. */
export interface LoadResult {
  /** Whole answers with status 200. */
  readonly answers: number;
  readonly elapsedMs: number;
  /** CPU time of the load process itself. */
  readonly loadCpuMs: number;
  /** Null where the system does not tell. */
  readonly serverCpuMs: number | null;
  /** The first answer's. */
  readonly body: string;
}
