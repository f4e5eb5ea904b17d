import type { EventDefinition } from '@droptrack/catalogue';
import { DAY_MS, type Life } from './life';
import { PLANNED_EVENTS, type PlannedEvent, TURN_DAY } from './plans';
import { hashText } from './random';
import { sourceOf } from './source';

const HOUR_MS = 3_600_000;
const TURN_HOUR = 15;

/** The calendar of a drop, as it is stated on a day of its life: instants never move, only what is sure of them. */
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
  // Events of one day come together.
  const hash = hashText(`${seed}/${dropId}/day ${day}`);
  const halfHours = precision === 'hour' ? 2 * (hash % 12) : hash % 24;
  return 8 * HOUR_MS + halfHours * (HOUR_MS / 2);
}
