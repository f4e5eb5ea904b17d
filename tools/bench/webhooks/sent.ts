/** Deliveries that were sent, and what that took. */
export interface Sent {
  readonly deliveries: number;
  readonly tookMs: number;
  /** Of the process that sent them, all threads; NaN where the system does not tell it. */
  readonly cpuMs: number;
}

export const perSecond = ({ deliveries, tookMs }: Sent): number => (1_000 * deliveries) / tookMs;
export const perCpuSecond = ({ deliveries, cpuMs }: Sent): number => (1_000 * deliveries) / cpuMs;
