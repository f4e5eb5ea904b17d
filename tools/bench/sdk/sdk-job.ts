/** What the process that uses the client is told to do. */
export interface SdkJob {
  readonly port: number;
  /** Rounds of calls, those that warm up not counted, and how long each lasts. */
  readonly rounds: number;
  readonly roundMs: number;
  /** Drops of one walk, and how often they are walked. */
  readonly drops: number;
  readonly walks: number;
}

/** Calls of one round, one after the other. */
export interface CallRound {
  readonly calls: number;
  readonly elapsedMs: number;
  /** Processor time of the process that calls, all threads. */
  readonly cpuMs: number;
}

/** What a walk over all drops held, garbage left out. */
export interface Walk {
  /** The most pages that anything held at a time, the one that was just begun included. */
  readonly pagesHeld: number;
  /** What the heap grew by between the first pages, warm-up left out, and the last. */
  readonly grownBytes: number;
}

/** What came of it. */
export interface SdkResult {
  readonly client: readonly CallRound[];
  readonly bare: readonly CallRound[];
  readonly walks: readonly Walk[];
  /** One page of drops in memory. */
  readonly pageBytes: number;
}

export type SdkReply =
  { readonly type: 'done'; readonly result: SdkResult } | { readonly type: 'failed'; readonly reason: string };

/** Drops of a page, the most there may be. */
export const PAGE_DROPS = 100;
