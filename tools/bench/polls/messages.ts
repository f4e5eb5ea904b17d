import type { SourceId } from '@droptrack/connectors';

/** A request that the worker made, for others to make again. */
export interface MadeRequest {
  /** Since the recording began, in milliseconds. */
  readonly afterMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there was none. */
  readonly body: string | null;
}

/** What the bench asks of the process that serves the sources; each is answered with a {@link SourcesAnswer}. */
export type SourcesRequest =
  /** Has one source accept requests and never answer; null: all answer. */
  | { readonly type: 'hang'; readonly source: SourceId | null }
  /** Something happens everywhere, so that no answer is the same as before. */
  | { readonly type: 'move_on' }
  /** Begins to note what is asked. */
  | { readonly type: 'record' }
  /** Ends that, and gives what was noted. */
  | { readonly type: 'recorded' };

export interface SourcesAnswer {
  readonly requests: readonly MadeRequest[];
}

/** What the sources' process says once all of them listen. */
export interface SourcesReady {
  readonly urls: Readonly<Record<SourceId, string>>;
}

/** What the bench has the yardstick do: the requests at their times, and a row for each. */
export interface YardstickJob {
  readonly requests: readonly MadeRequest[];
}
