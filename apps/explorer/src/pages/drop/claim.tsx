import { eventStateAt } from '@droptrack/catalogue';
import type { CalendarEvent, DropDistribution, OfficialDomain, WalletType } from '@droptrack/contracts';
import { FAMILY_NAMES } from '@droptrack/eligibility';
import { Start } from '../../parts/events';
import { Chip } from '../../parts/marks';
import { Time } from '../../parts/time';
import { claimWindowOf, type PublishedWindow } from './claim-window';
import { Distribution } from './distribution';

interface ClaimProps {
  readonly dropId: string;
  /** Null if the calendar is not available. */
  readonly events: readonly CalendarEvent[] | null;
  /** Wallet families that the drop accepts; null while unknown. */
  readonly wallets: readonly WalletType[] | null;
  readonly distribution: DropDistribution;
  /** Official domains of the drop; empty while unknown. */
  readonly domains: readonly OfficialDomain[];
  readonly nowMs: number;
}

/** Claim state of a drop, and the check of a wallet. */
export const Claim = ({ dropId, events, wallets, distribution, domains, nowMs }: ClaimProps) => (
  <section aria-labelledby="claim" class="panel claim">
    <h2 id="claim">Claim</h2>
    <p>
      {events === null ? 'The calendar is not available.' : <State {...claimWindowOf(events, nowMs)} nowMs={nowMs} />}
    </p>
    <Distribution {...distribution} domains={domains} />
    {wallets?.length === 0 ? (
      <p class="muted">This service cannot check wallets of this drop.</p>
    ) : (
      <form method="post" action="/check" autocomplete="off">
        <input type="hidden" name="drop" value={dropId} />
        <label for="wallet">
          Wallet{wallets === null ? '' : ` (${wallets.map((family) => FAMILY_NAMES[family]).join(' or ')} address)`}
        </label>
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

const State = ({ status, event, nowMs }: PublishedWindow & { readonly nowMs: number }) => {
  if (event === null) return <>The calendar has no claim window.</>;
  switch (status) {
    case 'open':
      return <Open event={event} nowMs={nowMs} />;
    case 'expired':
      return (
        <>
          <Chip>Closed</Chip> since <Time instant={event.ends_at ?? event.starts_at} />
        </>
      );
    default:
      return (
        <>
          {status === 'unknown' ? <Chip tone="warn">Unknown</Chip> : <Chip tone="accent">Not open</Chip>}{' '}
          <Opening event={event} nowMs={nowMs} />
        </>
      );
  }
};

const Open = ({ event, nowMs }: { readonly event: CalendarEvent; readonly nowMs: number }) => (
  <>
    <Chip tone="good">Open</Chip>{' '}
    {event.ends_at === null ? (
      <>
        since <Start event={event} />; no end is known
      </>
    ) : (
      <>
        until <Time instant={event.ends_at} />, <Time instant={event.ends_at} nowMs={nowMs} />
      </>
    )}
  </>
);

const Opening = ({ event, nowMs }: { readonly event: CalendarEvent; readonly nowMs: number }) =>
  eventStateAt(event, nowMs) === 'unknown' ? (
    <>
      opened <Start event={event} />, over a year ago; no end is known
    </>
  ) : event.status === 'tentative' ? (
    <>
      expected <Start event={event} />, not confirmed
    </>
  ) : (
    <>
      opens <Start event={event} />
    </>
  );
