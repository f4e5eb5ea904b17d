import { createSourceHttp } from '../http/create-source-http';
import { HostBreakers } from '../http/host-breakers';
import type { Json, FinderRun } from '../port';

/** Options of {@link finderRun}. */
export interface FinderRunOptions {
  /** Fixed time of the run, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Null by default, as in the first run. */
  readonly sinceMs?: number | null;
  readonly memory?: Json | null;
}

/** Run as in a worker, over real connections; without pacing. */
export function finderRun({ nowMs, sinceMs = null, memory = null }: FinderRunOptions): FinderRun {
  // New and closed, so that failures of one test do not affect another.
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const http = createSourceHttp({ hosts, signal: new AbortController().signal, nowMs: () => nowMs });
  return { nowMs, sinceMs, memory, http };
}
