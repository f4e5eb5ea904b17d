/** A delivery that came: path of the endpoint, `webhook-id`, and when its head was there, milliseconds since the epoch. */
export type Arrival = readonly [path: string, id: string, atMs: number];

/** What the bench asks of the process that receives; each is answered with a {@link ReceiversAnswer}. */
export type ReceiversRequest =
  /** Forgets what came. */
  | { readonly type: 'forget' }
  /** Waits until so many deliveries have come, each counted once. */
  | { readonly type: 'await'; readonly count: number }
  /** What has come so far. */
  | { readonly type: 'tell' };

export interface ReceiversAnswer {
  /** When the last of them came that had not come before, milliseconds since the epoch; 0 for none. */
  readonly lastMs: number;
  /** Only for `tell`. */
  readonly arrivals: readonly Arrival[];
}

/** What the receivers' process says once it listens. */
export interface ReceiversReady {
  /** Of the one that answers 204, and of those that take requests and never answer. */
  readonly answering: number;
  readonly hanging: readonly number[];
}

/** What the bench has the bare loop do; answered with a {@link BareAnswer}. */
export interface BareJob {
  readonly url: string;
  readonly deliveries: number;
  /** Under way at once. */
  readonly connections: number;
  readonly body: string;
}

export interface BareAnswer {
  readonly tookMs: number;
}
