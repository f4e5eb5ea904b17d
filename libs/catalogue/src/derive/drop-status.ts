import type { DropStatus } from '@droptrack/contracts';
import type { DropDefinition } from '../definition';
import { certainEventsBegun } from './moves';

/**
 * Status of a drop at an instant.
 *
 * A pinned status overrides the calendar. Otherwise confirmed events with a precision of a day or finer change the status
 * at their start: a phase or claim to `live`, the token generation event to `tge`, which is final. For one definition the
 * status never goes backwards in time.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function dropStatusAt({ status, events }: DropDefinition, atMs: number): DropStatus {
  if (status !== null) return status.value;
  const begun = certainEventsBegun(events, atMs);
  if (begun.some(({ type }) => type === 'tge')) return 'tge';
  return begun.some(({ type }) => type === 'phase' || type === 'claim') ? 'live' : 'upcoming';
}
