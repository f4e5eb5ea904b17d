import { type DropDefinition, type EventDefinition, isDayOrFiner, occursAtMs } from '@droptrack/catalogue';
import type { ClaimStatus } from '@droptrack/contracts';

/** Where the claim of a drop stands, as far as its calendar tells. */
export interface ClaimWindow {
  readonly status: Exclude<ClaimStatus, 'claimed'>;
  /** The claim event it is told from; null where the drop has none. */
  readonly event: EventDefinition | null;
}

/**
 * The claim window that matters at an instant: the one that is open (of several the one that closes last), else one
 * that may be, else the next to come, else the last that is past.
 *
 * Only confirmed windows are known to open. One that is tentative is not open before its start, and nobody can tell
 * after it; of one whose start is known less well than to the day nobody can tell within that period.
 *
 * @param atMs - milliseconds since the epoch.
 */
export function claimWindowAt({ events }: Pick<DropDefinition, 'events'>, atMs: number): ClaimWindow {
  const windows = events
    .filter(({ type, status }) => type === 'claim' && status !== 'cancelled')
    .map((event) => ({ event, status: statusAt(event, atMs), isPast: endMs(event) <= atMs }));
  const ranked = [
    windows.filter(({ status }) => status === 'open').sort(lastToClose),
    windows.filter(({ status, isPast }) => status === 'unknown' && !isPast).sort(lastToClose),
    windows.filter(({ status }) => status === 'not_open').sort((a, b) => startMs(a.event) - startMs(b.event)),
    windows.filter(({ status }) => status === 'expired').sort(lastToClose),
    windows.filter(({ status }) => status === 'unknown').sort(lastToClose),
  ];
  const [window] = ranked.flat();
  return window === undefined ? { status: 'unknown', event: null } : { status: window.status, event: window.event };
}

function statusAt(event: EventDefinition, atMs: number): ClaimWindow['status'] {
  if (atMs < startMs(event)) return 'not_open';
  if (event.status === 'tentative') return 'unknown';
  if (atMs >= endMs(event)) return 'expired';
  return atMs >= occursAtMs(event) ? 'open' : 'unknown';
}

/** First instant at which it may open. */
const startMs = ({ startsAt }: EventDefinition): number => Date.parse(startsAt);
/** Infinite for an open end. */
const endMs = ({ endsAt }: EventDefinition): number => (endsAt === null ? Infinity : Date.parse(endsAt));

/** Two open ends are equal: their difference would be no number. */
const lastToClose = (a: { event: EventDefinition }, b: { event: EventDefinition }): number =>
  endMs(a.event) === endMs(b.event) ? 0 : endMs(b.event) - endMs(a.event);

/** When a window opens, as it is shown: null where that is not known to the day. */
export function opensAt({ startsAt, precision }: EventDefinition): string | null {
  return isDayOrFiner(precision) ? startsAt : null;
}
