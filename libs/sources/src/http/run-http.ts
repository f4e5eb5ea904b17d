import { createSourceHttp } from './create-source-http';
import type { HostBreakers } from './host-breakers';
import { SourceError } from '../source-error';
import type { SourceHttp, SourceResponse } from './source-http';
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
  /** Called before each request, also for redirects. */
  readonly onRequest?: () => void;
  /** Connects only to vetted addresses. */
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<PacerClock, 'monotonicMs'> & {
    /** Wall clock, milliseconds since the epoch. */
    readonly now: () => number;
    /** By default the timer of the process. */
    readonly sleep?: PacerClock['sleep'];
  };
}

/**
 * Creates the HTTP client of one run: paced to the rate of the finder, and limited to its number of requests. A request
 * beyond that throws `exhausted`; one that waits when the run ends throws `timeout`.
 */
export function createRunHttp(options: RunHttpOptions): SourceHttp {
  const { limits, hosts, signal, dispatcher, clock } = options;
  const { requestsPerMinute, requestsMax } = limits;
  const pacer = new Pacer(requestsPerMinute, { monotonicMs: () => clock.monotonicMs(), sleep: clock.sleep ?? sleep });
  let sent = 0;
  const count = (): void => {
    if (sent >= requestsMax) throw exhausted(requestsMax);
    sent += 1;
    options.onRequest?.();
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
    json: (url, asked) => paced((http) => http.json(url, asked)),
    text: (url, asked) => paced((http) => http.text(url, asked)),
  };
}

const exhausted = (requestsMax: number): SourceError =>
  new SourceError('exhausted', `the run needs more than ${requestsMax} requests, which is its limit`);
