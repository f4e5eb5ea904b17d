import { assetId, claimFunctions, encodeClaim, withoutCalls } from '@droptrack/claim-calls';
import type { ClaimAction, ClaimActionBatch, ClaimCheck, ClaimPreparationQuery } from '@droptrack/contracts';
import { DISTRIBUTOR_STYLES } from '@droptrack/distributors';
import { presentProblem } from '../../platform/errors/problem';
import { invalidWallet } from '../eligibility/wallet-of';
import { InvalidWalletError } from '@droptrack/eligibility';
import { EXAMPLE_AS_OF, EXAMPLE_REQUEST_ID, PUBLIC_URL } from '../../openapi/document/example-catalogue';
import { EXAMPLE_CHECKS, EXAMPLE_WALLETS } from '../eligibility/eligibility.example';

const CHAIN_ID = 59_144;
const CONTRACT = '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const TOKEN = '0x1789e0043623282d5dcc7f213d703c6d8bafbb04';
const BLOCK = 23_400_064;

export const EXAMPLE_PREPARATION: ClaimPreparationQuery = { drop: 'linea', wallet: EXAMPLE_WALLETS.evm };

/** Claim of the eligible wallet of the example of a check. */
function exampleAction(): ClaimAction {
  const { allocation, proof } = EXAMPLE_CHECKS.eligible;
  const [called] = claimFunctions(DISTRIBUTOR_STYLES.uniswap, false);
  if (allocation === null || proof === null || called === undefined) throw new Error('the example has no claim');
  const { amount } = allocation;
  const style = DISTRIBUTOR_STYLES.uniswap;
  const contract = { chainId: CHAIN_ID, address: CONTRACT, style, token: TOKEN, codeHash: null };
  const data = encodeClaim(called, {
    contract: { ...contract, window: { opensAtMs: null, closesAtMs: null } },
    ...{ wallet: EXAMPLE_WALLETS.evm.toLowerCase(), to: null, delegate: null, acceptForgone: false },
    ...{ amount: BigInt(amount), index: BigInt(proof.index ?? 0), proof },
  });
  const asset = assetId(CHAIN_ID, TOKEN);
  const checked = (code: ClaimCheck['code'], block: number | null = BLOCK): ClaimCheck => ({ code, ok: true, block });
  return {
    ...{ drop: 'linea', wallet: EXAMPLE_WALLETS.evm, list: null, status: 'ready', reason: null },
    page: 'https://linea.example/claim',
    distributor: { contract: `eip155:${CHAIN_ID}:${CONTRACT}`, style: 'uniswap', token: asset },
    ...{ amount, proof },
    calls: [{ chain_id: CHAIN_ID, to: CONTRACT, data: data ?? '0x', value: '0x0' }],
    instructions: [],
    ...{ sender: 'anyone', effect: 'transfer' },
    expects: [{ asset, to: EXAMPLE_WALLETS.evm, amount }],
    ...{ forgoes: null, fees: [], gas: '83828', valid_until: '2026-12-09T00:00:00.000Z' },
    checks: [checked('proof', null), checked('code'), checked('root'), checked('token'), checked('not_claimed')],
    simulation: {
      ...{ block: BLOCK, ok: true, error: null, insufficient_gas: false },
      transfers: [{ asset, from: CONTRACT, to: EXAMPLE_WALLETS.evm, amount }],
    },
    simulation_gap: null,
    as_of: EXAMPLE_AS_OF,
  };
}

const ready = exampleAction();

/** A prepared claim, and one without calls. */
export const EXAMPLE_ACTIONS = {
  ready,
  claimed: { ...ready, ...withoutCalls('already_claimed', ready.checks.slice(0, -1)) },
} as const satisfies Record<string, ClaimAction>;

/** Batch of two claims, the second with an invalid wallet. */
export const EXAMPLE_ACTION_BATCH: ClaimActionBatch = {
  data: [
    ready,
    {
      problem: presentProblem(invalidWallet(new InvalidWalletError('evm_length'), '#/claims/1/wallet'), {
        ...{ publicUrl: PUBLIC_URL, instance: '/v1/claims/prepare/batch', requestId: EXAMPLE_REQUEST_ID },
      }),
    },
  ],
};
