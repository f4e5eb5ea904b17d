import type { Allocation, ClaimLedger } from '@droptrack/contracts';
import { formatInteger, formatTokens } from '../../parts/format';
import { Time } from '../../parts/time';
import { tokenUnit } from '../../parts/token-unit';
import { Fact } from './fact';

interface LedgerRowsProps {
  readonly ledger: ClaimLedger;
  readonly allocation: Pick<Allocation, 'decimals' | 'symbol'>;
}

/** What the ledger of the distributor states beside the claim: the rest, what unlocks later, what was lost, and as of which block. */
export const LedgerRows = ({ ledger, allocation }: LedgerRowsProps) => {
  const { claimable_now: claimable, locked, next_unlock_at: nextAt, forfeited, block, block_at: blockAt } = ledger;
  const tokens = (amount: string) => `${formatTokens(amount, allocation.decimals)} ${tokenUnit(allocation)}`;
  return (
    <>
      {claimable !== null && <Fact term="Claimable now">{claimable === '0' ? 'Nothing' : tokens(claimable)}</Fact>}
      {isSome(locked) && (
        <Fact term="Locked">
          {tokens(locked)}
          {nextAt !== null && (
            <>
              , more unlocks <Time instant={nextAt} />
            </>
          )}
        </Fact>
      )}
      {isSome(forfeited) && <Fact term="Not claimed in time">{tokens(forfeited)}</Fact>}
      <Fact term="Claims known">
        up to block {formatInteger(block)}, <Time instant={blockAt} />
        {!ledger.current && ' (behind the chain: a later claim is not known)'}
      </Fact>
    </>
  );
};

const isSome = (amount: string | null): amount is string => amount !== null && amount !== '0';
