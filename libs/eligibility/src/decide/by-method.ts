import type { DropDefinition } from '@droptrack/catalogue';
import type { DistributionMethod, EligibilityReasonCode, EligibilityStatus } from '@droptrack/contracts';
import type { Stage } from './stage';

/** Answer of a method. It is neither a yes nor a no, since only a list decides about a wallet. */
interface MethodAnswer {
  readonly status: Extract<EligibilityStatus, 'pending' | 'unknown'>;
  readonly code: Extract<EligibilityReasonCode, 'nothing_to_claim' | 'answered_by_project'>;
  readonly message: string;
}

/** Destination of the tokens by a method without a claim, before and after the payout. */
const CREDITED: Partial<Readonly<Record<DistributionMethod, readonly [ahead: string, done: string]>>> = {
  direct_credit: [
    'will be sent to the eligible wallets',
    'were sent to the eligible wallets, whose transactions show them',
  ],
  genesis: [
    'will be in the eligible wallets from the first block of the chain on',
    'were in the eligible wallets from the first block of the chain on',
  ],
  registration_then_credit: [
    'will be credited to the eligible wallets that were registered in time',
    'were credited to the eligible wallets that were registered in time',
  ],
  mintless: [
    'will be in the eligible wallets, which take them with their first transfer',
    'are in the eligible wallets, which take them with their first transfer',
  ],
  exchange_program: [
    'will be credited to accounts at an exchange, not to wallets',
    'were credited to accounts at an exchange, not to wallets',
  ],
};

/** Reason for which there is no list that an operator could load, by method. */
const WITHOUT_LIST: Partial<Readonly<Record<DistributionMethod, string>>> = {
  onchain_allocation: 'the amounts are stored in its contract, which is not read here',
  balance_derived: 'its contract computes the amount of a wallet at the claim',
  signed_claim: 'its server signs each claim',
  soulbound_nft: 'a token in the wallet gives the right to claim',
  token_sale: 'the tokens were sold, and the sale knows its buyers',
};

/**
 * Answer of the method and of the checker for a drop without an allocation list; null while its wallets are not decided, and
 * if neither says more than the calendar: for a published list that is not loaded.
 */
export function answerByMethod({ name, distribution }: DropDefinition, stage: Stage): MethodAnswer | null {
  if (stage === 'open') return null;
  const method = distribution.method?.value ?? null;
  const credited = method === null ? undefined : CREDITED[method];
  if (credited !== undefined) {
    const [ahead, done] = credited;
    const isDone = stage === 'paying';
    const message = `There is nothing to claim: the tokens of ${name} ${isDone ? done : ahead}.`;
    return { status: isDone ? 'unknown' : 'pending', code: 'nothing_to_claim', message };
  }
  const why = method === null ? undefined : WITHOUT_LIST[method];
  const list = distribution.checker?.value.list ?? null;
  if (why === undefined && list !== 'per_wallet' && list !== 'none') return null;
  const message = `Only ${name} itself can answer${why === undefined ? ', as it publishes no list of all wallets' : `: ${why}`}.`;
  return { status: 'unknown', code: 'answered_by_project', message };
}

/** True for a drop that pays accounts instead of wallets: no type of wallet is right or wrong for it. */
export const isWithoutWallets = ({ distribution }: DropDefinition): boolean =>
  distribution.method?.value === 'exchange_program';
