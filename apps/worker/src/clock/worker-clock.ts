import {
  CLOCK_SKEW_MS_MAX,
  type Database,
  DatabaseClock,
  deleteWorkerClock,
  recordWorkerClock,
  type ProcessClocks,
} from '@droptrack/persistence';
import type { Logger } from 'pino';
import type { FailureLog, WorkClock } from '../context';
import type { ReadinessCheck } from '../metrics/health';
import { PollLoop } from '../schedule/poll-loop';

interface WorkerClockDeps {
  readonly db: Database;
  /** The clocks of this process. */
  readonly clocks: ProcessClocks;
  /** Name of this worker, for operators: `host/1f09a2c7`. */
  readonly worker: string;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly failures: FailureLog;
}

/** Interval between readings of the database's clock, in milliseconds. */
const READ_MS = 500;
/** Intervals at which the difference is recorded in the database, and logged while it is too large, in milliseconds. */
const RECORD_MS = 10_000;
const LOG_MS = 60_000;

/**
 * Clock of the worker: the database's. While the clock of this process differs from it by more than half a second, one of
 * the two is wrong, and no job is started (docs/decisions/0028).
 */
export class WorkerClock implements WorkClock, ReadinessCheck {
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly #clock: DatabaseClock;
  readonly #loop: PollLoop;
  #isBlocked = false;
  #loggedMs = -Infinity;
  #recordedMs = -Infinity;

  constructor(private readonly deps: WorkerClockDeps) {
    const { db, clocks, random, failures } = deps;
    this.#clock = new DatabaseClock(db, clocks);
    this.now = this.#clock.now;
    this.monotonicMs = clocks.monotonicMs;
    this.#loop = new PollLoop('clock reading', { clock: clocks, random, failures }, async () => {
      await this.read();
      return READ_MS;
    });
  }

  /** Reads the database's clock repeatedly; call {@link read} first. */
  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    // A record that stays expires after a minute.
    await deleteWorkerClock(this.deps.db, this.deps.worker).catch(() => undefined);
  }

  /** Reads the database's clock, and reports the difference. @throws {DatabaseUnavailableError} */
  async read(): Promise<void> {
    await this.#clock.read();
    const isBlocked = !this.mayWork();
    this.#log(isBlocked);
    await this.#record(isBlocked).catch((error: unknown) => this.deps.failures.failed('record of the clock', error));
    this.#isBlocked = isBlocked;
  }

  /** True while jobs may start. */
  readonly mayWork = (): boolean => this.#clock.isRead && Math.abs(this.#clock.skewMs()) <= CLOCK_SKEW_MS_MAX;

  /** Reason for which no job is started; null when jobs may start. */
  unreadiness(): string | null {
    if (!this.#clock.isRead) return 'the clock of the database is not read yet';
    return this.mayWork() ? null : `${this.#difference()}: no work is started`;
  }

  /** The database's clock minus the clock of this process, in seconds; NaN before the first reading. */
  skewSeconds(): number {
    return this.#clock.isRead ? this.#clock.skewMs() / 1_000 : NaN;
  }

  #difference(): string {
    const skewMs = this.#clock.skewMs();
    const side = skewMs < 0 ? 'ahead of' : 'behind';
    return `the clock is ${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${side} the database's`;
  }

  #log(isBlocked: boolean): void {
    const { logger } = this.deps;
    if (!isBlocked) {
      if (this.#isBlocked) logger.info("the clock agrees with the database's again: work is started");
      this.#loggedMs = -Infinity;
      return;
    }
    const nowMs = this.monotonicMs();
    if (nowMs - this.#loggedMs < LOG_MS) return;
    logger.error({ clockSkewSeconds: this.skewSeconds() }, `${this.#difference()}: no work is started`);
    this.#loggedMs = nowMs;
  }

  async #record(isBlocked: boolean): Promise<void> {
    const nowMs = this.monotonicMs();
    if (isBlocked === this.#isBlocked && nowMs - this.#recordedMs < RECORD_MS) return;
    await recordWorkerClock(this.deps.db, { worker: this.deps.worker, skewMs: this.#clock.skewMs() });
    this.#recordedMs = nowMs;
  }
}
