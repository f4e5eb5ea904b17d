export type { CalendarFileOptions } from './calendar-file';
export { CALENDAR_TYPE, calendarFile, PAST_DAYS } from './calendar-file';
export type { EventPart } from './event-parts';
export { eventParts } from './event-parts';
export { parseReminder, REMIND_SECONDS } from './reminder';
