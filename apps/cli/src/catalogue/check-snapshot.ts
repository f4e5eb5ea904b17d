import type { CalendarPrecision } from '@droptrack/contracts';
import { checkInstant, precisionOf } from './check-events';
import type { Finding, Path } from './fault';
import { parseInstant, periodStart } from './instants';
import { isRecord } from './raw-drop';

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
