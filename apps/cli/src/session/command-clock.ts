/**
 * Clock of a command: the clock of the machine until the command has a database, then the database clock. A machine with
 * a wrong clock therefore writes no wrong times (docs/decisions/0028).
 */
export class CommandClock {
  #now: () => Date;

  /** @param machine - clock of this machine. */
  constructor(readonly machine: () => Date) {
    this.#now = machine;
  }

  readonly now = (): Date => this.#now();

  /** Switches to another clock. */
  switchTo(now: () => Date): void {
    this.#now = now;
  }
}
