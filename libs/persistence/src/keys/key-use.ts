/** Interval between two writes, in milliseconds. */
const WRITE_EVERY_MS = 60_000;

/** Collects the use of keys, and records it once a minute in one statement. */
export class KeyUse {
  #seen = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly keys: { noteUse(usedAt: ReadonlyMap<string, Date>): Promise<void> },
    private readonly now: () => number,
    writeEveryMs: number = WRITE_EVERY_MS,
  ) {
    this.#timer = setInterval(() => void this.write(), writeEveryMs);
    this.#timer.unref();
  }

  /** Only the first use since the last write counts, so that later ones read no clock. */
  markUsed(id: string): void {
    if (!this.#seen.has(id)) this.#seen.set(id, new Date(this.now()));
  }

  /** Records the collected uses. They are lost while the database is down: nothing depends on them. */
  async write(): Promise<void> {
    const seen = this.#seen;
    if (seen.size === 0) return;
    this.#seen = new Map();
    await this.keys.noteUse(seen).catch(() => undefined);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
