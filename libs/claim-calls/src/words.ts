import type { ClaimAction, ClaimCheckCode } from '@droptrack/contracts';
import type { ClaimValue } from '@droptrack/distributors';

/** Meaning of each check, for readers. */
export const CHECK_WORDS: Readonly<Record<ClaimCheckCode, string>> = {
  proof: 'the proof leads to the root of the list',
  code: 'the contract has code that is declared or cannot be replaced',
  root: 'the contract has the root of the list',
  amount: 'the contract states the amount of the list',
  token: 'the contract pays the token of the drop',
  not_claimed: 'the claim is not made yet',
  window: 'the claim window is open',
  not_paused: 'the contract is not paused',
  recipient: 'the contract pays the stated address',
  funded: 'the contract holds the amount',
};

/** Meaning of each argument of a claim. */
export const ARGUMENT_WORDS: Readonly<Record<ClaimValue, string>> = {
  index: 'index of the entry',
  wallet: 'wallet of the list',
  to: 'address that receives the tokens',
  amount: 'amount of the list',
  proof: 'proof of the amount',
  root: 'root of the list',
  token: 'token that is paid',
  delegate: 'address that receives the votes',
};

/** Sender of the calls. */
export const SENDER_WORDS: Readonly<Record<NonNullable<ClaimAction['sender']>, string>> = {
  wallet: 'the wallet alone can send it',
  anyone: 'anyone can send it; the tokens go to the stated address',
  operator: 'an operator that the wallet appointed can send it',
};

/** Effect of a claim. */
export const EFFECT_WORDS: Readonly<Record<NonNullable<ClaimAction['effect']>, string>> = {
  transfer: 'pays the tokens',
  stream: 'starts a stream of the tokens, which are withdrawn later',
  lock: 'locks the tokens',
  callback: 'passes the tokens to another contract',
};

/** Result of the simulation in words, without texts of the node. */
export function simulationWords({ simulation, simulation_gap: gap }: ClaimAction): string {
  if (simulation !== null) {
    if (!simulation.ok) return 'it fails';
    return simulation.transfers === null ? 'it does not revert; the node states no transfers' : 'it pays exactly this';
  }
  if (gap === 'not_supported') return 'not simulated: the node cannot do it';
  return gap === 'no_response' ? 'not simulated: the node did not respond in time' : 'not simulated';
}
