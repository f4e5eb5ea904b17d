import { type Drop, type DropExplanation, isSampleDropId } from '@droptrack/contracts';
import { Chain, TokenMark } from '../../parts/chain';
import { formatInstant } from '../../parts/format';
import { ExternalLink, Notice, SampleChip, StatusChip } from '../../parts/marks';
import { Name, plainName } from '../../parts/name';
import { Time } from '../../parts/time';
import type { DropData } from './load-drop';
import { summaryOf } from './summary';

interface HeaderProps {
  readonly drop: Drop;
  /** Null while unknown, and for a past state. */
  readonly explanation: DropExplanation | null;
  /** Instant of the figures; null for now. */
  readonly asOf: string | null;
}

/** Name, status and links of a drop, and a form for a past instant. */
export const Header = ({ drop, explanation, asOf }: HeaderProps) => (
  <header>
    <h1 class="drop-title">
      <TokenMark text={drop.symbol ?? drop.name} chain={drop.chain} />
      <Name text={drop.name} />
    </h1>
    <p class="summary">{summaryOf(drop)}</p>
    <p>
      {(isSampleDropId(drop.id) || explanation?.sample === true) && (
        <>
          <SampleChip /> Fictional data.{' '}
        </>
      )}
      <StatusChip status={drop.status} />{' '}
      {explanation?.status.pinned === true && <span class="muted">(set by its catalogue entry) </span>}
      on <Chain slug={drop.chain} />, last change <Time instant={drop.updated_at} />
    </p>
    {explanation !== null && explanation.links.length > 0 && (
      <ul class="links" aria-label="Links of the project">
        {explanation.links.map(({ name, url }) => (
          <li key={name}>
            <ExternalLink url={url}>{plainName(name, 40)}</ExternalLink>
          </li>
        ))}
      </ul>
    )}
    <details open={asOf !== null}>
      <summary>{asOf === null ? 'Figures of the past' : `Figures as of ${formatInstant(asOf)}`}</summary>
      <form method="get">
        <label>
          As of (UTC) <input type="datetime-local" name="as_of" required value={asOf?.slice(0, 16)} />
        </label>{' '}
        <button>Show</button>
        {asOf !== null && (
          <>
            {' '}
            <a href={`/drops/${encodeURIComponent(drop.id)}`}>Current figures</a>
          </>
        )}
      </form>
    </details>
  </header>
);

interface NoticesProps {
  readonly data: DropData;
  /** Sentences about values of the address that were ignored. */
  readonly notes: readonly string[];
}

/** Remarks about the request, and about parts that are not available. */
export const Notices = ({ data: { past, explanation, query }, notes }: NoticesProps) => (
  <>
    {notes.map((note) => (
      <p class="notice notice-warn" role="status" key={note}>
        {note}
      </p>
    ))}
    {past !== null && past.data === null && (
      <Notice tone="warn" title="No figures of that instant: this page shows the current ones">
        <p>{past.reason}</p>
      </Notice>
    )}
    {query.asOf !== null && (
      <Notice title={`The figures are those of ${formatInstant(query.asOf)}`}>
        <p>Derivations, facts and the claim state exist only for now, so this page leaves them out.</p>
      </Notice>
    )}
    {explanation !== null && explanation.data === null && (
      <Notice tone="warn" title="The derivation of the figures is not available">
        <p>{explanation.reason}</p>
      </Notice>
    )}
  </>
);
