/** Database clock as estimated by this process, for responses that depend on the current time. */
export class Clock {
  /** @param nowMs - milliseconds since the epoch. */
  constructor(readonly nowMs: () => number) {}
}
