import type { AllocationProof, ClaimAction, ClaimActionReasonCode, ClaimCheck } from '@droptrack/contracts';
import { DISTRIBUTOR_STYLES, distributorStyle } from '@droptrack/distributors';
import { claimFunctions, encodeClaim, withoutCalls } from './index';

const CHAIN_ID = 59_144;
const BLOCK = 23_400_064;

/** Wallet, distributor and token of {@link readyAction}. */
export const CLAIM = {
  wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  contract: '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64',
  token: `eip155:${CHAIN_ID}/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04`,
  amount: '1250500000000000000000',
} as const;

const PROOF: AllocationProof = {
  ...{ format: 'uniswap', root: `0x${'a1'.repeat(32)}`, root_published: true, index: 5 },
  proof: Array.from({ length: 20 }, (_, n) => `0x${(n + 16).toString(16).repeat(32)}`),
};

const checked = (code: ClaimCheck['code'], block: number | null = BLOCK): ClaimCheck => ({ code, ok: true, block });

/**
 * A claim that is ready, with calldata of a style. Its proof is not valid.
 *
 * @param name - of the style.
 */
export function readyAction(over: Partial<ClaimAction> = {}, name = 'uniswap'): ClaimAction {
  const style = distributorStyle(name) ?? DISTRIBUTOR_STYLES.uniswap;
  const { wallet, contract, token, amount } = CLAIM;
  const [called] = claimFunctions(style, false);
  if (called === undefined) throw new Error('the style has no call');
  const data = encodeClaim(called, {
    contract: {
      ...{ chainId: CHAIN_ID, address: contract.toLowerCase(), style, token: `0x${'17'.repeat(20)}`, codeHash: null },
      window: { opensAtMs: null, closesAtMs: null },
    },
    ...{ wallet: wallet.toLowerCase(), to: null, delegate: `0x${'de'.repeat(20)}`, acceptForgone: false },
    ...{ amount: BigInt(amount), index: 5n, proof: PROOF },
  });
  return {
    ...{ drop: 'linea', wallet, list: null, status: 'ready', reason: null, page: 'https://claim.linea.example/now' },
    distributor: { contract: `eip155:${CHAIN_ID}:${contract}`, style: name, token },
    ...{ amount, proof: PROOF },
    calls: [{ chain_id: CHAIN_ID, to: contract, data: data ?? '0x', value: '0x0' }],
    ...{ instructions: [], sender: called.sender === 'appointed' ? 'wallet' : called.sender, effect: style.effect },
    expects: [{ asset: token, to: wallet, amount }],
    ...{ forgoes: null, fees: [], gas: '83828', valid_until: '2026-12-09T00:00:00.000Z' },
    checks: [checked('proof', null), checked('code'), checked('root'), checked('token'), checked('not_claimed')],
    simulation: {
      ...{ block: BLOCK, ok: true, error: null, insufficient_gas: false },
      transfers: [{ asset: token, from: contract, to: wallet, amount }],
    },
    ...{ simulation_gap: null, as_of: '2026-11-23T12:00:00.000Z' },
    ...over,
  };
}

/** A claim that is not ready, after checks of which the last one does not hold. */
export function failedAction(code: ClaimActionReasonCode, over: Partial<ClaimAction> = {}): ClaimAction {
  const checks = [checked('proof', null), { ...checked('code'), ok: false }];
  return { ...readyAction(), ...withoutCalls(code, checks), ...over };
}
