import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../wire/answer';
import type { Client } from '../wire/client';
import type { Instance } from './instance';

const PAUSE_MS = 10;
const PATIENCE_MS = 30_000;

/**
 * Milliseconds until every instance answers as it should, the slowest's; infinite when one never does.
 *
 * @param sinceMs - by the monotonic clock.
 */
export async function heldAfterMs(
  instances: readonly Instance[],
  sinceMs: number,
  ask: (client: Client) => Promise<Answer>,
  isSo: (answer: Answer) => boolean,
): Promise<number> {
  const times = await Promise.all(
    instances.map(async ({ client }) => {
      for (;;) {
        const answer = await ask(client);
        const elapsedMs = performance.now() - sinceMs;
        if (isSo(answer)) return elapsedMs;
        if (elapsedMs > PATIENCE_MS) return Number.POSITIVE_INFINITY;
        await sleep(PAUSE_MS);
      }
    }),
  );
  return Math.max(...times);
}
