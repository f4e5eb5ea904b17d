import type { UnsignedInstruction } from '@droptrack/contracts';
import { type AskNode, isUnknownMethod } from '../node-requests';
import { printable } from '../simulation';
import { chainAccount, CLOCK, clockOf, type ClockState } from './agreed-accounts';
import { base64Of } from './bytes';
import type { ClaimKeys } from './claim-instructions';
import { tokenAccount } from './token-accounts';
import { messageOf, unsignedTransaction } from './transaction';

/** Result of simulated instructions. */
export interface SimulatedInstructions {
  readonly slot: number;
  /** Printable; null if they succeed. */
  readonly error: string | null;
  /** What they leave; null if they fail. */
  readonly after: {
    /** Base units that the token account of the wallet has. */
    readonly held: bigint;
    /** Time at which they ran. */
    readonly clock: ClockState;
  } | null;
  /** Compute units; null while unknown. */
  readonly units: number | null;
}

/**
 * Simulates instructions by `simulateTransaction`, without a signature and with a block hash of the node.
 *
 * @param slotMin - slot before which the node must not simulate.
 * @returns a code if the node cannot, or does not respond.
 */
export async function simulateInstructions(
  node: AskNode,
  { wallet, target }: Pick<ClaimKeys, 'wallet' | 'target'>,
  instructions: readonly UnsignedInstruction[],
  slotMin: number,
): Promise<SimulatedInstructions | 'not_supported' | 'no_response'> {
  const options = {
    ...{ encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true },
    ...{ minContextSlot: slotMin, accounts: { encoding: 'base64', addresses: [target, CLOCK] } },
  };
  const transaction = base64Of(unsignedTransaction(messageOf(wallet, instructions)));
  const request = { method: 'simulateTransaction', params: [transaction, options] };
  const [response] = await node([request]).catch(() => []);
  if (response === undefined) return 'no_response';
  if ('error' in response) return isUnknownMethod(response) ? 'not_supported' : 'no_response';
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
