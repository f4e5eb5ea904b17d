/** The service's own clock, for answers that depend on the present. */
export class Clock {
  /** @param nowMs - milliseconds since the epoch. */
  constructor(readonly nowMs: () => number) {}
}
