import type { CalendarEvent, Drop } from '@droptrack/contracts';

/** What the log has an entry about. */
export const LOG_ENTITIES = ['drop', 'calendar_event', 'list'] as const;
export type LogEntity = (typeof LOG_ENTITIES)[number];

/** A drop as the log keeps it: `updated_at` is the revision's own time, not part of the body. */
export type DropBody = Omit<Drop, 'updated_at'>;
/** A calendar event as the log keeps it. */
export type CalendarEventBody = Omit<CalendarEvent, 'updated_at'>;

/** One row of the log: what the service shows of one thing from this instant on. */
export interface Revision {
  /** 1, 2, 3, … without holes; its order is commit order and time order. */
  readonly seq: number;
  /** Milliseconds since the epoch, rounded down; never falls with `seq`. */
  readonly recordedAtMs: number;
  readonly entity: LogEntity;
  readonly id: string;
  /** The wire shape without `updated_at`; null once the thing is archived. */
  readonly body: DropBody | CalendarEventBody | Readonly<Record<string, unknown>> | null;
}
