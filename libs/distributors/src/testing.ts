/** Ledgers for tests of every project. Production code does not import it. */
import type { LedgerClaim, LedgerPage } from './claim-ledger';

export const LEDGER_CONTRACT = 'eip155:1:0x090D4613473dEE047c3f2706764f49E0821D256e';

/** Hash of a block or transaction. */
export const ledgerHash = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

/** Claim of 5 base units by a wallet whose bytes are all equal. @param atMs - milliseconds since the epoch. */
export const ledgerClaim = (
  block: number,
  wallet: number,
  atMs: number,
  over: Partial<LedgerClaim> = {},
): LedgerClaim => ({
  ...{ block, logIndex: 0, wallet: new Uint8Array(20).fill(wallet), amount: 5n, index: null, recipient: null },
  ...{ transaction: ledgerHash(block), atMs },
  ...over,
});

/** First page of the ledger of the unnamed list of `linea`, 64 blocks behind its chain. */
export const ledgerPage = (block: number, atMs: number, over: Partial<LedgerPage> = {}): LedgerPage => ({
  ...{ dropId: 'linea', list: '', contract: LEDGER_CONTRACT, terms: 'uniswap', firstBlock: 1, block, claims: [] },
  ...{ blockHash: ledgerHash(block), blockAtMs: atMs, head: block + 64, headAtMs: atMs, stored: null, isRestart: true },
  ...over,
});
