/** How often the uses that were seen are written down, in milliseconds. */
const WRITE_EVERY_MS = 60_000;

/** Notes which keys are used, and writes it down once a minute for all of them together. */
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

  /** The first use since the last writing is the one that is kept: no clock is read for the others. */
  markUsed(id: string): void {
    if (!this.#seen.has(id)) this.#seen.set(id, new Date(this.now()));
  }

  /** Writes down what was seen. Lost when the database is away: a figure for people, not for decisions. */
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
