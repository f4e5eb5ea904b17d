import { setTimeout as pause } from 'node:timers/promises';

/** Polls until a condition holds. @throws after 25 s, so that the loop does not outlive its test. */
export async function until(holds: () => Promise<boolean>, everyMs = 20): Promise<void> {
  for (const endMs = performance.now() + 25_000; !(await holds()); await pause(everyMs)) {
    if (performance.now() > endMs) throw new Error(`Not within 25 s: ${holds.toString()}`);
  }
}
