import { collectProcessMetrics } from '@droptrack/program/metrics';
import { Registry } from 'prom-client';
import { GroupMetrics } from './group-metrics';
import type { ProcessMetrics } from './messages';

const LAG = 'nodejs_eventloop_lag_p99_seconds';

describe('metrics of a group', () => {
  // An average over eight would hide one that is blocked.
  it('show the lag of the process that is most behind', async () => {
    const registry = new Registry();
    collectProcessMetrics(registry);
    const measured = (await registry.getMetricsAsJSON()) as ProcessMetrics;
    const withLag = (value: number): ProcessMetrics =>
      measured.map((metric) => (metric.name === LAG ? { ...metric, values: [{ value, labels: {} }] } : metric));
    const group = new GroupMetrics(
      () => 8,
      () => Promise.resolve(),
    );
    for (let process = 1; process <= 7; process += 1) group.report(process, withLag(0.01));
    group.report(8, withLag(1.9));
    expect(await group.metrics()).toContain(`\n${LAG} 1.9\n`);
  });
});
