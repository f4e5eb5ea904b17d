import type { Sql } from '@droptrack/persistence';
import type { Output } from '../output/output';

/**
 * Time as a command goes by it: the machine's, and from the moment at which the command has a database the database's. A
 * machine whose clock is wrong writes no wrong time (docs/decisions/0028).
 */
export class CommandClock {
  #now: () => Date;

  /** @param machine - the clock of this machine. */
  constructor(private readonly machine: () => Date) {
    this.#now = machine;
  }

  readonly now = (): Date => this.#now();

  /**
   * Goes by the clock of a database from now on, and notes it where that makes a difference.
   *
   * @throws {DatabaseUnavailableError} {DatabaseRefusedError}
   */
  async follow(sql: Sql, output: Output): Promise<void> {
    // Help is shown without it.
    const { CLOCK_SKEW_MS_MAX, DatabaseClock } = await import('@droptrack/persistence');
    const clock = new DatabaseClock(sql, {
      now: () => this.machine().getTime(),
      monotonicMs: () => performance.now(),
    });
    await clock.read();
    const skewMs = clock.skewMs();
    this.#now = () => new Date(clock.now());
    if (Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX) return;
    const off = `${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs < 0 ? 'ahead of' : 'behind'}`;
    output.note(`This machine's clock is ${off} the database's: the command goes by the database's.`);
  }
}
