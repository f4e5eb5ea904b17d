import type { CalendarEvent, WalletType } from '@droptrack/contracts';
import { formatPeriod } from '../../parts/format';
import { Chip } from '../../parts/marks';
import { Time } from '../../parts/time';

/** State of the claim windows of a drop. */
export interface ClaimState {
  readonly status: 'open' | 'not_open' | 'closed' | 'unknown';
  /** Window from which the status follows; null if the calendar has none. */
  readonly event: CalendarEvent | null;
}

/** An open window counts first, then the next one, then the one that closed last. Cancelled windows do not count. */
export function claimState(events: readonly CalendarEvent[], nowMs: number): ClaimState {
  const windows = events.filter(({ type, status }) => type === 'claim' && status !== 'cancelled');
  const open = windows.find((event) => hasStarted(event, nowMs) && !hasEnded(event, nowMs));
  if (open !== undefined) return { status: 'open', event: open };
  const next = windows.filter((event) => !hasStarted(event, nowMs) && !hasEnded(event, nowMs)).sort(byStart)[0];
  if (next !== undefined) return { status: 'not_open', event: next };
  const last = windows.toSorted(byEnd).at(-1);
  return last === undefined ? { status: 'unknown', event: null } : { status: 'closed', event: last };
}

/** A window that only has a tentative start has not started: its date may pass without it. */
const hasStarted = ({ starts_at: startsAt, status }: CalendarEvent, nowMs: number): boolean =>
  status !== 'tentative' && Date.parse(startsAt) <= nowMs;
const hasEnded = ({ ends_at: endsAt }: CalendarEvent, nowMs: number): boolean =>
  endsAt !== null && Date.parse(endsAt) <= nowMs;
const byStart = (a: CalendarEvent, b: CalendarEvent): number => Date.parse(a.starts_at) - Date.parse(b.starts_at);
const byEnd = (a: CalendarEvent, b: CalendarEvent): number =>
  Date.parse(a.ends_at ?? a.starts_at) - Date.parse(b.ends_at ?? b.starts_at);

interface ClaimProps {
  readonly dropId: string;
  /** Null if the calendar is not available. */
  readonly events: readonly CalendarEvent[] | null;
  /** Wallet families that the drop accepts; null while unknown. */
  readonly wallets: readonly WalletType[] | null;
  readonly nowMs: number;
}

/** Claim state of a drop, and the check of a wallet. */
export const Claim = ({ dropId, events, wallets, nowMs }: ClaimProps) => (
  <section aria-labelledby="claim" class="panel claim">
    <h2 id="claim">Claim</h2>
    <p>{events === null ? 'The calendar is not available.' : <State {...claimState(events, nowMs)} nowMs={nowMs} />}</p>
    {wallets?.length === 0 ? (
      <p class="muted">This service cannot check wallets of this drop.</p>
    ) : (
      <form method="post" action="/check" autocomplete="off">
        <input type="hidden" name="drop" value={dropId} />
        <label for="wallet">Wallet{wallets === null ? '' : ` (${wallets.map(familyName).join(' or ')} address)`}</label>
        <input
          id="wallet"
          name="wallet"
          required
          maxLength={128}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
        <button>Check</button>
        <p class="muted">The address is sent in the form, never in a link, and is not stored.</p>
      </form>
    )}
  </section>
);

const familyName = (family: WalletType): string => (family === 'evm' ? 'EVM' : 'Solana');

const State = ({ status, event, nowMs }: ClaimState & { readonly nowMs: number }) => {
  if (event === null) return <>The calendar has no claim window.</>;
  const { starts_at: startsAt, ends_at: endsAt, precision } = event;
  switch (status) {
    case 'open':
      return (
        <>
          <Chip tone="good">Open</Chip>{' '}
          {endsAt === null ? (
            <>
              since <Time instant={startsAt} isDate />; no end is known
            </>
          ) : (
            <>
              until <Time instant={endsAt} />, <Time instant={endsAt} nowMs={nowMs} />
            </>
          )}
        </>
      );
    case 'closed':
      return (
        <>
          <Chip>Closed</Chip> since <Time instant={endsAt ?? startsAt} />
        </>
      );
    default:
      return (
        <>
          <Chip tone="accent">Not open</Chip> {event.status === 'tentative' ? 'expected, not confirmed: ' : 'opens '}
          <time dateTime={startsAt}>{formatPeriod(startsAt, precision)}</time>
        </>
      );
  }
};
