import type { CheckJob, CheckReply } from './check-job';
import { runChecks } from './run-checks';

// What asks: one job at a time over the channel, until whoever started it is gone.
process.on('message', (job: CheckJob) => {
  const reply = (message: CheckReply): void => void process.send?.(message);
  runChecks(job).then(
    (result) => reply({ type: 'done', result }),
    (error: unknown) => reply({ type: 'failed', reason: String((error as Error).message) }),
  );
});
process.on('disconnect', () => process.exit(0));
