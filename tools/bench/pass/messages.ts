/** What the bench asks of the process that passes. */
export interface PassRequest {
  /** The instant passed for, milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What it answers: one whole round until nothing is due. */
export interface PassAnswer {
  readonly seconds: number;
  readonly drops: number;
  readonly points: number;
  readonly revisions: number;
  /** Most memory that the process has had so far, MB. */
  readonly peakMb: number;
}
