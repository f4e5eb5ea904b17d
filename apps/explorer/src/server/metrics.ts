import type { ApiAccess } from '../api/api-session';
import { Counter, Histogram, Registry } from 'prom-client';

/** A page from the cache takes a millisecond; one that waits for the API up to its time limit of 4 s. */
const PAGE_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const REQUEST_BUCKETS_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Results of requests to the API: the class of the status, or none. A 429 is the limit of the key of this site. */
const RESULTS = ['2xx', '304', '4xx', '429', '5xx', 'no_answer'] as const;

/** Metrics of one explorer process, in the text format of Prometheus. */
export class ExplorerMetrics {
  readonly registry = new Registry();
  readonly #pages = new Counter({
    name: 'droptrack_pages_total',
    help: 'Pages sent, by route and status',
    labelNames: ['route', 'status'],
    registers: [this.registry],
  });
  readonly #pageDurations = new Histogram({
    name: 'droptrack_page_duration_seconds',
    help: 'Time from request to page, by route',
    labelNames: ['route'],
    buckets: PAGE_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  readonly #requests = new Counter({
    name: 'droptrack_api_requests_total',
    help: 'Requests to the API, by result',
    labelNames: ['result'],
    registers: [this.registry],
  });
  readonly #requestDurations = new Histogram({
    name: 'droptrack_api_request_duration_seconds',
    help: 'Time from a request to the API to the head of its response',
    buckets: REQUEST_BUCKETS_SECONDS,
    registers: [this.registry],
  });

  /** @param nowMs - milliseconds of a clock that never steps back. */
  constructor(private readonly nowMs: () => number) {
    for (const result of RESULTS) this.#requests.inc({ result }, 0);
  }

  /** @param route - template of the route, never the address. */
  sent(route: string, status: number, durationMs: number): void {
    this.#pages.inc({ route, status });
    this.#pageDurations.observe({ route }, durationMs / 1_000);
  }

  /** `fetch` whose requests are measured. */
  measured(send: ApiAccess['fetch']): ApiAccess['fetch'] {
    return async (url, init) => {
      const startedMs = this.nowMs();
      let result: (typeof RESULTS)[number] = 'no_answer';
      try {
        const response = await send(url, init);
        result = resultOf(response);
        return response;
      } finally {
        this.#requests.inc({ result });
        this.#requestDurations.observe((this.nowMs() - startedMs) / 1_000);
      }
    };
  }
}

function resultOf({ status }: Response): (typeof RESULTS)[number] {
  if (status === 304 || status === 429) return `${status}`;
  if (status < 300) return '2xx';
  return status < 500 ? '4xx' : '5xx';
}
