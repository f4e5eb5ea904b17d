import type { WalletDropsResult, WalletHistory } from '@droptrack/contracts';
import { compareWalletDrops, InvalidWalletError, parseWallet, summarizeWalletDrops } from '@droptrack/eligibility';
import { EXAMPLE_AS_OF, EXAMPLE_REQUEST_ID, PUBLIC_URL } from '../../openapi/document/example-catalogue';
import { presentProblem } from '../../platform/errors/problem';
import { EXAMPLE_CHECKS, EXAMPLE_WALLETS } from '../eligibility/eligibility.example';
import { invalidWallet } from '../eligibility/wallet-of';

const { eligible, pending, unknown } = EXAMPLE_CHECKS;
const data = [{ ...eligible, proof: null }, pending, unknown].sort(compareWalletDrops);
const { address, type } = parseWallet(EXAMPLE_WALLETS.evm);

/** Drops of a wallet, and the problem of an invalid one. */
export const EXAMPLE_WALLET_DROPS: WalletDropsResult = {
  data: [
    {
      wallet: address,
      wallet_type: type,
      summary: summarizeWalletDrops(data, { ineligible: 41, checkedLists: 44 }),
      data,
    },
    {
      problem: presentProblem(invalidWallet(new InvalidWalletError('evm_length'), '#/wallets/1'), {
        publicUrl: PUBLIC_URL,
        instance: '/v1/wallets/drops',
        requestId: EXAMPLE_REQUEST_ID,
      }),
    },
  ],
  as_of: EXAMPLE_AS_OF,
};

/** One claim of a wallet. */
export const EXAMPLE_HISTORY: WalletHistory = {
  wallet: address,
  data: [
    {
      drop: 'linea',
      list: null,
      contract: 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
      at: '2026-08-20T14:03:11.000Z',
      block: 23_371_204,
      transaction: `0x${'5c'.repeat(32)}`,
      amount: '1250000000000000000000',
      decimals: 18,
      symbol: 'LINEA',
      token: 'eip155:59144/erc20:0x1789e0043623282d5dcc7f213d703c6d8bafbb04',
      recipient: address,
      value_usd: 31.25,
      price_at: '2026-08-20T13:20:00.000Z',
    },
  ],
  has_more: false,
  next_cursor: null,
  distributors: 41,
  behind: [],
  as_of: EXAMPLE_AS_OF,
};
