import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Metrics of a process as prom-client writes them for others. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What the primary process asks of another one. */
export type Order =
  | { readonly type: 'report' }
  /** Ends after the grace. */
  | { readonly type: 'stop' }
  /** Ends without one: another process has taken over. */
  | { readonly type: 'make_way' };

/** What a process reports to the primary one. */
export type Report =
  /** It serves requests. */
  { readonly type: 'listening'; readonly url: string } | { readonly type: 'metrics'; readonly metrics: ProcessMetrics };
