import type { ClaimActionReasonCode, EligibilityResult } from '@droptrack/contracts';
import { plainName } from '../../parts/name';

interface ClaimFormProps {
  readonly result: EligibilityResult;
  /** Reason for which the claim that is shown is not ready; null without one. */
  readonly reason: ClaimActionReasonCode | null;
  /** Text of the button. */
  readonly text: string;
}

/** Asks for the claim call of a drop, with the choice that the last one lacked. It is posted, so that the wallet is in no address. */
export const ClaimForm = ({ result, reason, text }: ClaimFormProps) => {
  const id = `claim-${result.drop}`;
  return (
    <form class="claim-form" method="post" action="/check" autocomplete="off">
      <input type="hidden" name="wallet" value={result.wallet} />
      <input type="hidden" name="drop" value={result.drop} />
      <input type="hidden" name="call" value="prepare" />
      {reason === 'several_lists' && (
        <p>
          <label for={id}>List</label>{' '}
          <select id={id} name="list">
            {[...new Set(result.entries.map(({ list }) => list))].map((list) => (
              <option key={list} value={list ?? ''}>
                {list === null ? 'Unnamed list' : plainName(list)}
              </option>
            ))}
          </select>
        </p>
      )}
      {reason === 'delegate_required' && (
        <p>
          <label for={id}>Address that receives the votes of the tokens</label>{' '}
          <input id={id} name="delegate" required autocomplete="off" spellcheck={false} />
        </p>
      )}
      {reason === 'forgone_not_accepted' && (
        <p>
          <input id={id} name="accept_forgone" type="checkbox" value="yes" required />{' '}
          <label for={id}>Give up this amount for good</label>
        </p>
      )}
      <button type="submit" aria-describedby={`result-${result.drop}`}>
        {text}
      </button>
    </form>
  );
};
