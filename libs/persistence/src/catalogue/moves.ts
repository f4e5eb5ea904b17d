import { deriveCalendarEvent, type DropDefinition, dropStatusAt, momentsBetween } from '@droptrack/catalogue';
import type { Drafts } from './drafts';
import type { StoredEvent } from './stored';

/** A drop whose calendar is to be followed. */
export interface MovingDrop {
  readonly definition: DropDefinition;
  /** Of this drop, those that are no longer stated included. */
  readonly events: Iterable<StoredEvent>;
  /** Up to here the log tells what the calendar moved, milliseconds since the epoch. */
  readonly movedUntilMs: number;
}

/** Adds the events of a drop as they stand at an instant: takes back what a wrong clock moved before its time. */
export function addStanding(
  drafts: Drafts,
  { definition, events }: Pick<MovingDrop, 'definition' | 'events'>,
  atMs: number,
): void {
  for (const event of events) {
    drafts.addEvent(event.id, deriveCalendarEvent(definition, event.definition, event, atMs), 'calendar');
  }
}

/**
 * Adds what the calendar of a drop moved until an instant: at each of its moments the
 * events that occur then, and the status that follows, so that a worker that was away for a day
 * tells the same as one that was not.
 *
 * @returns whether there was any moment.
 */
export function addMoves(drafts: Drafts, { definition, events, movedUntilMs }: MovingDrop, untilMs: number): boolean {
  const moments = momentsBetween(definition, movedUntilMs, untilMs);
  for (const atMs of moments) {
    for (const event of events) {
      drafts.addMove(atMs, 'calendar_event', event.id, deriveCalendarEvent(definition, event.definition, event, atMs));
    }
    const shown = drafts.shownDrop(definition.id);
    if (shown !== null) {
      drafts.addMove(atMs, 'drop', definition.id, { ...shown, status: dropStatusAt(definition, atMs) });
    }
  }
  return moments.length > 0;
}
