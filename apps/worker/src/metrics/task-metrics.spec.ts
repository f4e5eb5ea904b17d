import type { SourceHealth } from '@droptrack/persistence';
import { finderHealth, sourceHealth } from '@droptrack/persistence/testing';
import { Registry } from 'prom-client';
import { TaskMetrics, type TaskMetricsOptions } from './task-metrics';

const NOW_MS = Date.parse('2026-11-21T08:00:00Z');
const clock = { now: () => NOW_MS };
const HELD_BACK = [{ host: 'api.example', state: 'open', retryAtMs: NOW_MS + 60_000 }];

const create = (
  registry: Registry,
  readHealth: () => Promise<SourceHealth[]>,
  over: Partial<TaskMetricsOptions> = {},
) => new TaskMetrics(registry, { sources: { readHealth }, intervals: [], readLists: async () => ({}), clock, ...over });

/** Values of the gauges of one source or finder, by name without its prefix. */
async function valuesOf(registry: Registry, label: string): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).split('\n');
  const values = lines.flatMap((line) => {
    const [, name = '', value = ''] = new RegExp(`^droptrack_(\\w+){${label}} (.+)$`).exec(line) ?? [];
    return name === '' ? [] : [[name, value === '+Inf' ? Infinity : Number(value)] as const];
  });
  return Object.fromEntries(values);
}

describe('the gauges', () => {
  it('of a source show its health', async () => {
    const registry = new Registry();
    const down = sourceHealth(NOW_MS, { id: 'rss', offReason: 'no key', answeredAtMs: null, heldBack: HELD_BACK });
    const intervals = [{ id: 'defillama', intervalMs: 600_000 }];
    create(registry, async () => [sourceHealth(NOW_MS, { failing: 2 }), down], { intervals });
    expect(await valuesOf(registry, 'source="defillama"')).toEqual({
      ...{ source_on: 1, source_held_back_hosts: 0, source_answer_age_seconds: 180 },
      ...{ source_drops: 12, source_failing_drops: 2, source_lag_seconds: 0, source_budget_requests: 19 },
      source_failure_age_seconds: Infinity,
      source_interval_seconds: 600,
    });
    expect(await valuesOf(registry, 'source="rss"')).toMatchObject({
      ...{ source_on: 0, source_held_back_hosts: 1, source_answer_age_seconds: Infinity },
    });
  });

  it('of a finder show its health, without a lag while it is off', async () => {
    const registry = new Registry();
    const off = finderHealth(NOW_MS, { id: 'off', offReason: 'no key', lagMs: 5_000 });
    const late = finderHealth(NOW_MS, { id: 'late', lagMs: 5_000, failuresInRow: 3 });
    create(registry, async () => [off, late]);
    expect(await valuesOf(registry, 'finder="off"')).toMatchObject({ finder_on: 0, finder_lag_seconds: 0 });
    expect(await valuesOf(registry, 'finder="late"')).toEqual({
      ...{ finder_on: 1, finder_held_back_hosts: 0, finder_answer_age_seconds: 180 },
      ...{ finder_failures: 3, finder_lag_seconds: 5 },
    });
  });

  it('have no values while the database does not respond', async () => {
    const registry = new Registry();
    create(registry, () => Promise.reject(new Error('no connection')));
    expect(await valuesOf(registry, 'source="defillama"')).toEqual({});
  });
});
