/** Sizes and durations of all benches. */
export interface Plan {
  /** Interleaved rounds of every measurement that has no number of its own. */
  readonly rounds: number;
  readonly http: {
    /** Sizes of the catalogues: the one that is compared, the design point, and one beyond it. */
    readonly drops: { readonly small: number; readonly design: number; readonly large: number };
    readonly connections: number;
    readonly warmUpMs: number;
    readonly roundMs: number;
  };
  /** Pages read of each list for their cursors, and responses from which a typical one is chosen. */
  readonly queries: { readonly pages: number; readonly sampled: number };
  /** Hours of the exported history, wallets of the list, rounds and their length for each route. */
  readonly cost: {
    readonly points: number;
    readonly wallets: number;
    readonly rounds: number;
    readonly roundMs: number;
  };
  /** Load as a share of the rate that a server reaches at most. */
  readonly latency: { readonly shareOfTopRate: number; readonly roundMs: number };
  readonly writes: {
    readonly perSecond: number;
    /** Revisions of one append. */
    readonly batch: number;
    /** Pause before and after a round with writes: a little longer than the delay of the delayed view. */
    readonly pauseMs: number;
  };
  /** Cold and warm starts. */
  readonly starts: number;
  /** Numbers of writers at once. */
  readonly log: { readonly writers: readonly number[]; readonly roundMs: number; readonly followed: number };
  readonly fold: { readonly drops: number; readonly revisions: number; readonly pages: number; readonly folds: number };
  readonly score: { readonly roundMs: number };
  /** Recompute runs over catalogues of two sizes, and after a number of drops have changed. */
  readonly pass: {
    readonly drops: { readonly small: number; readonly design: number };
    readonly changed: number;
    readonly rounds: number;
  };
  readonly readings: { readonly rows: number; readonly rounds: number };
  readonly polls: {
    readonly drops: number;
    /** On average: polls are spread over their intervals as unevenly as the worker spreads them. */
    readonly perMinute: number;
    readonly warmUpMs: number;
    readonly roundMs: number;
    readonly rounds: number;
  };
  /** Logs of the scanned chain, campaigns among them, and recipients of the loaded list. */
  readonly campaigns: {
    readonly logs: number;
    readonly campaigns: number;
    readonly recipients: number;
    readonly rounds: number;
  };
  readonly webhooks: {
    readonly endpoints: number;
    /** Events of a round, each for all endpoints. */
    readonly events: number;
    readonly rounds: number;
    /** Changes one by one, for good endpoints alone and beside dead ones, an even number. */
    readonly lag: {
      readonly good: number;
      readonly dead: number;
      readonly perSecond: number;
      readonly warmUpMs: number;
      readonly roundMs: number;
      readonly rounds: number;
    };
    /** Deliveries due when a worker starts, the time that it is watched, and leases that are measured. */
    readonly backlog: { readonly deliveries: number; readonly watchedMs: number; readonly leases: number };
  };
  /** Open streams, changes that are timed one by one at a rate, and those of a round beside the bare broadcast. */
  readonly stream: {
    readonly connections: number;
    readonly changes: number;
    readonly perSecond: number;
    readonly bytesChanges: number;
    readonly rounds: number;
  };
  readonly lists: {
    /** Wallets of the list that is loaded without a tree, and of those that are loaded with one, checked and exported. */
    readonly rows: { readonly loaded: number; readonly checked: number };
    /** Loads and exports of each list. */
    readonly loads: number;
    readonly roundMs: number;
    /** Chunk files of a published tree, claims of each, and loads of them. */
    readonly chunks: { readonly files: number; readonly claims: number; readonly loads: number };
  };
  /** Wallets of the list that is pulled in both formats, and of the one whose pull is watched for its memory. */
  readonly parquet: { readonly rows: number; readonly largeRows: number; readonly rounds: number };
  /** Wallets of the list in the database that is backed up and restored. */
  readonly backup: { readonly rows: number; readonly rounds: number };
  /** Number of lists that a wallet is looked up in, and wallets of each. */
  readonly wallets: { readonly lists: number; readonly rows: number };
  /** Wallets of the list whose ranges are read. */
  readonly range: { readonly rows: number };
  /** Paths whose pages are rendered in turn, requests to the API and pages of the site per second, visits by a browser. */
  readonly explorer: {
    readonly paths: number;
    readonly apiPerSecond: number;
    readonly pagesPerSecond: number;
    readonly visits: number;
  };
  readonly sdk: {
    /** Rounds of calls. */
    readonly rounds: number;
    readonly roundMs: number;
    readonly drops: number;
    readonly walks: number;
  };
  /** The whole run is aborted after this time. */
  readonly timeoutMs: number;
}

