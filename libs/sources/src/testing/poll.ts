import type { Dispatcher } from 'undici';
import { createSourceHttp } from '../http/create-source-http';
import { HostBreakers } from '../http/host-breakers';
import type { Json, Poll } from '../port';

/** Options of {@link pollOf}. */
export interface PollOptions {
  /** Fixed time of the poll, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Null by default, as in the first poll. */
  readonly memory?: Json | null;
  /** End of the poll; never by default. */
  readonly signal?: AbortSignal;
  /** New and closed by default, so that failures of one test do not affect another. */
  readonly hosts?: HostBreakers;
  readonly onRequest?: () => void;
  readonly dispatcher?: Dispatcher;
}

/** Poll as in a worker, over real connections. */
export function pollOf<Query>(query: Query, options: PollOptions): Poll<Query> {
  const { nowMs, memory = null, signal = new AbortController().signal, hosts = closedBreakers(), ...rest } = options;
  return { query, memory, nowMs, http: createSourceHttp({ hosts, signal, nowMs: () => nowMs, ...rest }) };
}

const closedBreakers = (): HostBreakers =>
  new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
