import type { ListEntry } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { parseWallet } from '../wallet/parse-wallet';
import type { AllocationRow, ClaimState, EligibilityFacts } from './facts';

export const AT = '2026-10-01T00:00:00.000Z';
export const EVM = parseWallet('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
export const SOLANA = parseWallet('9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y');
export const list = (over: Partial<ListEntry> = {}): ListEntry => ({
  drop: 'linea',
  kind: 'allocation',
  version: 1,
  list_id: 7,
  wallets: 1,
  total: '1250000000000000000000',
  decimals: 18,
  sha256: 'ab'.repeat(32),
  url: 'https://linea.example/list.csv',
  spread: null,
  publishedAtMs: Date.parse('2026-09-01T00:00:00.000Z'),
  ...over,
});
export const row: AllocationRow = {
  amount: '1250000000000000000000',
  breakdown: [{ reason: 'bridge_volume', amount: '1000' }],
  proof: null,
  claimState: null,
};
/** Active list with one entry of the wallet. */
export const listed = (over: Partial<AllocationRow> = {}) => [{ list: list(), entries: [{ ...row, ...over }] }];
/** Active list without the wallet. */
export const notListed = [{ list: list(), entries: [] }];
/** Claim state of a contract that returns a boolean. */
export const reported = (isClaimed: boolean): ClaimState => ({ isClaimed, claimedAmount: null });
export const exclusions = (isListed: boolean) => [{ list: list({ kind: 'exclusion', list_id: 8 }), isListed }];
export const facts = (over: Partial<EligibilityFacts> = {}): EligibilityFacts => ({
  wallet: EVM,
  atMs: Date.parse(AT),
  status: 'live',
  definition: dropDefinition({ snapshot: { block: fact(21450000), date: fact('2026-07-10T00:00:00.000Z') } }),
  allocations: [],
  exclusions: [],
  ...over,
});
