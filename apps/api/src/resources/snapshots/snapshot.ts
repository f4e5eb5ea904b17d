import { createHash } from 'node:crypto';
import type { SnapshotEnd } from '@droptrack/contracts';

/** Takes rows as lines of JSON; comes back once there is room for more. */
export type TakeLines = (lines: string, rows: number) => Promise<void>;

/** What is to be sent: known before the first row is read. */
export interface Snapshot {
  /** The instant as of which it is, milliseconds since the epoch. */
  readonly asOfMs: number;
  /** Rows that one token of the key pays for. */
  readonly rowsPerToken: number;
  /** Of headers beside those that every snapshot has. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Gives all rows in order, as fast as they are taken.
   *
   * @param signal - ends it.
   * @throws whatever keeps it from going on.
   */
  send(take: TakeLines, signal: AbortSignal): Promise<void>;
}

/** What makes a transfer verifiable: counts and sums what is sent, and says so at its end. */
export class Tally {
  readonly #hash = createHash('sha256');
  #rows = 0;

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
  }

  add(bytes: Buffer, rows: number): void {
    this.#hash.update(bytes);
    this.#rows += rows;
  }

  /** The last line. To be asked for once. */
  endLine(): string {
    const end: SnapshotEnd = { _end: { rows: this.#rows, sha256: this.#hash.digest('hex') } };
    return `${JSON.stringify(end)}\n`;
  }
}
