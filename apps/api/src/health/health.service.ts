import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../errors/domain-error';
import { LiveCatalogue } from '../log/live-catalogue';
import { Drain } from './drain';

/** The log may be unconfirmed for this long before the process says that it is not ready. */
const LOG_STALE_MS_MAX = 10_000;
/** A clock further off than this would show instants that have not been, or hide some that have. */
const CLOCK_SKEW_MS_MAX = 500;

/** Answer of GET /readyz when all is well. */
export interface Readiness {
  readonly status: 'ready';
  readonly checks: { readonly log_staleness_seconds: number; readonly clock_skew_seconds: number };
}

/** Says whether this process should be given requests. */
@Injectable()
export class HealthService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly drain: Drain,
  ) {}

  /** @throws {UnavailableError} naming every reason at once. */
  readiness(): Readiness {
    const staleMs = this.catalogue.staleMs();
    const skewMs = this.catalogue.clockSkewMs();
    const reasons = [
      this.drain.isDraining && 'the process is stopping',
      staleMs > LOG_STALE_MS_MAX && `the log was last confirmed ${seconds(staleMs)} s ago`,
      Math.abs(skewMs) > CLOCK_SKEW_MS_MAX && `the clock is ${seconds(skewMs)} s off the database's`,
    ].filter((reason) => reason !== false);
    if (reasons.length > 0) throw new UnavailableError(`Not ready: ${reasons.join('; ')}`);
    return {
      status: 'ready',
      checks: { log_staleness_seconds: seconds(staleMs), clock_skew_seconds: seconds(skewMs) },
    };
  }
}

const seconds = (ms: number): number => Math.round(ms) / 1000;
