import { setTimeout as sleep } from 'node:timers/promises';
import { appendRevisions, type Database } from '@droptrack/persistence';
import type { DropDraft, WrittenDrops } from './written-drops';

/** How fast is written. */
export interface WritePace {
  readonly perSecond: number;
  /** Revisions of one append, and of one commit. */
  readonly batch: number;
}

/** Appends revisions of drops at fixed times. */
export class PacedWriter {
  #written = 0;
  #isStopped = false;
  readonly #beganMs = performance.now();
  readonly #done: Promise<void>;

  /** @param onCommit - called with the last draft of each append, as soon as it is known to be committed. */
  constructor(
    private readonly db: Database,
    private readonly drops: WrittenDrops,
    private readonly pace: WritePace,
    private readonly onCommit: (draft: DropDraft) => void,
  ) {
    this.#done = this.#write();
    // It is told by stop().
    this.#done.catch(() => undefined);
  }

  /** @returns revisions written a second. @throws whatever an append failed with. */
  async stop(): Promise<number> {
    this.#isStopped = true;
    await this.#done;
    return (1_000 * this.#written) / (performance.now() - this.#beganMs);
  }

  async #write(): Promise<void> {
    const { batch, perSecond } = this.pace;
    while (!this.#isStopped) {
      const drafts = this.drops.next(batch);
      await appendRevisions(this.db, drafts);
      this.#written += batch;
      const [last] = drafts.slice(-1);
      if (last !== undefined) this.onCommit(last);
      const dueMs = this.#beganMs + (1_000 * this.#written) / perSecond;
      await sleep(Math.max(0, dueMs - performance.now()));
    }
  }
}