/** The plan behind the figures of docs/performance.md; some twenty minutes on two processors. */
const FULL: Plan = {
  rounds: 15,
  http: {
    drops: { small: 1_000, design: 10_000, large: 100_000 },
    connections: 32,
    warmUpMs: 3_000,
    roundMs: 1_000,
  },
  queries: { pages: 200, sampled: 200 },
  cost: { points: 8_760, wallets: 100_000, rounds: 5, roundMs: 700 },
  latency: { shareOfTopRate: 0.7, roundMs: 1_000 },
  writes: { perSecond: 100, batch: 10, pauseMs: 1_500 },
  starts: 5,
  log: { writers: [1, 8, 32], roundMs: 500, followed: 200 },
  fold: { drops: 10_000, revisions: 100, pages: 100, folds: 20 },
  score: { roundMs: 500 },
  pass: { drops: { small: 1_000, design: 10_000 }, changed: 200, rounds: 5 },
  readings: { rows: 1_000_000, rounds: 5 },
  polls: { drops: 10_000, perMinute: 2_100, warmUpMs: 5_000, roundMs: 30_000, rounds: 2 },
  campaigns: { logs: 1_000_000, campaigns: 1_000, recipients: 100_000, rounds: 5 },
  webhooks: {
    endpoints: 1_000,
    events: 20,
    rounds: 7,
    lag: { good: 10, dead: 90, perSecond: 10, warmUpMs: 3_000, roundMs: 15_000, rounds: 2 },
    backlog: { deliveries: 300_000, watchedMs: 15_000, leases: 40 },
  },
  stream: { connections: 5_000, changes: 50, perSecond: 4, bytesChanges: 30, rounds: 5 },
  lists: {
    rows: { loaded: 1_000_000, checked: 1_000_000 },
    loads: 3,
    roundMs: 1_000,
    chunks: { files: 2_500, claims: 101, loads: 4 },
  },
  parquet: { rows: 1_000_000, largeRows: 10_000_000, rounds: 5 },
  backup: { rows: 1_000_000, rounds: 3 },
  wallets: { lists: 50, rows: 20_000 },
  range: { rows: 1_000_000 },
  explorer: { paths: 5_000, apiPerSecond: 500, pagesPerSecond: 50, visits: 9 },
  sdk: { rounds: 31, roundMs: 500, drops: 10_000, walks: 5 },
  timeoutMs: 40 * 60_000,
};

/** Runs the same code on small sizes. */
const SMOKE: Plan = {
  rounds: 1,
  http: { drops: { small: 60, design: 120, large: 180 }, connections: 4, warmUpMs: 100, roundMs: 150 },
  queries: { pages: 5, sampled: 5 },
  cost: { points: 50, wallets: 1_500, rounds: 1, roundMs: 20 },
  latency: { shareOfTopRate: 0.7, roundMs: 150 },
  writes: { perSecond: 100, batch: 10, pauseMs: 150 },
  starts: 1,
  log: { writers: [1, 2], roundMs: 100, followed: 5 },
  fold: { drops: 100, revisions: 10, pages: 3, folds: 2 },
  score: { roundMs: 50 },
  pass: { drops: { small: 30, design: 60 }, changed: 5, rounds: 1 },
  readings: { rows: 2_000, rounds: 1 },
  polls: { drops: 15, perMinute: 600, warmUpMs: 300, roundMs: 2_000, rounds: 1 },
  campaigns: { logs: 10_000, campaigns: 50, recipients: 1_000, rounds: 1 },
  webhooks: {
    endpoints: 20,
    events: 2,
    rounds: 1,
    lag: { good: 2, dead: 4, perSecond: 10, warmUpMs: 200, roundMs: 500, rounds: 1 },
    backlog: { deliveries: 4_000, watchedMs: 100, leases: 2 },
  },
  stream: { connections: 50, changes: 3, perSecond: 10, bytesChanges: 3, rounds: 1 },
  // One load of the size that is promised: it must get through.
  lists: {
    rows: { loaded: 1_000_000, checked: 3_000 },
    loads: 1,
    roundMs: 200,
    chunks: { files: 20, claims: 5, loads: 1 },
  },
  parquet: { rows: 3_000, largeRows: 6_000, rounds: 1 },
  backup: { rows: 3_000, rounds: 1 },
  wallets: { lists: 50, rows: 50 },
  range: { rows: 3_000 },
  explorer: { paths: 50, apiPerSecond: 100, pagesPerSecond: 20, visits: 1 },
  sdk: { rounds: 1, roundMs: 20, drops: 300, walks: 1 },
  // Against hanging only: a busy machine takes many times the usual minute or two.
  timeoutMs: 30 * 60_000,
};

/** @param rows - wallets of each list; larger lists than planned are loaded once, and the run may take longer. */
export function planOf(isSmoke: boolean, rows: number | null): Plan {
  const plan = isSmoke ? SMOKE : FULL;
  if (rows === null) return plan;
  const times = Math.max(1, rows / FULL.lists.rows.checked);
  return {
    ...plan,
    lists: { ...plan.lists, rows: { loaded: rows, checked: rows }, loads: times > 1 ? 1 : plan.lists.loads },
    wallets: { ...plan.wallets, rows },
    range: { rows },
    timeoutMs: plan.timeoutMs * times,
  };
}
