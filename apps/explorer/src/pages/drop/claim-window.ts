import { type ClaimWindow, claimWindowAt, type EventDefinition } from '@droptrack/catalogue';
import type { CalendarEvent } from '@droptrack/contracts';

/** Claim state of a drop, by the rule of the API's eligibility checks. */
export interface PublishedWindow {
  readonly status: ClaimWindow['status'];
  /** Window from which the status follows; null if the calendar has none. */
  readonly event: CalendarEvent | null;
}

/** Selects the claim window of a calendar at an instant, in milliseconds since the epoch. */
export function claimWindowOf(events: readonly CalendarEvent[], nowMs: number): PublishedWindow {
  const byDefinition = new Map(events.map((event) => [definitionOf(event), event]));
  const { status, event } = claimWindowAt({ events: [...byDefinition.keys()] }, nowMs);
  return { status, event: event === null ? null : (byDefinition.get(event) ?? null) };
}

/** Definition from which an event was derived, without its source. An event that has occurred is a confirmed one. */
const definitionOf = (event: CalendarEvent): EventDefinition => ({
  key: event.id,
  type: event.type,
  title: event.title,
  startsAt: event.starts_at,
  endsAt: event.ends_at,
  precision: event.precision,
  status: event.status === 'occurred' ? 'confirmed' : event.status,
  block: event.block,
  phase: event.phase,
  url: event.url,
  source: null,
});
