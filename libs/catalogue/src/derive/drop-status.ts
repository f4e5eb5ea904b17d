import type { DropStatus } from '@droptrack/contracts';
import type { DropDefinition } from '../definition';
import { certainEventsBegun } from './moves';

/**
 * Status of a drop at an instant (API contract §4).
 *
 * A pinned status stands, whatever the calendar says. Otherwise confirmed events
 * that are known to the day move the drop at their first instant: a phase or
 * claim makes it `live`, its token generation makes it `tge`, which is the last
 * state. For one definition it never goes back as time goes on.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function dropStatusAt({ status, events }: DropDefinition, atMs: number): DropStatus {
  if (status !== null) return status.value;
  const begun = certainEventsBegun(events, atMs);
  if (begun.some(({ type }) => type === 'tge')) return 'tge';
  return begun.some(({ type }) => type === 'phase' || type === 'claim') ? 'live' : 'upcoming';
}
