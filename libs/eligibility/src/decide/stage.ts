import { certainEventsBegun, claimWindowAt, type DropDefinition, windowStateAt } from '@droptrack/catalogue';
import type { DropStatus } from '@droptrack/contracts';

/** Progress of a drop: not decided as far as is known, decided by a snapshot, or paying out. */
export type Stage = 'open' | 'decided' | 'paying';

/** Stage of a drop by its calendar, at an instant in milliseconds since the epoch. */
export function stageAt(definition: DropDefinition, status: DropStatus, atMs: number): Stage {
  const snapshot = snapshotAt(definition, atMs);
  if (snapshot === 'ahead') return 'open';
  if (payoutAt(definition, status, atMs) !== null) return 'paying';
  return snapshot === 'passed' ? 'decided' : 'open';
}

/** State of a payout that has begun, so that the allocations are decided; null before it. */
export function payoutAt(definition: DropDefinition, status: DropStatus, atMs: number): string | null {
  const { status: claim, event } = claimWindowAt(definition, atMs);
  if (claim === 'not_open') return null;
  if (claim === 'expired') return 'The drop has ended';
  if (claim === 'open') return 'Claims are open';
  const isStale = event?.status === 'confirmed' && windowStateAt(event, atMs) === 'unknown';
  if (isStale) return `Claims opened over a year ago, and no end of them is known`;
  return status === 'tge' ? 'The token has launched' : null;
}

/** State of the snapshot: by the declared date, otherwise by the calendar. */
export function snapshotAt({ snapshot, events }: DropDefinition, atMs: number): 'ahead' | 'passed' | 'unknown' {
  if (snapshot.date !== null) return Date.parse(snapshot.date.value) <= atMs ? 'passed' : 'ahead';
  const snapshots = events.filter(({ type }) => type === 'snapshot');
  if (certainEventsBegun(snapshots, atMs).length > 0) return 'passed';
  const isAhead = snapshots.some(({ status, startsAt }) => status !== 'cancelled' && Date.parse(startsAt) > atMs);
  return isAhead ? 'ahead' : 'unknown';
}
