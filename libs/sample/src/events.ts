import type { EventDefinition } from '@droptrack/catalogue';
import type { CalendarEventType, CalendarPrecision } from '@droptrack/contracts';
import { DAY_MS, type Life, sourceOf } from './life';
import { hashText } from './random';
import type { Plan } from './traits';

/** Event in days of the drop's life. */
export interface PlannedEvent {
  readonly key: string;
  readonly type: CalendarEventType;
  readonly title: string;
  readonly day: number;
  /** A coarse precision means the period that contains `day`. */
  readonly precision: CalendarPrecision;
  /** Day on which the window closes; null for an instant or an open end. */
  readonly endDay: number | null;
  /** Tentative before this day; null: always. */
  readonly confirmedFromDay: number | null;
  readonly phase: string | null;
}

/** Day on which every drop has a confirmed event at the same time of day, so that every few days some drop has one. */
export const TURN_DAY = 26;
/** Day on which the list of a drop is published, by plan. */
export const LIST_DAYS: Readonly<Partial<Record<Plan, number>>> = { early: 20, season: 43 };

const event = (
  type: CalendarEventType,
  title: string,
  day: number,
  over: Partial<PlannedEvent> = {},
): PlannedEvent => ({
  key: type,
  type,
  title,
  day,
  precision: 'minute',
  endDay: null,
  confirmedFromDay: 0,
  phase: null,
  ...over,
});

/** Events in the life of a drop, by plan. */
export const PLANNED_EVENTS: Readonly<Record<Plan, readonly PlannedEvent[]>> = {
  // A season of points, its snapshot, the list, then token and claim together.
  season: [
    event('phase', 'Season of points', TURN_DAY, { endDay: 40, phase: 'Season 1' }),
    event('snapshot', 'Snapshot', 40),
    event('tge', 'Token generation', 50, { confirmedFromDay: 36 }),
    event('claim', 'Claim window', 50, { endDay: 92 }),
  ],
  // The list comes early: the claim opens before the token can be transferred.
  early: [
    event('snapshot', 'Snapshot', 16, { precision: 'hour' }),
    event('claim', 'Claim window', TURN_DAY, { endDay: 66 }),
    event('tge', 'Token generation', 50, { precision: 'day', confirmedFromDay: 30 }),
  ],
  // Its list is never published.
  closed: [
    event('snapshot', 'Snapshot', 11, { precision: 'day' }),
    event('phase', 'Registration', TURN_DAY, { endDay: 46, phase: 'Registration' }),
    event('tge', 'Token generation', 50),
  ],
  // No list; only the month of the claim is known, and it is tentative.
  launch: [
    event('snapshot', 'Snapshot', TURN_DAY),
    event('tge', 'Token generation', 35),
    event('claim', 'Claim window', 68, { precision: 'month', confirmedFromDay: null }),
  ],
  // Points without a known end, and an estimated quarter.
  open: [
    event('phase', 'Open season', TURN_DAY, { phase: 'Open season' }),
    event('phase', 'Second season', 58, { key: 'phase-2', precision: 'week', phase: 'Second season' }),
    event('tge', 'Token generation', 120, { precision: 'quarter', confirmedFromDay: null }),
  ],
};

const HOUR_MS = 3_600_000;
const TURN_HOUR = 15;

/** Calendar of a drop on a day of its life. Instants never change, only their confirmation. */
export function eventsOf(life: Life, ageDays: number): EventDefinition[] {
  return PLANNED_EVENTS[life.traits.plan].map((planned) => {
    const { key, type, title, precision, confirmedFromDay, phase, endDay } = planned;
    const isConfirmed = confirmedFromDay !== null && ageDays >= confirmedFromDay;
    return {
      key,
      type,
      title,
      startsAt: new Date(startMs(life, planned)).toISOString(),
      endsAt: endDay === null ? null : new Date((life.startDay + endDay) * DAY_MS).toISOString(),
      precision,
      status: isConfirmed ? 'confirmed' : 'tentative',
      block: null,
      phase,
      url: `https://example.org/sample/${life.dropId}/${key}`,
      source: sourceOf(life, isConfirmed ? confirmedFromDay : 0),
    };
  });
}

/** First instant of a planned event, milliseconds since the epoch. */
export function startMs(life: Life, planned: PlannedEvent): number {
  const day = life.startDay + planned.day;
  switch (planned.precision) {
    case 'day':
      return day * DAY_MS;
    case 'week':
      // The epoch was a Thursday; weeks begin on Mondays.
      return (day - ((((day + 3) % 7) + 7) % 7)) * DAY_MS;
    case 'month':
    case 'quarter': {
      const date = new Date(day * DAY_MS);
      const month = date.getUTCMonth();
      return Date.UTC(date.getUTCFullYear(), planned.precision === 'month' ? month : month - (month % 3), 1);
    }
    default:
      return day * DAY_MS + timeOfDayMs(life, planned);
  }
}

function timeOfDayMs({ seed, dropId }: Life, { day, precision }: PlannedEvent): number {
  if (day === TURN_DAY) return TURN_HOUR * HOUR_MS;
  // Events of one day have the same time.
  const hash = hashText(`${seed}/${dropId}/day ${day}`);
  const halfHours = precision === 'hour' ? 2 * (hash % 12) : hash % 24;
  return 8 * HOUR_MS + halfHours * (HOUR_MS / 2);
}
