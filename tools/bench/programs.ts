/** Modules whose functions run in a process of their own, by name. Each is loaded by the child that runs it only. */
export const PROGRAMS = {
  load: () => import('./load/run-load'),
  yardsticks: () => import('./yardsticks'),
  sources: () => import('../../libs/connectors/bench/sources'),
  polls: () => import('./polls/bare-polls'),
  node: () => import('../../libs/finders/bench/node'),
  claimNode: () => import('../../libs/claims/bench/node'),
  distributor: () => import('../../libs/claims/bench/distributor'),
  receivers: () => import('./webhooks/receivers'),
  deliveries: () => import('./webhooks/bare-deliveries'),
  streams: () => import('./stream/streams'),
  persistence: () => import('../../libs/persistence/bench/recompute'),
  sdk: () => import('../../libs/sdk/bench/client'),
} as const;

export type Programs = {
  readonly [Name in keyof typeof PROGRAMS]: Awaited<ReturnType<(typeof PROGRAMS)[Name]>>;
};
