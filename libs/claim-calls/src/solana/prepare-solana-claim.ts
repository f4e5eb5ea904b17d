import type { ClaimCheck, ClaimFee, UnsignedInstruction } from '@droptrack/contracts';
import { type Hash, PORTABLE_HASH, portableKind, provesWith } from '@droptrack/eligibility';
import type { AskNode } from '../node-requests';
import { decisive, type PreparedClaim, withoutCalls } from '../prepare-claim';
import { readAgreedAccounts } from './agreed-accounts';
import { checkSolanaClaim } from './check-solana-claim';
import { claimKeys, type ClaimKeys, claimLocked, newClaim } from './claim-instructions';
import { claimState, type SolanaClaimState, type SolanaClaimTerms, stepsAt } from './claim-state';
import { DISTRIBUTOR_PROGRAMS } from './distributor-programs';
import { simulateInstructions } from './simulate-solana-claim';
import { createTokenAccount, TOKEN_ACCOUNT_LENGTH } from './token-accounts';
import { messageOf, TRANSACTION_BYTES_MAX, unsignedTransaction } from './transaction';

/** Lamports of a transaction with one signature: https://solana.com/docs/core/fees. */
const SIGNATURE_LAMPORTS = 5_000n;
/** Seconds of the last instant that a date can hold. */
const DATED_MAX = 8_640_000_000_000n;

/**
 * Checks a claim on Solana against its accounts, simulates it, and returns its instructions, which form one transaction of the wallet.
 *
 * It has the guarantees of `prepareClaim`. The client adds the block hash, and a priority fee if it wants one.
 *
 * @param nodes - nodes of the chain of the distributor, each with a time limit. Of several, two must agree.
 * @param hash - hash functions; those of plain JavaScript by default.
 * @returns never rejects for a node.
 */
export async function prepareSolanaClaim(
  terms: SolanaClaimTerms,
  nodes: readonly AskNode[],
  hash: Hash = PORTABLE_HASH,
): Promise<PreparedClaim> {
  const { accounts, chain, program, proof } = terms;
  const { address, status } = DISTRIBUTOR_PROGRAMS[accounts];
  const keys = claimKeys(accounts, terms);
  if (keys === null || program !== address) return withoutCalls('style_unsupported');
  if (proof === null) return withoutCalls('proof_missing');
  const proven: readonly ClaimCheck[] = [{ code: 'proof', ok: isProven(terms, hash), block: null }];
  if (proven.some(({ ok }) => !ok)) return withoutCalls('proof_invalid', proven);
  const addresses = [program, ...Object.values(keys)];
  const query = { chain, addresses, lengths: [status.length, TOKEN_ACCOUNT_LENGTH, 0] };
  const read = await readAgreedAccounts(nodes, query, (reading) =>
    agreedText(terms, keys, claimState(terms, keys, reading)),
  );
  if (typeof read === 'string') return withoutCalls(read, proven);
  const state = claimState(terms, keys, read.reading);
  const checked = checkSolanaClaim(terms, keys, state);
  const checks = [...proven, ...checked.checks];
  if (checked.failed !== null) return withoutCalls(checked.failed, checks);
  const instructions = instructionsOf(terms, keys, state);
  const size = unsignedTransaction(messageOf(keys.wallet, instructions)).length;
  if (size > TRANSACTION_BYTES_MAX) return withoutCalls('style_unsupported', checks);
  const action = actionOf(terms, state, instructions, checks);
  const actions = read.nodes.map((node) => simulated(action, { terms, keys, state }, node));
  return decisive(await Promise.all(actions)) ?? action;
}

/** True for a proof that the programs accept: of their leaves, with sorted pairs. */
function isProven({ proof, wallet, amount, locked }: SolanaClaimTerms, hash: Hash): boolean {
  if (proof?.format !== 'jito' || proof.sides !== undefined || proof.fields !== undefined) return false;
  const breakdown = [{ reason: 'locked', amount: locked.toString() }];
  return provesWith({ ...proof, wallet, amount: amount.toString(), breakdown }, portableKind, hash);
}

