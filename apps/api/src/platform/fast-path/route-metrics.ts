/** Upper bounds of the buckets of answer times, seconds. */
const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** One sample of a metric in Prometheus' model. */
export interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

interface Figures {
  readonly answers: Map<number, number>;
  readonly buckets: number[];
  seconds: number;
  count: number;
}

/**
 * Counts answers and their times by route. Plain additions while requests are answered; the
 * labels that the library wants are put together only when somebody asks for the figures.
 */
export class RouteMetrics {
  readonly #routes = new Map<string, Figures>();

  answered(route: string, status: number, durationMs: number): void {
    let figures = this.#routes.get(route);
    if (figures === undefined) {
      figures = { answers: new Map(), buckets: BUCKETS_SECONDS.map(() => 0), seconds: 0, count: 0 };
      this.#routes.set(route, figures);
    }
    const seconds = durationMs / 1_000;
    figures.answers.set(status, (figures.answers.get(status) ?? 0) + 1);
    figures.seconds += seconds;
    figures.count += 1;
    const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) figures.buckets[bucket] = (figures.buckets[bucket] ?? 0) + 1;
  }

  answers(metricName: string): Sample[] {
    return [...this.#routes].flatMap(([route, { answers }]) =>
      [...answers].map(([status, value]) => ({ metricName, labels: { route, status }, value })),
    );
  }

  /** A histogram: buckets that count all below their bound, sum in seconds, and count. */
  durations(metricName: string): Sample[] {
    return [...this.#routes].flatMap(([route, { buckets, seconds, count }]) => {
      let below = 0;
      const bounded = buckets.map((value, index) => ({
        metricName: `${metricName}_bucket`,
        labels: { le: BUCKETS_SECONDS[index] ?? '+Inf', route },
        value: (below += value),
      }));
      return [
        ...bounded,
        { metricName: `${metricName}_bucket`, labels: { le: '+Inf', route }, value: count },
        { metricName: `${metricName}_sum`, labels: { route }, value: seconds },
        { metricName: `${metricName}_count`, labels: { route }, value: count },
      ];
    });
  }
}
