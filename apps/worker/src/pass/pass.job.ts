import { runRecompute, type Database } from '@droptrack/persistence';
import type { Ruleset } from '@droptrack/scoring';
import type { Logger } from 'pino';
import type { Clocks } from '../clocks';
import type { WorkerMetrics } from '../metrics/metrics';
import type { Job } from '../schedule/job';
import type { PassHealth } from './pass-health';

export interface PassJobDeps {
  readonly db: Database;
  readonly clocks: Clocks;
  readonly logger: Logger;
  readonly metrics: Pick<WorkerMetrics, 'passed'>;
  readonly health: PassHealth;
  readonly ruleset: Ruleset;
}

/**
 * Brings the drops that are due up to date, a batch at a time: calendar, hourly points, score.
 * Several workers share the work, as a batch holds its drops until it is committed.
 */
export class PassJob implements Job {
  readonly name = 'pass';
  constructor(private readonly deps: PassJobDeps) {}

  /** What is due is in the database: it has to be asked each time. */
  isDue(): boolean {
    return true;
  }

  async run(nowMs: number): Promise<boolean> {
    const { db, clocks, logger, metrics, health, ruleset } = this.deps;
    const beganMs = clocks.monotonicMs();
    const report = await runRecompute(db, { nowMs, ruleset });
    metrics.passed(report, clocks.monotonicMs() - beganMs);
    health.succeeded();
    for (const { dropId, message } of report.failures) {
      logger.error({ drop: dropId, reason: message }, 'the figures of a drop cannot be worked out');
    }
    return report.drops > 0;
  }
}
