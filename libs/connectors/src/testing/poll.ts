import type { Dispatcher } from 'undici';
import { createSourceHttp } from '../http/create-source-http';
import { HostBreakers } from '../http/host-breakers';
import type { Json, Poll } from '../port';

/** Of a poll in a test. */
export interface PollOptions {
  /** Milliseconds since the epoch: the poll's beginning, at which its clock stands still. */
  readonly nowMs: number;
  /** Null, as at the first poll, when not given. */
  readonly memory?: Json | null;
  /** The poll's end; never when not given. */
  readonly signal?: AbortSignal;
  /** All closed when not given, so that one test does not feel another's failures. */
  readonly hosts?: HostBreakers;
  readonly onRequest?: () => void;
  readonly dispatcher?: Dispatcher;
}

/** A poll as a worker makes it, over real connections. */
export function pollOf<Query>(query: Query, options: PollOptions): Poll<Query> {
  const { nowMs, memory = null, signal = new AbortController().signal, hosts = closedBreakers(), ...rest } = options;
  return { query, memory, nowMs, http: createSourceHttp({ hosts, signal, nowMs: () => nowMs, ...rest }) };
}

const closedBreakers = (): HostBreakers =>
  new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
