import type { Day, Days } from './data/days';
import type { Panel, Project } from './panel';

/** First day of the made-up data. */
export const FIRST_DAY: Day = 20_000;

/** Figures of consecutive days; null for a day without one. */
export const daysOf = (values: readonly (number | null)[], firstDay = FIRST_DAY): Days =>
  new Map(values.flatMap((value, index) => (value === null ? [] : [[firstDay + index, value] as const])));

/** A project with mentions only. */
export const mentioned = (id: string, values: readonly (number | null)[]): Project => {
  const days = daysOf(values);
  return { id, signals: { reddit_authors: days }, target: days };
};

export const panelOf = (projects: readonly Project[], days: number): Panel => ({
  projects,
  firstDay: FIRST_DAY,
  lastDay: FIRST_DAY + days - 1,
});
