import { collectProcessMetrics } from '@droptrack/program/metrics';
import { Counter, Registry } from 'prom-client';
import { GroupMetrics } from './group-metrics';

const LAG = 'nodejs_eventloop_lag_p99_seconds';

/** Metrics of a process that has counted `answers`. */
async function counted(answers: number) {
  const registry = new Registry();
  new Counter({ name: 'answers_total', help: 'Answers', registers: [registry] }).inc(answers);
  return registry.getMetricsAsJSON();
}

describe('GroupMetrics', () => {
  let metrics: GroupMetrics;
  beforeEach(async () => {
    metrics = new GroupMetrics(
      () => 0,
      () => Promise.resolve(),
    );
    for (const [id, answers] of [1, 10, 100].entries()) metrics.report(id, await counted(answers));
  });

  it('keeps the counts of processes that end at the same time', async () => {
    metrics.processEnded(0, true);
    metrics.processEnded(1, true);
    for (let scrape = 0; scrape < 2; scrape += 1) expect(await metrics.metrics()).toContain('answers_total 111\n');
  });

  // Prometheus takes a sum that has shrunk for one that has begun again.
  it('returns no smaller sum, whenever a process ends', async () => {
    for (let turns = 0; turns < 30; turns += 1) {
      metrics.report(3, await counted(1_000));
      const scrape = metrics.metrics();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      metrics.processEnded(3, true);
      expect(await scrape).toContain(`answers_total ${(turns + 1) * 1_000 + 111}\n`);
    }
  });

  // An average over eight would hide one that is blocked.
  it('shows the lag of the process that is most behind', async () => {
    const registry = new Registry();
    collectProcessMetrics(registry);
    const measured = await registry.getMetricsAsJSON();
    const withLag = (value: number) =>
      measured.map((metric) => (metric.name === LAG ? { ...metric, values: [{ value, labels: {} }] } : metric));
    for (let process = 1; process <= 7; process += 1) metrics.report(process, withLag(0.01));
    metrics.report(8, withLag(1.9));
    expect(await metrics.metrics()).toContain(`\n${LAG} 1.9\n`);
  });
});
