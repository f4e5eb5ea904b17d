import { CLOCK_SKEW_MS_MAX } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../errors/domain-error';
import { LiveCatalogue } from '../../catalogue/live-catalogue';
import { LOG_AHEAD_MS_MAX } from '../../catalogue/log-clock';
import { Drain } from './drain';

/** Longest time without contact to the database in which the process is ready, in milliseconds. */
const CONTACT_AGE_MS_MAX = 10_000;

/** Answer of GET /readyz when all is well. */
export interface Readiness {
  readonly status: 'ready';
  readonly checks: {
    /** Since the log was last confirmed; it grows while another session keeps the log locked. */
    readonly log_staleness_seconds: number;
    readonly clock_skew_seconds: number;
    /** By how much the log is ahead of the database's clock. */
    readonly log_ahead_seconds: number;
  };
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
    const aheadMs = Math.max(0, this.catalogue.logAheadMs());
    const reasons = [
      this.drain.isDraining && 'the process is stopping',
      // While the log is only locked, all instances can serve it as it stood: taking them out would help no client.
      this.catalogue.contactAgeMs() > CONTACT_AGE_MS_MAX && `the log was last confirmed ${seconds(staleMs)} s ago`,
      Math.abs(skewMs) > CLOCK_SKEW_MS_MAX && `the clock is ${seconds(skewMs)} s off the database's`,
      aheadMs > LOG_AHEAD_MS_MAX &&
        `the log is ${seconds(aheadMs)} s ahead of the database's clock, which was set back`,
    ].filter((reason) => reason !== false);
    if (reasons.length > 0) throw new UnavailableError(`Not ready: ${reasons.join('; ')}`);
    return {
      status: 'ready',
      checks: {
        log_staleness_seconds: seconds(staleMs),
        clock_skew_seconds: seconds(skewMs),
        log_ahead_seconds: seconds(aheadMs),
      },
    };
  }
}

const seconds = (ms: number): number => Math.round(ms) / 1000;
