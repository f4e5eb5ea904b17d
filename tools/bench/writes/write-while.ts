import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@droptrack/persistence';
import { PacedWriter, type WritePace } from './paced-writer';
import type { DropDraft, WrittenDrops } from './written-drops';

/** Writes to the log while something else is done, and watches how soon it shows. */
export class WriteWhile<Name extends string> {
  /** From commit to the answer that shows it, milliseconds, by what was done; one for each append. */
  readonly visibleMs: Readonly<Record<Name, number[]>>;
  /** Revisions a second, one figure for each time. */
  readonly rates: number[] = [];

  /**
   * @param names - of what is done meanwhile.
   * @param pace - and how long is written before the work begins, and waited after it.
   * @param watch - gives the time until a draft shows, in milliseconds.
   */
  constructor(
    private readonly names: readonly Name[],
    private readonly db: Database,
    private readonly drops: WrittenDrops,
    private readonly pace: WritePace & { readonly settleMs: number },
    private readonly watch: (draft: DropDraft) => Promise<number>,
  ) {
    this.visibleMs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  }

  /** Does one thing after the other. @throws whatever work, writer or watch failed with. */
  async during<T>(work: (name: Name) => Promise<T>): Promise<Record<Name, T>> {
    let onCommit: (draft: DropDraft) => void = () => undefined;
    const writer = new PacedWriter(this.db, this.drops, this.pace, (draft) => onCommit(draft));
    const results: [Name, T][] = [];
    try {
      await sleep(this.pace.settleMs);
      for (const name of this.names) {
        const watched: Promise<number>[] = [];
        onCommit = (draft) => void watched.push(this.#watched(draft));
        results.push([name, await work(name)]);
        onCommit = () => undefined;
        this.visibleMs[name].push(...(await Promise.all(watched)));
      }
      return Object.fromEntries(results) as Record<Name, T>;
    } finally {
      this.rates.push(await writer.stop());
      // The delayed view goes on taking in what was written.
      await sleep(this.pace.settleMs);
    }
  }

  /** What fails is told to whoever waits for it, once the work is done. */
  #watched(draft: DropDraft): Promise<number> {
    const shown = this.watch(draft);
    shown.catch(() => undefined);
    return shown;
  }
}
