import type { Claim, ClaimStatus } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatRelative, formatTokens } from '../../parts/format';
import { Time } from '../../parts/time';
import { tokenUnit } from '../../parts/token-unit';
import { Fact } from './fact';
import { LedgerRows } from './ledger-rows';
import { OwnPage } from './own-page';
import type { CheckedDrop } from './run-checks';

interface ClaimRowsProps {
  readonly checked: CheckedDrop;
  readonly nowMs: number;
}

/** Claim window of a drop and, for an eligible wallet, the state and location of its claim. */
export const ClaimRows = ({ checked, nowMs }: ClaimRowsProps) => {
  const { result, domains } = checked;
  const { claim, status } = result;
  return (
    <>
      <Fact term="Claim">
        <ClaimWindow claim={claim} nowMs={nowMs} />
      </Fact>
      {result.checker !== undefined && (
        <Fact term="Ask the project">
          <OwnPage url={result.checker.url} domains={domains} text="Check" />
        </Fact>
      )}
      {status === 'eligible' && (
        <>
          <Fact term="Claimed">
            <Claimed result={result} />
          </Fact>
          {claim.ledger !== undefined && result.allocation !== null && (
            <LedgerRows ledger={claim.ledger} allocation={result.allocation} />
          )}
          {claim.url !== null && (
            <Fact term="Claim page">
              <OwnPage url={claim.url} domains={domains} text={claim.status === 'open' ? 'Claim' : 'Read more'} />
            </Fact>
          )}
          {claim.contract !== null && (
            <Fact term="Distributor">
              <code class="break">{claim.contract}</code>
            </Fact>
          )}
        </>
      )}
    </>
  );
};

const WINDOWS: Readonly<Record<Exclude<ClaimStatus, 'unknown'>, string>> = {
  not_open: 'Not open yet',
  open: 'Open',
  claimed: 'Claimed',
  expired: 'Closed',
};

const ClaimWindow = ({ claim, nowMs }: { readonly claim: Claim; readonly nowMs: number }) => {
  const { status, opens_at: opensAt, closes_at: closesAt } = claim;
  if (status === 'unknown') {
    const isEndless = closesAt === null && opensAt !== null && Date.parse(opensAt) <= nowMs;
    return (
      <>
        <Unknown />
        {isEndless && <Instant word="opened" instant={opensAt} nowMs={nowMs} />}
        {isEndless && ', and no end is known'}
      </>
    );
  }
  const isAhead = closesAt !== null && Date.parse(closesAt) > nowMs;
  return (
    <>
      {WINDOWS[status]}
      {status === 'not_open' && opensAt !== null && <Instant word="opens" instant={opensAt} nowMs={nowMs} />}
      {status === 'open' && closesAt === null && ', no end is known'}
      {status !== 'not_open' && closesAt !== null && (
        <Instant word={isAhead ? 'closes' : 'closed'} instant={closesAt} nowMs={nowMs} />
      )}
    </>
  );
};

const Instant = (given: { readonly word: string; readonly instant: string; readonly nowMs: number }) => (
  <>
    , {given.word} {formatRelative(given.instant, given.nowMs)} (
    <Time instant={given.instant} />)
  </>
);

/** Claim state on chain: the whole allocation, a part of it, or unknown. */
const Claimed = ({ result: { claim, allocation } }: Pick<CheckedDrop, 'result'>) => {
  const amount = claim.claimed_amount;
  const part =
    amount === null || allocation === null
      ? null
      : `${formatTokens(amount, allocation.decimals)} ${tokenUnit(allocation)}`;
  if (claim.claimed === null) {
    return (
      <>
        <Unknown /> <span class="muted">The chain was not read, or did not respond.</span>
      </>
    );
  }
  if (claim.claimed) {
    const at = claim.ledger?.claimed_at ?? null;
    return (
      <>
        Yes{part !== null && `, ${part}`}
        {at !== null && (
          <>
            , <Time instant={at} />
          </>
        )}
      </>
    );
  }
  return <>{part === null || amount === '0' ? 'No' : `In part: ${part} so far`}</>;
};
