import type { NewReading, ReadingViolation } from '@droptrack/persistence';
import type { SignalId } from '@droptrack/scoring';
import { nearMiss } from '@droptrack/program';
import { quote } from '../../catalogue/files/fault';
import { parseInstant } from '../../catalogue/files/instants';
import type { Line } from './lines';

/** Fields of a reading; all except the last are required. */
export const FIELDS = ['drop', 'signal', 'observed_at', 'value', 'source'] as const;
export type Field = (typeof FIELDS)[number];

/** A reading, or the error of its line. */
export type ReadLine = NewReading | ReadingViolation;

/** Parser of one line after the other; returns null for a line without a reading and without an error. */
export type LineReader = (line: Line) => ReadLine | null;

/** Fields of a line, each of the right type. */
export interface Fields {
  readonly drop: string;
  readonly signal: string;
  readonly observed_at: string;
  readonly value: number;
  /** Null if the line names no source: `--source` applies. */
  readonly source: string | null;
}

/** RFC 3339; digits below a millisecond are dropped. */
const INSTANT =
  /^(\d{4}-\d\d-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?)(?:(?<=\.\d{3})\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Last day that exists in every month, so that only later days need a calendar check. */
const CERTAIN_DAY = '28';

/** Reading of the fields of a line. Drop and signal are validated by the import. */
export function readingOf(line: number, fields: Fields, source: string): ReadLine {
  const observedAtMs = instantMs(fields.observed_at);
  if (observedAtMs === null) {
    return { line, message: `observed_at ${quote(fields.observed_at)} is not an instant such as 2026-11-21T08:00:00Z` };
  }
  return {
    line,
    dropId: fields.drop,
    // Validated by the import, together with the value, whose range depends on it.
    signal: fields.signal as SignalId,
    observedAtMs,
    value: fields.value,
    source: fields.source ?? source,
  };
}

/** Milliseconds since the epoch; null for an invalid instant. */
function instantMs(text: string): number | null {
  const [, time, day = '', zone] = INSTANT.exec(text) ?? [];
  if (time === undefined || zone === undefined) return null;
  const atMs = day <= CERTAIN_DAY ? Date.parse(`${time}${zone}`) : parseInstant(`${time}${zone}`);
  return Number.isNaN(atMs) ? null : atMs;
}

/** True for the name of a field. */
export const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

/** `unknown column "signl"; did you mean "signal"?` */
export function describeUnknown(what: 'column' | 'member', name: string): string {
  const meant = nearMiss(name, FIELDS);
  return `unknown ${what} ${quote(name)}${meant === null ? '' : `; did you mean "${meant}"?`}`;
}
