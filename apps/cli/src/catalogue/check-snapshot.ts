import type { CalendarPrecision } from '@droptrack/contracts';
import { checkInstant, precisionOf } from './check-events';
import type { Finding, Path } from './fault';
import { parseInstant, periodStart } from './instants';
import { isRecord } from './record';

/** A confirmed snapshot of the calendar, as far as its form allows to read it. */
interface ConfirmedSnapshot {
  /** Place among the events, from 0. */
  readonly index: number;
  /** As the file has it. */
  readonly startsAt: string;
  readonly startsAtMs: number;
  readonly precision: CalendarPrecision;
  readonly block: unknown;
}

/**
 * Finds dates that no calendar has, and a date or block that contradicts the drop's own calendar: two answers would
 * name two snapshots.
 *
 * The date must lie in the period of a confirmed snapshot event, the block must be that event's. A date or block that
 * is left out contradicts nothing: `normaliseSnapshot` derives it.
 *
 * @param snapshot - the drop's `snapshot`, of any form.
 * @param events - the drop's `events`, of any form.
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
    const message = `must agree with events[${first.index}], a confirmed snapshot of ${first.startsAt}`;
    faults.push({ path: datePath, on: 'value', message });
  }
  return [...faults, ...checkBlock(snapshot, agreeing)];
}

function checkBlock(snapshot: Readonly<Record<string, unknown>>, agreeing: readonly ConfirmedSnapshot[]): Finding[] {
  const [block, path] = factOf(snapshot, 'block');
  const [first, ...others] = agreeing.filter((event) => typeof event.block === 'number');
  if (typeof block !== 'number' || first === undefined) return [];
  if ([first, ...others].some((event) => event.block === block)) return [];
  const message = `must agree with events[${first.index}], a confirmed snapshot of block ${String(first.block)}`;
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

/** The value of a fact and its path, in both forms that a file can give it. */
function factOf(group: Readonly<Record<string, unknown>>, name: 'date' | 'block'): [unknown, Path] {
  const fact = group[name];
  return isRecord(fact) ? [fact['value'], ['snapshot', name, 'value']] : [fact, ['snapshot', name]];
}
