import { setTimeout as sleep } from 'node:timers/promises';
import { appendRevisions, type Database, LogFollower, readPosition, type RevisionDraft } from '@droptrack/persistence';
import { BenchError } from '../process/bench-error';

/** Time between two appends, milliseconds: shorter and longer than the follower's own pause of 100. */
const PAUSE_MS = { from: 20, step: 37, to: 250 } as const;
const PATIENCE_MS = 60_000;

/**
 * How long after its commit a row was given to a reader that follows the log as the API
 * does, milliseconds, for `count` rows one after the other.
 *
 * @throws {BenchError} when a row does not come.
 */
export async function visibleAfterMs(
  url: string,
  db: Database,
  drafts: readonly RevisionDraft[],
  count: number,
): Promise<number[]> {
  const seenAt = new Map<number, number>();
  const follower = new LogFollower({
    url,
    after: await readPosition(db),
    onRevisions: (revisions) => revisions.forEach(({ seq }) => seenAt.set(seq, performance.now())),
    onConfirmed: () => undefined,
    onKeysChanged: () => undefined,
  });
  follower.start();
  try {
    const committedAt = new Map<number, number>();
    for (let index = 0; index < count; index += 1) {
      await sleep(PAUSE_MS.from + ((index * PAUSE_MS.step) % (PAUSE_MS.to - PAUSE_MS.from)));
      const numbers = await appendRevisions(db, drafts.slice(index % drafts.length).slice(0, 1));
      if (numbers !== null) committedAt.set(numbers.lastSeq, performance.now());
    }
    const began = performance.now();
    while (seenAt.size < count && performance.now() - began < PATIENCE_MS) await sleep(10);
    if (seenAt.size < count) throw new BenchError(`The follower saw ${seenAt.size} rows of ${count}`);
    // The reader may hear of it before the writer does.
    return [...committedAt].map(([seq, at]) => Math.max(0, (seenAt.get(seq) ?? Number.NaN) - at));
  } finally {
    await follower.stop();
  }
}
