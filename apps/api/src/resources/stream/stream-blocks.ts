import type { StreamPosition, StreamReset, StreamResetReason } from '@droptrack/contracts';
import type { StreamedRow } from '@droptrack/persistence';
import { matches } from '@droptrack/webhooks';
import type { StreamFilter } from './stream-filter';

/** A place in the log up to which a stream is complete. */
export interface StreamMark {
  readonly seq: number;
  /** Instant up to which it is complete, milliseconds since the epoch. */
  readonly asOfMs: number;
}

/** Bytes of events, and their number. */
export interface EventBlocks {
  readonly bytes: Buffer;
  readonly events: number;
}

/**
 * Blocks of the events that pass a filter, in their order. Only the last one of a sequence carries the id: a client that is
 * cut off between two of them resumes before the first.
 *
 * @param rows - all events of their sequences.
 * @returns null if none passes.
 */
export function eventBlocks(rows: readonly StreamedRow[], { subscription }: StreamFilter): EventBlocks | null {
  const passing = rows.filter((row) => matches(subscription, row));
  if (passing.length === 0) return null;
  const blocks = passing.map(({ seq, type, body }, index) =>
    block(passing[index + 1]?.seq === seq ? null : seq, type, body),
  );
  return { bytes: Buffer.from(blocks.join('')), events: passing.length };
}

/** Block of a position: heartbeat, place to resume, and freshness. */
export function positionBlock({ seq, asOfMs }: StreamMark): Buffer {
  const position: StreamPosition = { type: 'position', sequence: seq, as_of: new Date(asOfMs).toISOString() };
  return Buffer.from(block(seq, 'position', JSON.stringify(position)));
}

/** Block of a reset, after which the stream ends. */
export function resetBlock({ seq, asOfMs }: StreamMark, reason: StreamResetReason): Buffer {
  const reset: StreamReset = { type: 'reset', reason, sequence: seq, as_of: new Date(asOfMs).toISOString() };
  return Buffer.from(block(seq, 'reset', JSON.stringify(reset)));
}

/** Bounds of the wait before a client reconnects, in milliseconds; spread, so that not all of an instance return at once. */
const RETRY_MS = { min: 1_000, max: 5_000 } as const;

/** First line of a stream. @param random - 0 to 1. */
export function retryLine(random: number): Buffer {
  return Buffer.from(`retry: ${Math.round(RETRY_MS.min + random * (RETRY_MS.max - RETRY_MS.min))}\n\n`);
}

/** @param data - JSON text, which has no line breaks. */
const block = (seq: number | null, type: string, data: string): string =>
  `${seq === null ? '' : `id: ${seq}\n`}event: ${type}\ndata: ${data}\n\n`;
