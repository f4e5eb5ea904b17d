import { type EligibilityResult, isExcluded, type WalletDrops } from '@droptrack/contracts';
import {
  compareWalletDrops,
  decideEligibility,
  type EligibilityFacts,
  familiesOf,
  isAmbiguous,
  isInNoList,
  summarizeWalletDrops,
  type Wallet,
} from '@droptrack/eligibility';
import { isVerifiable } from '../eligibility/on-curve';
import type { CheckedDrop } from './search-lists';
import type { WalletDropsTerms } from './wallet-lookups';

/** Facts about a wallet and a drop. */
export interface DropFacts extends Pick<EligibilityFacts, 'allocations' | 'exclusions'> {
  readonly drop: CheckedDrop;
}

/** Decides the eligibility of a wallet for drops. Those for which it is not eligible are only counted, excluded ones are not. */
export function decideWalletDrops(
  wallet: Wallet,
  drops: readonly DropFacts[],
  { current, atMs, include }: Pick<WalletDropsTerms, 'current' | 'atMs' | 'include'>,
): WalletDrops {
  const asOf = new Date(current.asOfMs).toISOString();
  const isOnCurve = isVerifiable(wallet);
  const types = familiesOf(wallet);
  const ineligible: string[] = [];
  const others: DropFacts[] = [];
  for (const facts of drops) {
    const isDecided = isOnCurve && facts.drop.isComplete && isInNoList(facts);
    if (isDecided && !isAmbiguous({ wallet, definition: facts.drop.definition })) ineligible.push(facts.drop.id);
    else others.push(facts);
  }
  const decided = others.map(({ drop: { definition, status }, allocations, exclusions }): EligibilityResult => {
    const facts = { wallet, definition, status, atMs, allocations, exclusions, isOnCurve };
    return { ...decideEligibility(facts), as_of: asOf };
  });
  const isRejected = (result: EligibilityResult): boolean => result.status === 'ineligible' && !isExcluded(result);
  ineligible.push(...decided.filter(isRejected).map(({ drop }) => drop));
  const data = decided.filter((result) => !isRejected(result)).sort(compareWalletDrops);
  const checkedLists = drops.reduce((sum, each) => sum + each.allocations.length + each.exclusions.length, 0);
  return {
    wallet: wallet.address,
    wallet_type: wallet.type,
    ...(types.length > 1 && { wallet_types: [...types] }),
    summary: summarizeWalletDrops(data, { ineligible: ineligible.length, checkedLists }),
    data,
    ...(include.has('ineligible') && { ineligible: ineligible.sort() }),
  };
}
