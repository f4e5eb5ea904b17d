import { runRecompute, openDatabase } from '@droptrack/persistence';
import type { PassAnswer, PassRequest } from './messages';

/** Passes over a database as the worker does, in a process of its own, whenever its parent asks. */
const db = openDatabase(process.argv[2] ?? '', { poolSize: 2, applicationName: 'droptrack bench' });

async function passUntilDone({ nowMs }: PassRequest): Promise<PassAnswer> {
  const began = performance.now();
  const sum = { drops: 0, points: 0, revisions: 0 };
  for (;;) {
    const { drops, points, revisions } = await runRecompute(db, { nowMs });
    if (drops === 0) break;
    sum.drops += drops;
    sum.points += points;
    sum.revisions += revisions;
  }
  const seconds = (performance.now() - began) / 1_000;
  return { ...sum, seconds, peakMb: process.resourceUsage().maxRSS / 1_024 };
}

process.on('message', (request: PassRequest) => {
  passUntilDone(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
