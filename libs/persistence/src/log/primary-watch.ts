import type { Sql } from '../database/database';
import { AccessWatch, type AccessWatchOptions } from './access-watch';
import type { ClockReading } from './clock-skew';
import { confirmUnlessLocked } from './confirm';
import { readAccessVersions } from './head';
import { POLL_INTERVALS, PolledConnection } from './polled-connection';
import type { LogPosition } from './position';
import { assertSameLog } from './same-log';

/** Confirmation by the primary, which its replicas receive. */
interface PrimaryConfirmation {
  /** Milliseconds since the epoch. */
  readonly asOfMs: number;
  /** Reading of the clock of the primary; `requestedMs` and `receivedMs` are of the monotonic clock. */
  readonly clock: ClockReading;
}

interface PrimaryWatchOptions extends AccessWatchOptions {
  readonly url: string;
  /** Last revision that was read of the replica. Each new connection to the primary must have it. */
  readonly replicaPosition: () => LogPosition;
  readonly onConfirmed: (confirmation: PrimaryConfirmation) => void;
  /** Called about twice a second while another session holds the lock of the log; keys are read nevertheless. */
  readonly onLocked?: (error: unknown) => void;
  /**
   * Called when the primary does not respond, or a lock prevents its comparison with the replica; the watch resumes by
   * itself. With an {@link OtherDatabaseError}, another database than that of the replica responds.
   */
  readonly onInterrupted?: (error: unknown) => void;
  /** Milliseconds; never steps back. */
  readonly monotonicMs: () => number;
}

/**
 * The part of following the log that needs the primary: it confirms the log, so that the confirmation reaches the replica
 * with what it covers, and reports changes of keys and feeds at once.
 */
export class PrimaryWatch {
  readonly #connection: PolledConnection;
  readonly #access: AccessWatch;
  /** Connection whose log is that of the replica. */
  #verified: Sql | null = null;

  constructor(private readonly options: PrimaryWatchOptions) {
    const { url, onInterrupted } = options;
    this.#access = new AccessWatch(options);
    this.#connection = new PolledConnection({
      url,
      applicationName: 'droptrack primary watch',
      channels: { droptrack_log: 'poll', droptrack_keys: 'poll' },
      poll: (sql) => this.#poll(sql),
      ...POLL_INTERVALS.primary,
      onInterrupted,
    });
  }

  /** Starts to watch; errors go to `onInterrupted` and are retried. */
  start(): void {
    this.#connection.start();
  }

  /** Stops at once; afterwards no callback is called and no connection is open. */
  stop(): Promise<void> {
    return this.#connection.stop();
  }

  async #poll(sql: Sql): Promise<boolean> {
    const { monotonicMs, onConfirmed, onLocked, replicaPosition } = this.options;
    // A lock on the log interrupts this: until the log was compared, nothing of the connection is believed.
    if (this.#verified !== sql) await assertSameLog(sql, replicaPosition());
    this.#verified = sql;
    // Apart from the confirmation: a revocation of a key must be seen while the log is locked.
    this.#access.compare(await readAccessVersions(sql));
    const requestedMs = monotonicMs();
    const confirmation = await confirmUnlessLocked(sql, onLocked);
    if (confirmation === null) return false;
    if (this.#connection.isStopping) return true;
    const { asOfMs, clockMs } = confirmation;
    onConfirmed({ asOfMs, clock: { clockMs, requestedMs, receivedMs: monotonicMs() } });
    return true;
  }
}