/** Text of what nodes must agree on: everything but the time and what changes with each claim of others. */
function agreedText(terms: SolanaClaimTerms, keys: ClaimKeys, state: SolanaClaimState): string {
  const { status, target, rents, distributor } = state;
  const { failed } = checkSolanaClaim(terms, keys, state);
  const isTarget = target === null || target === 'none' ? target : 'exists';
  const bounds = [distributor?.startsAt, distributor?.endsAt, distributor?.clawbackAt];
  return JSON.stringify([failed, status, isTarget, rents, bounds], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
}

function instructionsOf(terms: SolanaClaimTerms, keys: ClaimKeys, state: SolanaClaimState): UnsignedInstruction[] {
  const { accounts, amount, locked, proof } = terms;
  const { isNew, withdraws } = stepsAt(terms, state, state.clock.atSeconds);
  const claim = { unlocked: amount - locked, locked, proof: proof?.proof ?? [] };
  return [
    ...(state.target === 'none' ? [createTokenAccount(keys.target, keys.wallet, keys.mint)] : []),
    ...(isNew ? [newClaim(accounts, keys, claim)] : []),
    ...(withdraws > 0n ? [claimLocked(accounts, keys)] : []),
  ];
}

const assetOf = ({ chain, mint }: SolanaClaimTerms): string => `${chain}/token:${mint}`;

/** A claim that is ready, without its simulation. */
function actionOf(
  terms: SolanaClaimTerms,
  state: SolanaClaimState,
  instructions: UnsignedInstruction[],
  checks: ClaimCheck[],
): PreparedClaim {
  const { clock, distributor, slot } = state;
  const amount = stepsAt(terms, state, clock.atSeconds).pays.toString();
  const endsAt = distributor?.clawbackAt ?? 0n;
  const isDated = endsAt > clock.atSeconds && endsAt < DATED_MAX;
  const rents = state.rents.filter((rent) => rent > 0n);
  return {
    ...{ status: 'ready', reason: null, calls: [], instructions, sender: 'wallet', effect: 'transfer' },
    expects: [{ asset: assetOf(terms), to: terms.wallet, amount }],
    ...{ forgoes: null, gas: null, checks },
    fees: rents.map((rent): ClaimFee => {
      return { kind: 'rent', asset: 'native', amount: rent.toString(), margin: '0', read_at_block: slot };
    }),
    valid_until: isDated ? new Date(Number(endsAt) * 1_000).toISOString() : null,
    ...{ simulation: null, simulation_gap: null },
  };
}

interface Prepared {
  readonly terms: SolanaClaimTerms;
  readonly keys: ClaimKeys;
  readonly state: SolanaClaimState;
}

/** Claim with its simulation; without instructions if that fails, or pays otherwise. */
async function simulated(
  action: PreparedClaim,
  { terms, keys, state }: Prepared,
  node: AskNode,
): Promise<PreparedClaim> {
  const { rents, lamports, lamportsMin, target } = state;
  const needed = rents.reduce((sum, rent) => sum + rent, SIGNATURE_LAMPORTS + lamportsMin);
  // No node simulates a transaction whose payer lacks its fee and its rents.
  if (lamports < needed) return { ...action, simulation_gap: 'insufficient_funds' };
  const result = await simulateInstructions(node, keys, action.instructions, state.slot);
  if (typeof result === 'string') return { ...action, simulation_gap: result };
  const { slot, error, after, units } = result;
  const before = target === null || target === 'none' ? 0n : target.amount;
  const received = after === null ? null : after.held - before;
  // More can have unlocked since the slot of the checks.
  const isExpected = after !== null && received === stepsAt(terms, state, after.clock.atSeconds).pays;
  const transfer = { asset: assetOf(terms), from: keys.distributor, to: keys.wallet };
  const simulation = {
    ...{ block: slot, ok: isExpected, error, insufficient_gas: false },
    transfers: received === null || received < 0n ? null : [{ ...transfer, amount: `${received}` }],
  };
  if (simulation.ok) return { ...action, gas: units === null ? null : `${units}`, simulation };
  const reason = error === null ? 'transfer_differs' : 'simulation_failed';
  return { ...withoutCalls(reason, action.checks), simulation, simulation_gap: null };
}
