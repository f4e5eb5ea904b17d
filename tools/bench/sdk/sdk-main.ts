import { measureCalls } from './measure-calls';
import { measureWalks } from './measure-walks';
import type { SdkJob, SdkReply } from './sdk-job';

// What uses the client: one job over the channel, until whoever started it is gone.
process.once('message', (job: SdkJob) => {
  const reply = (message: SdkReply): void => void process.send?.(message);
  run(job).then(
    (result) => reply({ type: 'done', result }),
    (error: unknown) => reply({ type: 'failed', reason: String((error as Error).stack ?? error) }),
  );
});
process.on('disconnect', () => process.exit(0));

const run = async (job: SdkJob) => ({ ...(await measureCalls(job)), ...(await measureWalks(job)) });
