import type { DistributionMethod } from '@droptrack/contracts';

/** Short names of methods of distribution, for lists and choices. */
export const METHOD_NAMES: Readonly<Record<DistributionMethod, string>> = {
  merkle: 'Merkle proof',
  cumulative_merkle: 'Merkle proof, growing totals',
  onchain_allocation: 'Amounts in the contract',
  balance_derived: 'By balance',
  signed_claim: 'Signed claim',
  registration_then_credit: 'Registration, then credit',
  direct_credit: 'Direct credit',
  genesis: 'Genesis',
  mintless: 'Mintless jetton',
  soulbound_nft: 'Soulbound NFT',
  token_sale: 'Token sale',
  exchange_program: 'Exchange program',
};
