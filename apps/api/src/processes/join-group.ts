import { type DepartureTerms, exitWithError } from '@droptrack/program';
import type { Registry } from 'prom-client';
import type { GroupOrders } from './group-orders';
import type { Report } from './messages';

/** The API of a process that belongs to a group. */
interface GroupedApi {
  readonly registry: Registry;
  stop(terms: DepartureTerms): Promise<void>;
}

/**
 * Obeys the primary process. Signals that a terminal or a supervisor sends to all processes at once count as one request to
 * stop; if the primary process has ended, Node ends this one.
 *
 * @param flush - writes buffered lines of the log.
 */
export function joinGroup(orders: GroupOrders, api: GroupedApi, graceMs: number, flush: () => void): void {
  let isStopping = false;
  const stop = (terms: DepartureTerms): void => {
    if (isStopping) return;
    isStopping = true;
    api
      .stop(terms)
      .then(() => report(api.registry))
      .then(() => {
        flush();
        process.exit(0);
      }, exitWithError);
  };
  orders.obeyWith((order) => {
    switch (order.type) {
      case 'report':
        return void report(api.registry);
      case 'stop':
        return stop({ graceMs });
      case 'make_way':
        return stop({ isReplaced: true });
    }
  });
  process.on('SIGTERM', () => stop({ graceMs }));
  process.on('SIGINT', () => stop({ graceMs }));
  process.on('SIGHUP', () => undefined);
}

/** Sends the metrics to the primary process. Resolves once they are sent, or cannot be. */
async function report(registry: Registry): Promise<void> {
  const message: Report = { type: 'metrics', metrics: await registry.getMetricsAsJSON() };
  await new Promise<void>((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });
}
