import { setTimeout as pause } from 'node:timers/promises';

/** Waits until it is so, asking every `everyMs`; 25 s at most, so that a loop ends with its test and does not keep its API from stopping. */
export async function until(isSo: () => Promise<boolean>, everyMs = 20): Promise<void> {
  for (const endMs = performance.now() + 25_000; !(await isSo()); await pause(everyMs)) {
    if (performance.now() > endMs) throw new Error(`It took too long: ${isSo.toString()}`);
  }
}
