import type { NewReading, ReadingViolation } from '@droptrack/persistence';
import type { SignalId } from '@droptrack/scoring';
import { quote } from '../catalogue/fault';
import { parseInstant } from '../catalogue/instants';
import { nearMiss } from '../catalogue/near-miss';
import type { Line } from './lines';

/** What a reading has; all but the last are required. */
export const FIELDS = ['drop', 'signal', 'observed_at', 'value', 'source'] as const;
export type Field = (typeof FIELDS)[number];

/** A reading, or in its place what is wrong with its line. */
export type ReadLine = NewReading | ReadingViolation;

/** Reads one line after the other; null for one that holds no reading and no fault. */
export type LineReader = (line: Line) => ReadLine | null;

/** The fields of a line, each of the right type. */
export interface Fields {
  readonly drop: string;
  readonly signal: string;
  readonly observed_at: string;
  readonly value: number;
  /** Null: whoever imports says it for all. */
  readonly source: string | null;
}

/** RFC 3339; what is finer than a millisecond is left out. */
const INSTANT =
  /^(\d{4}-\d\d-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?)(?:(?<=\.\d{3})\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Up to here every month has it, and nobody need look. */
const CERTAIN_DAY = '28';

/** Makes a reading of its fields. Whether there are such a drop and signal is for who takes it. */
export function readingOf(line: number, fields: Fields, source: string): ReadLine {
  const observedAtMs = instantOf(fields.observed_at);
  if (observedAtMs === null) {
    return { line, message: `observed_at ${quote(fields.observed_at)} is no time such as 2026-11-21T08:00:00Z` };
  }
  return {
    line,
    dropId: fields.drop,
    // Checked with the value, which is measured by it, where readings are taken.
    signal: fields.signal as SignalId,
    observedAtMs,
    value: fields.value,
    source: fields.source ?? source,
  };
}

/** @returns milliseconds since the epoch; null for what is no instant. */
function instantOf(text: string): number | null {
  const [, time, day = '', zone] = INSTANT.exec(text) ?? [];
  if (time === undefined || zone === undefined) return null;
  const atMs = day <= CERTAIN_DAY ? Date.parse(`${time}${zone}`) : parseInstant(`${time}${zone}`);
  return Number.isNaN(atMs) ? null : atMs;
}

/** Whether a name is a field's. */
export const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

/** `unknown column "signl"; did you mean "signal"?` */
export function describeUnknown(what: 'column' | 'member', name: string): string {
  const meant = nearMiss(name, FIELDS);
  return `unknown ${what} ${quote(name)}${meant === null ? '' : `; did you mean "${meant}"?`}`;
}
