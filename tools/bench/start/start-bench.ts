import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';
import { startService } from './start-service';

/**
 * Runs what `npm start` runs, from nothing (an empty data directory, built before) and
 * once more over what that left, until a request with a demo key was answered.
 */
export async function benchStart(context: BenchContext): Promise<Measurement[]> {
  const { plan, scratch, progress } = context;
  const coldSeconds: number[] = [];
  const warmSeconds: number[] = [];
  const stopSeconds: number[] = [];
  for (let round = 0; round < plan.starts; round += 1) {
    progress(`Starting the service, cold and warm, ${round + 1} of ${plan.starts} …`);
    const home = join(scratch, `home-${round}`);
    await mkdir(home);
    await chmod(home, 0o755);
    for (const seconds of [coldSeconds, warmSeconds]) {
      const service = await startService(context, home);
      seconds.push(service.answeredAfterMs / 1_000);
      const began = performance.now();
      await service.stop();
      stopSeconds.push((performance.now() - began) / 1_000);
    }
  }
  const line = (what: string, rounds: readonly number[]) => ({ bench: 'start', what, unit: 's', rounds }) as const;
  return [
    { ...line('npm start, warm: first answer', warmSeconds), target: { below: 5 } },
    { ...line('npm start, no data yet: first answer', coldSeconds), target: { below: 40 } },
    line('Ctrl-C: all stopped', stopSeconds),
  ];
}
