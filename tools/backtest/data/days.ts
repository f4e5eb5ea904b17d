const DAY_MS = 86_400_000;

/** A UTC day, counted from the epoch. */
export type Day = number;

/** Figures by day; an absent day is unknown, not 0. */
export type Days = ReadonlyMap<Day, number>;

/** @param date - `2025-08-01`, or an instant that begins with it. */
export const dayOf = (date: string): Day => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY_MS;

/** `2025-08-01` */
export const dateOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The last millisecond of a day, when all its readings are known. */
export const endOf = (day: Day): number => (day + 1) * DAY_MS - 1;
