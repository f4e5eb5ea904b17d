import type { DistributionMethod, DropDistribution, OfficialDomain } from '@droptrack/contracts';
import { OwnPage } from '../check/own-page';

/** Ways of distribution as sentences. */
const METHODS: Readonly<Record<DistributionMethod, string>> = {
  merkle: 'Eligible wallets claim with a proof from a published list.',
  cumulative_merkle: 'Eligible wallets claim with a proof; each new list adds to the amounts.',
  onchain_allocation: 'The contract stores the amount of each eligible wallet, which claims it.',
  balance_derived: 'The contract computes the amount from balances of the wallet at the claim.',
  signed_claim: 'The server of the project signs each claim.',
  registration_then_credit: 'Nothing to claim: the tokens are credited to wallets that were registered in time.',
  direct_credit: 'Nothing to claim: the tokens are sent to the eligible wallets.',
  genesis: 'Nothing to claim: the tokens are in the eligible wallets from the first block of the chain on.',
  mintless: 'Nothing to claim: eligible wallets take their tokens with the first transfer.',
  soulbound_nft: 'A token in the wallet, which cannot be transferred, gives the right to claim.',
  token_sale: 'The tokens were sold to their buyers.',
  exchange_program: 'Nothing to claim: the tokens are credited to accounts at an exchange.',
};

interface DistributionProps extends DropDistribution {
  /** Official domains of the drop; empty while unknown. */
  readonly domains: readonly OfficialDomain[];
}

/** Way in which the tokens reach their owners, and where the project says whether a wallet is eligible. */
export const Distribution = ({ method, checker, domains }: DistributionProps) =>
  method === null && checker === null ? null : (
    <p>
      {method !== null && METHODS[method]}{' '}
      {checker !== null && (
        <>
          The project says whether a wallet is eligible: <OwnPage url={checker.url} domains={domains} text="check" />
        </>
      )}
    </p>
  );
