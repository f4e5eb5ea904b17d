import { CALENDAR_PRECISIONS, type CalendarPrecision } from '@droptrack/contracts';
import { type Finding, type Path, quote } from './fault';
import { parseInstant, periodStart, writtenPrecision } from './instants';
import { isRecord } from './raw-drop';

/** Range of plausible times. */
const EARLIEST_MS = Date.UTC(2009, 0);
const LATEST_MS = Date.UTC(2100, 0);

/** Errors of events that the schema cannot detect: times that do not exist or contradict each other, repeated ids. */
export function checkEvents(events: unknown): Finding[] {
  if (!Array.isArray(events)) return [];
  const seen = new Map<unknown, number>();
  return events.flatMap((event: unknown, index) => {
    if (!isRecord(event)) return [];
    const path = ['events', index];
    const first = seen.get(event['id']);
    if (first === undefined) seen.set(event['id'], index);
    const repeated = typeof event['id'] === 'string' && first !== undefined;
    return [
      ...(repeated ? [found([...path, 'id'], `${quote(String(event['id']))} is also the id of events[${first}]`)] : []),
      ...checkPhase(event, path),
      ...checkWindow(event, path),
    ];
  });
}

function checkPhase(event: Readonly<Record<string, unknown>>, path: Path): Finding[] {
  const misplaced = event['phase'] !== undefined && event['type'] !== 'phase';
  return misplaced
    ? [{ path: [...path, 'phase'], on: 'key', message: 'is allowed only for events of type phase' }]
    : [];
}

function checkWindow(event: Readonly<Record<string, unknown>>, path: Path): Finding[] {
  const { starts_at: start, ends_at: end } = event;
  const faults = [...checkInstant(start, [...path, 'starts_at']), ...checkInstant(end, [...path, 'ends_at'])];
  const startMs = typeof start === 'string' ? parseInstant(start) : null;
  const endMs = typeof end === 'string' ? parseInstant(end) : null;
  if (startMs === null || typeof start !== 'string') return faults;
  if (endMs !== null && endMs <= startMs) faults.push(found([...path, 'ends_at'], 'must be after starts_at'));

  const precision = precisionOf(event);
  if (precision === null) return faults;
  const firstMs = periodStart(startMs, precision);
  if (firstMs !== startMs) {
    const first = new Date(firstMs).toISOString().replace('.000Z', 'Z');
    faults.push(found([...path, 'starts_at'], `must be the first instant of its ${precision}, ${first}`));
  }
  return faults;
}

/** Errors of an instant of the right form that does not exist; the schema reports other forms. */
function checkInstant(value: unknown, path: Path): Finding[] {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return [];
  const ms = parseInstant(value);
  if (ms === null) return [found(path, `${quote(value)} does not exist`)];
  return ms < EARLIEST_MS || ms >= LATEST_MS ? [found(path, 'must be between 2009 and 2100')] : [];
}

/** Precision of an event's start, as declared or by its form; null for values that the schema rejects. */
export function precisionOf({
  precision,
  starts_at: start,
}: Readonly<Record<string, unknown>>): CalendarPrecision | null {
  const known = precision ?? (typeof start === 'string' ? writtenPrecision(start) : null);
  return isPrecision(known) ? known : null;
}

function isPrecision(value: unknown): value is CalendarPrecision {
  return CALENDAR_PRECISIONS.some((precision) => precision === value);
}

const found = (path: Path, message: string): Finding => ({ path, message, on: 'value' });

/** A confirmed snapshot event of a valid form. */
interface ConfirmedSnapshot {
  /** Index among the events, from 0. */
  readonly index: number;
  /** As written in the file. */
  readonly startsAt: string;
  readonly startsAtMs: number;
  readonly precision: CalendarPrecision;
  readonly block: unknown;
}

/**
 * Errors of `snapshot` that the schema cannot detect: a date that does not exist, and a date or block that contradicts
 * the calendar of the drop, so that two responses would name different snapshots.
 *
 * The date must be within the period of a confirmed snapshot event, and the block must be that of the event. A missing
 * date or block is derived by `normaliseDrop`.
 *
 * @param snapshot - `snapshot` of the drop, of any form.
 * @param events - `events` of the drop, of any form.
 */
export function checkSnapshot(snapshot: unknown, events: unknown): Finding[] {
  if (!isRecord(snapshot)) return [];
  const [date, datePath] = factOf(snapshot, 'date');
  const faults = checkInstant(date, datePath);
  const dateMs = typeof date === 'string' ? parseInstant(date) : null;
  const confirmed = confirmedSnapshots(events);
  const agreeing = confirmed.filter(
    ({ startsAtMs, precision }) => dateMs === null || periodStart(dateMs, precision) === startsAtMs,
  );
  const [first] = confirmed;
  if (first !== undefined && agreeing.length === 0) {
    const message = `must match events[${first.index}], a confirmed snapshot of ${first.startsAt}`;
    faults.push({ path: datePath, on: 'value', message });
  }
  return [...faults, ...checkBlock(snapshot, agreeing)];
}

function checkBlock(snapshot: Readonly<Record<string, unknown>>, agreeing: readonly ConfirmedSnapshot[]): Finding[] {
  const [block, path] = factOf(snapshot, 'block');
  const [first, ...others] = agreeing.filter((event) => typeof event.block === 'number');
  if (typeof block !== 'number' || first === undefined) return [];
  if ([first, ...others].some((event) => event.block === block)) return [];
  const message = `must match events[${first.index}], a confirmed snapshot of block ${String(first.block)}`;
  return [{ path, on: 'value', message }];
}

function confirmedSnapshots(events: unknown): ConfirmedSnapshot[] {
  if (!Array.isArray(events)) return [];
  return events.flatMap((event: unknown, index) => {
    if (!isRecord(event) || event['type'] !== 'snapshot') return [];
    const { starts_at: startsAt, status = 'confirmed', block } = event;
    if (typeof startsAt !== 'string' || status !== 'confirmed') return [];
    const startsAtMs = parseInstant(startsAt);
    const precision = precisionOf(event);
    return startsAtMs === null || precision === null ? [] : [{ index, startsAt, startsAtMs, precision, block }];
  });
}

/** Value of a fact and its path, in both forms that a file can use. */
function factOf(group: Readonly<Record<string, unknown>>, name: 'date' | 'block'): [unknown, Path] {
  const fact = group[name];
  return isRecord(fact) ? [fact['value'], ['snapshot', name, 'value']] : [fact, ['snapshot', name]];
}
