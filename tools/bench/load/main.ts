import type { LoadJob, PacedJob } from './job';
import { runPaced } from './paced-load';
import { runLoad } from './run-load';

// The load process: one job at a time over the channel, until whoever started it is gone.
process.on('message', (job: LoadJob | PacedJob) => {
  const work = 'perSecond' in job ? runPaced(job) : runLoad(job);
  work.then(
    (result) => process.send?.({ type: 'done', result }),
    (error: unknown) => process.send?.({ type: 'failed', reason: String((error as Error).message) }),
  );
});
process.on('disconnect', () => process.exit(0));
