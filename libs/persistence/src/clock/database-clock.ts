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
  if (row === undefined) throw new Error('A query for one row returned none');
  return row.ms;
}

/**
 * Estimate of the database's clock: the last reading plus the monotonic time since. It does not depend on the clock of the
 * process (docs/decisions/0028).
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
   * @throws {DatabaseUnavailableError} {DatabaseRejectedError} the last reading stays.
   */
  async read(): Promise<void> {
    const { monotonicMs } = this.process;
    const requestedMs = monotonicMs();
    const clockMs = await readClock(this.sql);
    this.noted({ clockMs, requestedMs: requestedMs, receivedMs: monotonicMs() });
  }

  /**
   * Records a reading that another query returned. It was made at some time between request and response, so the known
   * offset changes only as far as it contradicts that interval: a slow response causes no error.
   *
   * @param reading - `requestedMs` and `receivedMs` by the monotonic clock of the process.
   */
  noted({ clockMs, requestedMs: requestedMs, receivedMs: receivedMs }: ClockReading): void {
    const { now } = this.process;
    const knownMs = this.#isRead ? this.#offsetMs : now() - receivedMs;
    this.#offsetMs = Math.min(Math.max(knownMs, clockMs - receivedMs), clockMs - requestedMs);
    this.#isRead = true;
  }

  /** True once it was read; until then it follows the clock of the process. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Milliseconds since the epoch, whole. */
  readonly now = (): number => Math.floor(this.process.monotonicMs() + this.#offsetMs);

  /**
   * The database's clock minus the clock of the process, in milliseconds. Includes jumps of the latter since the last
   * reading, and the time for which the machine was suspended.
   */
  skewMs(): number {
    return this.process.monotonicMs() + this.#offsetMs - this.process.now();
  }
}
