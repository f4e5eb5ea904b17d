/** How much and how long is measured. */
export interface Plan {
  /** Times that everything is measured, one after the other: A, B, A, B, … */
  readonly rounds: number;
  readonly http: {
    /** Drops in the catalogues: the one that is compared, the design point, and beyond it. */
    readonly drops: { readonly small: number; readonly design: number; readonly large: number };
    readonly connections: number;
    readonly warmUpMs: number;
    readonly roundMs: number;
  };
  /** Pages that each list is walked for, and answers that a typical one is chosen from. */
  readonly queries: { readonly pages: number; readonly sampled: number };
  /** Hours of the history that is exported, wallets of the list, and how often and how long each route is asked. */
  readonly cost: {
    readonly points: number;
    readonly wallets: number;
    readonly rounds: number;
    readonly roundMs: number;
  };
  readonly latency: {
    /** What is asked at a time, of the rate that a server answers at most. */
    readonly shareOfTopRate: number;
    readonly roundMs: number;
  };
  readonly writes: {
    readonly perSecond: number;
    /** Revisions of one append. */
    readonly batch: number;
    /** Before and after writes are measured: as long as the delayed view is behind, and a little more. */
    readonly settleMs: number;
  };
  /** Warm starts, and cold ones. */
  readonly starts: number;
  readonly log: { readonly writers: number; readonly roundMs: number; readonly seen: number };
  readonly fold: { readonly drops: number; readonly revisions: number; readonly pages: number; readonly folds: number };
  readonly score: { readonly roundMs: number };
  /** Passes of the worker over catalogues of two sizes, and after some drops have changed. */
  readonly pass: {
    readonly drops: { readonly small: number; readonly design: number };
    readonly changed: number;
    readonly rounds: number;
  };
  readonly readings: { readonly rows: number; readonly rounds: number };
  /** Polls of nine sources that hang or do not, each round by a worker of its own. */
  readonly polls: {
    readonly drops: number;
    /** On average; the places of the drops in the intervals are as uneven as chance, and some fewer fall due here. */
    readonly perMinute: number;
    readonly warmUpMs: number;
    readonly spanMs: number;
    readonly rounds: number;
  };
  readonly webhooks: {
    readonly endpoints: number;
    /** Told of to all of them at once, in each round. */
    readonly events: number;
    readonly rounds: number;
    /** Changes one by one, to endpoints of which some are dead, an even number. */
    readonly lag: {
      readonly living: number;
      readonly dead: number;
      readonly perSecond: number;
      readonly spanMs: number;
      readonly rounds: number;
    };
    /** What is due when a worker starts, how long it is watched, and claims that are measured. */
    readonly backlog: { readonly deliveries: number; readonly spanMs: number; readonly claims: number };
  };
  readonly lists: {
    /** Wallets of the list that is loaded without a tree, and of those that are loaded with one, asked for and exported. */
    readonly rows: { readonly loaded: number; readonly asked: number };
    /** Times that each is loaded, and exported. */
    readonly loads: number;
    readonly roundMs: number;
  };
  readonly sdk: {
    /** Of calls. */
    readonly rounds: number;
    readonly roundMs: number;
    /** Drops of a walk, and walks. */
    readonly drops: number;
    readonly walks: number;
  };
  /** The whole run is given up after this long. */
  readonly patienceMs: number;
}

/** What the figures in docs/performance.md come from; some eighteen minutes on two processors. */
export const FULL: Plan = {
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
  writes: { perSecond: 100, batch: 10, settleMs: 1_500 },
  starts: 5,
  log: { writers: 8, roundMs: 500, seen: 200 },
  fold: { drops: 10_000, revisions: 100, pages: 100, folds: 20 },
  score: { roundMs: 500 },
  pass: { drops: { small: 1_000, design: 10_000 }, changed: 200, rounds: 5 },
  readings: { rows: 1_000_000, rounds: 5 },
  polls: { drops: 10_000, perMinute: 2_100, warmUpMs: 5_000, spanMs: 30_000, rounds: 2 },
  webhooks: {
    endpoints: 1_000,
    events: 20,
    rounds: 9,
    lag: { living: 10, dead: 90, perSecond: 10, spanMs: 30_000, rounds: 2 },
    backlog: { deliveries: 1_000_000, spanMs: 20_000, claims: 40 },
  },
  lists: { rows: { loaded: 1_000_000, asked: 1_000_000 }, loads: 3, roundMs: 1_000 },
  sdk: { rounds: 31, roundMs: 500, drops: 10_000, walks: 5 },
  patienceMs: 30 * 60_000,
};

/** Only to see that everything runs. */
export const SMOKE: Plan = {
  rounds: 1,
  http: { drops: { small: 60, design: 120, large: 180 }, connections: 4, warmUpMs: 100, roundMs: 150 },
  queries: { pages: 5, sampled: 5 },
  cost: { points: 50, wallets: 1_500, rounds: 1, roundMs: 20 },
  latency: { shareOfTopRate: 0.7, roundMs: 150 },
  writes: { perSecond: 100, batch: 10, settleMs: 150 },
  starts: 1,
  log: { writers: 2, roundMs: 100, seen: 5 },
  fold: { drops: 100, revisions: 10, pages: 3, folds: 2 },
  score: { roundMs: 50 },
  pass: { drops: { small: 30, design: 60 }, changed: 5, rounds: 1 },
  readings: { rows: 2_000, rounds: 1 },
  polls: { drops: 15, perMinute: 600, warmUpMs: 300, spanMs: 2_000, rounds: 1 },
  webhooks: {
    endpoints: 20,
    events: 2,
    rounds: 1,
    lag: { living: 2, dead: 4, perSecond: 10, spanMs: 500, rounds: 1 },
    backlog: { deliveries: 4_000, spanMs: 100, claims: 2 },
  },
  // One load of the size that is promised: it must get through.
  lists: { rows: { loaded: 1_000_000, asked: 3_000 }, loads: 1, roundMs: 200 },
  sdk: { rounds: 1, roundMs: 20, drops: 300, walks: 1 },
  // Against hanging only: a machine in demand takes many times the usual minute or two.
  patienceMs: 30 * 60_000,
};

/** The plan with lists of another size. Larger ones are loaded once, and the run may take longer in proportion. */
export function withRows(plan: Plan, rows: number): Plan {
  const times = Math.max(1, rows / FULL.lists.rows.asked);
  const loads = times > 1 ? 1 : plan.lists.loads;
  return {
    ...plan,
    lists: { ...plan.lists, rows: { loaded: rows, asked: rows }, loads },
    patienceMs: plan.patienceMs * times,
  };
}
