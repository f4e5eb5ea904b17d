import type { Sql } from '../database/database';
import type { ClockReading } from '../log/clock-skew';

/** The clocks of a process. */
export interface ProcessClocks {
  /** Milliseconds since the epoch; may jump either way. */
  readonly now: () => number;
  /** Milliseconds; never steps back. */
  readonly monotonicMs: () => number;
}

/** Reads the database's clock, milliseconds since the epoch. */
export async function readClock(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ ms: number }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');
  if (row === undefined) throw new Error('A query of one row gave none');
  return row.ms;
}

/**
 * The database's clock, as a process knows it without asking each time: the last reading, and the monotonic time since.
 * A process clock that is wrong, or jumps, changes nothing of it (docs/decisions/0028).
 */
export class DatabaseClock {
  /** The database's clock minus the monotonic one. */
  #offsetMs: number;
  #isRead = false;

  constructor(
    private readonly sql: Sql,
    private readonly process: ProcessClocks,
  ) {
    this.#offsetMs = process.now() - process.monotonicMs();
  }

  /**
   * Reads the database's clock.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRefusedError} what was known stays.
   */
  async read(): Promise<void> {
    const { monotonicMs } = this.process;
    const askedMs = monotonicMs();
    const clockMs = await readClock(this.sql);
    this.noted({ clockMs, askedMs, answeredMs: monotonicMs() });
  }

  /**
   * Notes a reading that another query brought. It was made at some time between question and answer, so the offset that
   * was known before is moved only as far as it contradicts that: a slow answer makes no error.
   *
   * @param reading - `askedMs` and `answeredMs` by the monotonic clock of the process.
   */
  noted({ clockMs, askedMs, answeredMs }: ClockReading): void {
    const { now } = this.process;
    const knownMs = this.#isRead ? this.#offsetMs : now() - answeredMs;
    this.#offsetMs = Math.min(Math.max(knownMs, clockMs - answeredMs), clockMs - askedMs);
    this.#isRead = true;
  }

  /** True once it was read; before that it goes by the clock of the process. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Milliseconds since the epoch, whole. */
  readonly now = (): number => Math.floor(this.process.monotonicMs() + this.#offsetMs);

  /**
   * The database's clock minus the process's, in milliseconds. Also what the process's clock has jumped since the last
   * reading, and what a machine that slept has missed.
   */
  skewMs(): number {
    return this.process.monotonicMs() + this.#offsetMs - this.process.now();
  }
}
