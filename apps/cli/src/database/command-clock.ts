/**
 * Time as a command goes by it: the machine's, and from the moment at which the command has a database the database's. A
 * machine whose clock is wrong writes no wrong time (docs/decisions/0028).
 */
export class CommandClock {
  #now: () => Date;

  /** @param machine - the clock of this machine. */
  constructor(readonly machine: () => Date) {
    this.#now = machine;
  }

  readonly now = (): Date => this.#now();

  /** Goes by another clock from now on. */
  goBy(now: () => Date): void {
    this.#now = now;
  }
}
