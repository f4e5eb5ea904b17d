import type { WalletDropsResult } from '@droptrack/contracts';
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
