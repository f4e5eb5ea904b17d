import type { ClaimState, Drop, DropClaim } from '@droptrack/contracts';
import { Unknown } from '../../parts/figure';
import { formatDate, formatInteger, formatQuantity } from '../../parts/format';

/** Tokens of a drop, with the number of wallets. Not all of them need to have reached a wallet. */
export const Tokens = ({ drop: { tokens, wallets } }: { readonly drop: Drop }) => (
  <>
    {tokens === null ? <Unknown /> : formatQuantity(Number(tokens))}
    {wallets !== null && <span class="detail">{formatInteger(wallets)} wallets</span>}
  </>
);

/** Names of the states of a claim window, with the word before its date. */
const CLAIM_NAMES: Readonly<Record<ClaimState, readonly [name: string, before: string]>> = {
  not_open: ['not open', 'opens'],
  open: ['open', 'until'],
  expired: ['closed', 'since'],
  unknown: ['unknown', 'from'],
};

/** State of a claim window with the date on which it changed or will change. */
export const ClaimCell = ({
  claim: { state, opens_at: opensAt, closes_at: closesAt },
}: {
  readonly claim: DropClaim;
}) => {
  if (state === 'unknown' && opensAt === null) return <Unknown />;
  const [name, before] = CLAIM_NAMES[state];
  const date = state === 'open' || state === 'expired' ? closesAt : opensAt;
  return (
    <>
      <span class={`claim-${state}`}>{name}</span>
      {date !== null && (
        <span class="detail">
          {before} {formatDate(date)}
        </span>
      )}
    </>
  );
};
