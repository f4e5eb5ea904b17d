import { createHash } from 'node:crypto';
import type { SnapshotEnd } from '@droptrack/contracts';

/** Writes rows as NDJSON; resolves when further rows can be written. */
export type WriteLines = (lines: string, rows: number) => Promise<void>;

/** A bulk snapshot, described before its first row is read. */
export interface Snapshot {
  /** Instant of the snapshot, in milliseconds since the epoch. */
  readonly asOfMs: number;
  /** Rows per rate-limit token. */
  readonly rowsPerToken: number;
  /** Headers in addition to those of every snapshot. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sends all rows in order, with backpressure.
   *
   * @param signal - aborts it.
   * @throws the error that prevents it from completing.
   */
  send(write: WriteLines, signal: AbortSignal): Promise<void>;
}

/** Row count and checksum of a transfer, for its end line. */
export class TransferChecksum {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(bytes: Buffer, rows: number): void {
    this.#hash.update(bytes);
    this.#rows += rows;
  }

  /** End line of the transfer. Call it once: it finalizes the hash. */
  endLine(): string {
    const end: SnapshotEnd = { _end: { rows: this.#rows, sha256: this.#hash.digest('hex') } };
    return `${JSON.stringify(end)}\n`;
  }
}
