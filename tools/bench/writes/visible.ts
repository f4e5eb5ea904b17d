import { setTimeout as sleep } from 'node:timers/promises';
import type { Drop } from '@droptrack/contracts';
import { BenchError } from '../process/bench-error';
import type { DropDraft } from './written-drops';

/** Between two looks: short beside what is measured, long beside what a look costs the API. */
const PAUSE_MS = 5;
const PATIENCE_MS = 60_000;

/**
 * How long after its commit the API answers with what was written about a drop, milliseconds.
 *
 * @throws {BenchError} when it never does.
 */
export async function visibleAfterMs(port: number, key: string, { id, body }: DropDraft): Promise<number> {
  const committedMs = performance.now();
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/drops/${id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const drop = (await response.json()) as Drop;
    const elapsedMs = performance.now() - committedMs;
    if (drop.hype_score === body.hype_score) return elapsedMs;
    if (elapsedMs > PATIENCE_MS) throw new BenchError(`What was written about ${id} does not show`);
    await sleep(PAUSE_MS);
  }
}
