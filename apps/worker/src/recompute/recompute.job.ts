import { runRecompute, type Database } from '@droptrack/persistence';
import type { Ruleset } from '@droptrack/scoring';
import type { Logger } from 'pino';
import type { Clocks } from '../context';
import type { WorkerMetrics } from '../metrics/metrics';
import type { ReadinessCheck } from '../metrics/health';
import type { Job } from '../schedule/scheduler';

/** Age of the last successful run at which the worker stops being ready, in milliseconds. */
const SUCCESS_AGE_MS_MAX = 60_000;

/** Age of the last successful recompute run. */
export class RecomputeHealth implements ReadinessCheck {
  #succeededAtMs: number | null = null;

  constructor(private readonly clock: Pick<Clocks, 'monotonicMs'>) {}

  succeeded(): void {
    this.#succeededAtMs = this.clock.monotonicMs();
  }

  /** In seconds; infinite before the first run. */
  successAgeSeconds(): number {
    return this.#succeededAtMs === null ? Infinity : (this.clock.monotonicMs() - this.#succeededAtMs) / 1_000;
  }

  /** Reason for which the worker is not ready; null when it is. */
  unreadiness(): string | null {
    if (this.#succeededAtMs === null) return 'no recompute run has succeeded yet';
    const ageSeconds = this.successAgeSeconds();
    return ageSeconds * 1_000 <= SUCCESS_AGE_MS_MAX
      ? null
      : `the last recompute run succeeded ${Math.floor(ageSeconds)} s ago`;
  }
}

interface RecomputeJobDeps {
  readonly db: Database;
  readonly clock: Clocks;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'recomputed'>;
  readonly health: RecomputeHealth;
  readonly ruleset: Ruleset;
}

/**
 * Recomputes drops that are due, a batch at a time: calendar, hourly points, score. Workers share the queue, because a batch
 * locks its drops until the commit.
 */
export class RecomputeJob implements Job {
  /** As in the names of its metrics. */
  readonly name = 'pass';
  constructor(private readonly deps: RecomputeJobDeps) {}

  /** Always true: only the database knows which drops are due. */
  isDue(): boolean {
    return true;
  }

  async run(nowMs: number): Promise<boolean> {
    const { db, clock, logger, metrics, health, ruleset } = this.deps;
    const beganMs = clock.monotonicMs();
    const report = await runRecompute(db, { nowMs, ruleset });
    metrics.recomputed(report, clock.monotonicMs() - beganMs);
    health.succeeded();
    for (const { dropId, message } of report.failures) {
      logger.error({ drop: dropId, reason: message }, 'the values of a drop cannot be computed');
    }
    return report.drops > 0;
  }
}
