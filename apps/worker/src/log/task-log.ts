import type { OutcomesReport, TaskLease, TaskOutcome } from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { RunEnd } from '../tasks/run-tasks';

const BUG = 'a source failed with an unexpected error';

/** Log of single runs. When sources begin to fail, and work again, is in the log of their health. */
export class TaskLog {
  constructor(private readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>) {}

  ended({ outcomes: [first, ...others], progress, bug }: RunEnd): void {
    if (first === undefined) return;
    if (progress !== null) this.logger.info({ ...namesOf(first), progress }, 'the next run continues');
    if (bug !== null) this.logger.error({ ...namesOf(first), err: bug }, BUG);
    for (const outcome of bug === null ? [first, ...others] : []) {
      if (outcome.end !== 'failed') continue;
      const { failureKind: kind, message: reason } = outcome;
      this.logger.debug({ ...namesOf(outcome), kind, reason }, 'a run failed');
    }
  }

  recorded({ recorded, discarded, invalid, found }: OutcomesReport): void {
    for (const outcome of invalid) this.logger.error(namesOf(outcome), BUG);
    for (const outcome of discarded) {
      if (outcome.kind === 'poll') continue;
      this.logger.warn(namesOf(outcome), 'the result of a run is discarded, because its lease has ended');
    }
    for (const outcome of recorded) {
      if (outcome.kind !== 'list') continue;
      const state = outcome.end === 'answered' ? outcome.result.list?.state : outcome.end;
      this.logger.info({ ...namesOf(outcome), outcome: state }, 'checked the list of a campaign');
    }
    for (const { source, report } of found) {
      const { added, candidates, gone, violations } = report;
      const finder = finderOf(source);
      if (candidates.length > 0 || gone > 0) {
        this.logger.info({ finder, sightings: added, candidates: candidates.length, gone }, 'a finder saw drops');
      }
      const [first] = violations;
      if (first === undefined) continue;
      const rejected = { finder, rejected: violations.length, violation: first.violation };
      this.logger.error(rejected, 'a finder returned invalid sightings, which is a bug');
    }
  }

  rejected(outcome: TaskOutcome, err: Error): void {
    this.logger.error({ ...namesOf(outcome), err }, 'the outcome of a run cannot be stored');
  }
}

/** Id of a finder, by the source of its task. */
export const finderOf = (source: string): string => source.slice(source.indexOf('/') + 1);

/** Fields of a log line. */
function namesOf({ kind, source, subject }: TaskLease & Pick<TaskOutcome, 'kind'>): Record<string, string> {
  if (kind === 'find') return { finder: finderOf(source) };
  return kind === 'list' ? { contract: subject } : { drop: subject, source };
}
