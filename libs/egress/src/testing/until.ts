import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 10;
const AT_MOST_MS = 10_000;

/** Waits for a state, however long it takes on a busy machine. */
export async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + AT_MOST_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`not within ${AT_MOST_MS} ms: ${isSo.toString()}`);
    await wait(EVERY_MS);
  }
}
