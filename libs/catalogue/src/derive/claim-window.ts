import type { ClaimState, DropClaim } from '@droptrack/contracts';
import type { DropDefinition, EventDefinition } from '../definition';
import { isDayOrFiner } from './calendar-event';
import { windowStateAt } from './window-state';

/** Claim state of a drop according to its calendar. */
export interface ClaimWindow {
  readonly status: ClaimState;
  /** Claim event of the state; null for a drop without one. */
  readonly event: EventDefinition | null;
}

/**
 * Selects the relevant claim window at an instant: an open one (of several, the one that closes last), otherwise one that
 * may be open, otherwise the next one, otherwise one that began over a year ago and has no known end, otherwise the last past
 * one.
 *
 * Only confirmed windows are known to open. A tentative window is not open before its start and unknown after it. A window
 * with a precision coarser than a day is unknown within the period of its start, and one without a known end from a year
 * after its start on.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function claimWindowAt({ events }: Pick<DropDefinition, 'events'>, atMs: number): ClaimWindow {
  const windows = events
    .filter(({ type, status }) => type === 'claim' && status !== 'cancelled')
    .sort(firstToStart)
    .map((event) => ({ event, status: statusAt(event, atMs), ...pastAt(event, atMs) }));
  const ranked = [
    windows.filter(({ status }) => status === 'open').sort(lastToClose),
    windows.filter(({ status, isPast, isStale }) => status === 'unknown' && !isPast && !isStale).sort(lastToClose),
    windows.filter(({ status }) => status === 'not_open'),
    windows.filter(({ isStale }) => isStale).sort((a, b) => startMs(b.event) - startMs(a.event)),
    windows.filter(({ status }) => status === 'expired').sort(lastToClose),
    windows.filter(({ status }) => status === 'unknown').sort(lastToClose),
  ];
  const [window] = ranked.flat();
  return window === undefined ? { status: 'unknown', event: null } : { status: window.status, event: window.event };
}

function statusAt(event: EventDefinition, atMs: number): ClaimWindow['status'] {
  if (atMs < startMs(event)) return 'not_open';
  if (event.status === 'tentative') return 'unknown';
  return CLAIM_STATUSES[windowStateAt(event, atMs)];
}

/** Claim statuses from the start of a confirmed window on. `ahead` is the period of a coarse start. */
const CLAIM_STATUSES = { ahead: 'unknown', open: 'open', closed: 'expired', unknown: 'unknown' } as const;

/** `isStale`: nothing shows that the window is still open, or that it has closed. */
function pastAt(event: EventDefinition, atMs: number): { readonly isPast: boolean; readonly isStale: boolean } {
  return { isPast: endMs(event) <= atMs, isStale: windowStateAt(event, atMs) === 'unknown' };
}

/** Earliest opening time. */
const startMs = ({ startsAt }: EventDefinition): number => Date.parse(startsAt);
/** End of the window; infinity for an open end. */
const endMs = ({ endsAt }: EventDefinition): number => (endsAt === null ? Infinity : Date.parse(endsAt));

/** Compares two starts, and keys of the same start, so that the order of a file does not matter. */
const firstToStart = (a: EventDefinition, b: EventDefinition): number =>
  startMs(a) - startMs(b) || (a.key < b.key ? -1 : 1);

/** Compares two ends. Two open ends are equal: their difference would be NaN. */
const lastToClose = (a: { event: EventDefinition }, b: { event: EventDefinition }): number =>
  endMs(a.event) === endMs(b.event) ? 0 : endMs(b.event) - endMs(a.event);

/**
 * End of the last claim window of a drop, RFC 3339, once its claims are over; null before, and without a known end.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function claimsEndedAt(definition: Pick<DropDefinition, 'events'>, atMs: number): string | null {
  const { status, event } = claimWindowAt(definition, atMs);
  return status === 'expired' ? (event?.endsAt ?? null) : null;
}

/** Published opening time; null for a precision coarser than a day. */
export function opensAt({ startsAt, precision }: EventDefinition): string | null {
  return isDayOrFiner(precision) ? startsAt : null;
}

/** Claim window of a drop at an instant, in its wire format. @param atMs - milliseconds since the epoch. */
export function deriveClaim(definition: Pick<DropDefinition, 'events'>, atMs: number): DropClaim {
  const { status, event } = claimWindowAt(definition, atMs);
  return {
    opens_at: event === null ? null : opensAt(event),
    closes_at: event?.endsAt ?? null,
    state: status,
  };
}
