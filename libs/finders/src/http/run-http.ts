import {
  createSourceHttp,
  type HostBreakers,
  SourceError,
  type SourceHttp,
  type SourceResponse,
} from '@droptrack/connectors';
import type { Dispatcher } from 'undici';
import type { FinderLimits } from '../port';
import { Pacer, type PacerClock, sleep } from './pacer';

/** Dependencies and limits of the requests of one run. */
export interface RunHttpOptions {
  readonly limits: Pick<FinderLimits, 'requestsPerMinute' | 'requestsMax'>;
  /** Circuit breakers of the finder, shared by its runs. */
  readonly hosts: HostBreakers;
  /** Aborted at the end of the run. */
  readonly signal: AbortSignal;
  /** Connects only to vetted addresses. */
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<PacerClock, 'monotonicMs'> & {
    /** Wall clock, milliseconds since the epoch. */
    readonly now: () => number;
    /** By default the timer of the process. */
    readonly sleep?: PacerClock['sleep'];
  };
}

/** HTTP client of one run of a finder. */
export interface RunHttp {
  readonly http: SourceHttp;
  /** Number of requests sent so far, including redirects. */
  readonly sent: () => number;
}

/**
 * Creates the HTTP client of one run: paced to the rate of the finder, and limited to its number of requests. A request
 * beyond that throws `exhausted`; one that waits when the run ends throws `timeout`.
 */
export function createRunHttp({ limits, hosts, signal, dispatcher, clock }: RunHttpOptions): RunHttp {
  const { requestsPerMinute, requestsMax } = limits;
  const pacer = new Pacer(requestsPerMinute, { monotonicMs: () => clock.monotonicMs(), sleep: clock.sleep ?? sleep });
  let sent = 0;
  const count = (): void => {
    if (sent >= requestsMax) throw exhausted(requestsMax);
    sent += 1;
  };
  /** Client of one call: its first request has waited for its slot, each redirect occupies a further one. */
  const clientOf = (): SourceHttp => {
    let isFirst = true;
    const onRequest = (): void => {
      count();
      if (!isFirst) pacer.skip();
      isFirst = false;
    };
    return createSourceHttp({ hosts, signal, nowMs: () => clock.now(), dispatcher, onRequest });
  };
  const paced = async <T>(send: (http: SourceHttp) => Promise<SourceResponse<T>>): Promise<SourceResponse<T>> => {
    if (sent >= requestsMax) throw exhausted(requestsMax);
    await pacer.wait(signal);
    return send(clientOf());
  };
  return {
    http: {
      json: (url, options) => paced((http) => http.json(url, options)),
      text: (url, options) => paced((http) => http.text(url, options)),
    },
    sent: () => sent,
  };
}

const exhausted = (requestsMax: number): SourceError =>
  new SourceError('exhausted', `the run needs more than ${requestsMax} requests, which is its limit`);
