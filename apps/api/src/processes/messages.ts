import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Metrics of a process as prom-client writes them for others. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Request of the primary process to another one. */
export type Order =
  | { readonly type: 'report' }
  /** Reports that it is alive. */
  | { readonly type: 'ask' }
  /** All processes of the group have been started. */
  | { readonly type: 'group_started' }
  /** Ends after the grace. */
  | { readonly type: 'stop' }
  /** Ends without one: another process has taken over. */
  | { readonly type: 'make_way' };

/** Message of a process to the primary one. */
export type Report =
  /** It serves requests. */
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'metrics'; readonly metrics: ProcessMetrics }
  /** Response to `ask`. */
  | { readonly type: 'alive' };
