import type { UnsignedInstruction } from '@droptrack/contracts';
import type { AskNode } from '../node-requests';
import { printable } from '../simulation';
import { chainAccount, CLOCK, clockOf } from './agreed-accounts';
import { base64Of } from './bytes';
import type { ClaimKeys } from './claim-instructions';
import { tokenAccount } from './token-accounts';
import { messageOf, unsignedTransaction } from './transaction';

/** Code of JSON-RPC for a method that a node does not have. */
const UNKNOWN_METHOD = -32_601;

/**
 * Simulation of instructions by `simulateTransaction`, without a signature and with a block hash of the node.
 *
 * @param slotMin - slot before which the node must not simulate.
 * @returns the error, or what they leave: the balance of the token account, in base units, and the time at which they ran; the compute units that they used, null while
 *   unknown. A code if the node cannot simulate, or does not respond.
 */
export async function simulateInstructions(
  node: AskNode,
  { wallet, target }: Pick<ClaimKeys, 'wallet' | 'target'>,
  instructions: readonly UnsignedInstruction[],
  slotMin: number,
) {
  const options = {
    ...{ encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true },
    ...{ minContextSlot: slotMin, accounts: { encoding: 'base64', addresses: [target, CLOCK] } },
  };
  const transaction = base64Of(unsignedTransaction(messageOf(wallet, instructions)));
  const request = { method: 'simulateTransaction', params: [transaction, options] };
  const [response] = await node([request]).catch(() => []);
  if (response === undefined) return 'no_response';
  if ('error' in response) return response.error.code === UNKNOWN_METHOD ? 'not_supported' : 'no_response';
  const { context, value } = (response.result ?? {}) as { context?: { slot?: unknown }; value?: unknown };
  const { err, accounts, unitsConsumed } = (value ?? {}) as Record<string, unknown>;
  const slot = context?.slot;
  if (typeof slot !== 'number' || !Number.isSafeInteger(slot) || err === undefined) return 'no_response';
  const units = Number.isSafeInteger(unitsConsumed) ? (unitsConsumed as number) : null;
  if (err !== null) return { slot, error: printable(JSON.stringify(err)), after: null, units };
  const [token, time] = Array.isArray(accounts) ? accounts.map((each) => chainAccount(each) ?? null) : [];
  const [held, clock] = [tokenAccount(token ?? null)?.amount, clockOf(time)];
  // A node that does not return accounts states no payment.
  if (held === undefined || clock === null) return 'not_supported';
  return { slot, error: null, after: { held, clock }, units };
}
