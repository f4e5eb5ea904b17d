import { ICAL } from './ical';

/** Bounds of a reminder, in seconds before the start of an event: a minute to 30 days. */
export const REMIND_SECONDS = { min: 60, max: 2_592_000 } as const;

/** Durations of ISO 8601 without years, months, seconds and fractions, whose lengths calendars agree on. */
const DURATION = /^P(?=[\dT])(\d{1,3}W|(\d{1,3}D)?(T(?=\d)(\d{1,4}H)?(\d{1,5}M)?)?)$/;

/** Length of a reminder such as `P1D` or `PT30M` in seconds; null for other text, and out of {@link REMIND_SECONDS}. */
export function parseReminder(text: string): number | null {
  if (!DURATION.test(text)) return null;
  const seconds = ICAL.Duration.fromString(text).toSeconds();
  return seconds >= REMIND_SECONDS.min && seconds <= REMIND_SECONDS.max ? seconds : null;
}
