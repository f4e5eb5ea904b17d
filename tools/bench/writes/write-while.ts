import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@droptrack/persistence';
import { PacedWriter, type WritePace } from './paced-writer';
import type { DropDraft, WrittenDrops } from './written-drops';

/** Writes to the log while something else is done, and watches how soon it shows. */
export class WriteWhile {
  /** From commit to the answer that shows it, milliseconds; one for each append. */
  readonly visibleMs: number[] = [];
  /** Revisions a second, one figure for each time. */
  readonly rates: number[] = [];

  /**
   * @param pace - and how long is written before the work begins, and waited after it.
   * @param watch - gives the time until a draft shows, in milliseconds.
   */
  constructor(
    private readonly db: Database,
    private readonly drops: WrittenDrops,
    private readonly pace: WritePace & { readonly settleMs: number },
    private readonly watch: (draft: DropDraft) => Promise<number>,
  ) {}

  /** @throws whatever work, writer or watch failed with. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const watched: Promise<number>[] = [];
    let isWorking = false;
    const writer = new PacedWriter(this.db, this.drops, this.pace, (draft) => {
      if (!isWorking) return;
      const shown = this.watch(draft);
      // Told below, once the work is done.
      shown.catch(() => undefined);
      watched.push(shown);
    });
    try {
      await sleep(this.pace.settleMs);
      isWorking = true;
      const result = await work();
      isWorking = false;
      this.visibleMs.push(...(await Promise.all(watched)));
      return result;
    } finally {
      this.rates.push(await writer.stop());
      // The delayed view goes on taking in what was written.
      await sleep(this.pace.settleMs);
    }
  }
}
