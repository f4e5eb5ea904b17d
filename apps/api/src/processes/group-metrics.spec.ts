import { Counter, Registry } from 'prom-client';
import { GroupMetrics } from './group-metrics';

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
});
