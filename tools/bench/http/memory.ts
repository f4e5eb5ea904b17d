import { setTimeout as sleep } from 'node:timers/promises';
import type { Drop, Page } from '@droptrack/contracts';
import { BenchError } from '../process/bench-error';
import type { Catalogue } from '../data/catalogue';
import { fetchAnswer } from '../load/fetch-answer';
import type { ServerProcess } from '../process/server-process';
import { rssMbOf } from '../process/usage';
import { LIVE_DROPS, wireRequest } from './requests';

/** A delayed plan sees the drops a second after they were made. */
const DELAYED_MS_MAX = 60_000;
const PAUSE_MS = 500;

/**
 * Memory of an API process that has answered from what a plan sees at once and from what a delayed
 * plan sees, in MB; null where it cannot be read.
 *
 * @throws {BenchError} when the delayed plan does not see the drops.
 */
export async function rssMbHoldingBothViews(api: ServerProcess, catalogue: Catalogue): Promise<number | null> {
  await fetchAnswer(api.port, wireRequest(LIVE_DROPS, catalogue.key));
  const began = performance.now();
  while (!(await seesDrops(api.port, catalogue.delayedKey))) {
    if (performance.now() - began > DELAYED_MS_MAX) throw new BenchError('The delayed plan does not see the drops');
    await sleep(PAUSE_MS);
  }
  return rssMbOf(api.pid);
}

async function seesDrops(port: number, key: string): Promise<boolean> {
  const { body } = await fetchAnswer(port, wireRequest(LIVE_DROPS, key));
  return (JSON.parse(body) as Page<Drop>).data.length > 0;
}
