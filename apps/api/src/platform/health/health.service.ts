import { CLOCK_SKEW_MS_MAX, REPLICA_LAG_MS_MAX } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { UnavailableError } from '../errors/domain-error';
import { LiveCatalogue, LOG_AHEAD_MS_MAX } from '../../catalogue/live-catalogue';
import { KEYS_UNCONFIRMED_MS_MAX } from '../../catalogue/primary';
import { Drain } from './drain';
import { StartUp } from './start-up';

/** Longest time without contact to the database in which the process is ready, in milliseconds. */
const CONTACT_AGE_MS_MAX = 10_000;

/** Response of GET /readyz of a process that can serve requests. */
export interface Readiness {
  /** Always `ready`; a process that is not ready returns a problem. */
  readonly status: 'ready';
  /** Measurements on which readiness depends. */
  readonly checks: {
    /** Time since the last confirmation of the log, in seconds. It increases while another database session locks the log. */
    readonly log_staleness_seconds: number;
    /** Clock of the process minus clock of the database, in seconds. */
    readonly clock_skew_seconds: number;
    /** Time by which the newest revision of the log is ahead of the database clock, in seconds; normally 0. */
    readonly log_ahead_seconds: number;
    /**
     * Time by which the replica that the process reads is behind its primary, in seconds; null if it reads the primary. It
     * does not grow while the primary is unavailable.
     */
    readonly replica_lag_seconds: number | null;
  };
}

/** Decides if the process is ready to serve requests. */
@Injectable()
export class HealthService {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly drain: Drain,
    private readonly startUp: StartUp,
  ) {}

  /** @throws {UnavailableError} naming every reason at once. */
  readiness(): Readiness {
    const staleMs = this.catalogue.staleMs();
    const skewMs = this.catalogue.clockSkewMs();
    const aheadMs = Math.max(0, this.catalogue.logAheadMs());
    const lagMs = this.catalogue.replicaLagMs();
    const reasons = [
      this.drain.isAnnounced && 'the process is shutting down',
      ...this.startUp.pending(),
      // While the log is only locked, all instances can serve it as it stood: taking them out would help no client.
      this.catalogue.contactAgeMs() > CONTACT_AGE_MS_MAX && `the log was last confirmed ${seconds(staleMs)} s ago`,
      Math.abs(skewMs) > CLOCK_SKEW_MS_MAX && `the clock differs from the database clock by ${seconds(skewMs)} s`,
      aheadMs > LOG_AHEAD_MS_MAX && `the log is ${seconds(aheadMs)} s ahead of the database clock, which was set back`,
      lagMs !== null &&
        lagMs > REPLICA_LAG_MS_MAX &&
        `the replica is ${seconds(lagMs)} s behind the primary, see DATABASE_READ_URL`,
      lagMs !== null &&
        this.catalogue.keysAgeMs() > KEYS_UNCONFIRMED_MS_MAX &&
        `the primary has confirmed no keys for ${seconds(this.catalogue.keysAgeMs())} s, see DATABASE_URL`,
    ].filter((reason) => reason !== false);
    if (reasons.length > 0) throw new UnavailableError(`Not ready: ${reasons.join('; ')}`);
    return {
      status: 'ready',
      checks: {
        log_staleness_seconds: seconds(staleMs),
        clock_skew_seconds: seconds(skewMs),
        log_ahead_seconds: seconds(aheadMs),
        replica_lag_seconds: lagMs === null ? null : seconds(lagMs),
      },
    };
  }
}

const seconds = (ms: number): number => Math.round(ms) / 1000;
