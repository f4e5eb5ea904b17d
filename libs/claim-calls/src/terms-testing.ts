/** Terms of claims for tests of every project. Production code does not import it. */
import type { ClaimTerms } from './claim-terms';

/** Wallet, contract or token of one repeated byte. */
export const addressOf = (byte: number): string => `0x${byte.toString(16).padStart(2, '0').repeat(20)}`;
export const CONTRACT = addressOf(0xcc);
export const TOKEN = addressOf(0xee);
export const WALLET = addressOf(0xaa);

/** Claim of 100 base units by {@link WALLET} of a contract of a style, without a window of the calendar. */
export function claimTerms(
  style: ClaimTerms['contract']['style'],
  { contract, ...over }: Partial<Omit<ClaimTerms, 'contract'>> & { contract?: Partial<ClaimTerms['contract']> } = {},
): ClaimTerms {
  return {
    contract: {
      ...{ chainId: 1, address: CONTRACT, style, token: TOKEN, codeHash: null },
      ...{ window: { opensAtMs: null, closesAtMs: null } },
      ...contract,
    },
    ...{ wallet: WALLET, to: null, delegate: null, acceptForgone: false, amount: 100n, index: 3n, proof: null },
    ...over,
  };
}
