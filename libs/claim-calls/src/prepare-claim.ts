import type { ClaimAction, ClaimActionReasonCode, ClaimCheck } from '@droptrack/contracts';
import type { ListClaim } from '@droptrack/distributors';
import { type Hash, PORTABLE_HASH } from '@droptrack/eligibility';
import { type AgreedReading, readAgreed } from './agreed-reading';
import { assetId, mixedCase } from './assets';
import { checkClaim, type ClaimReading } from './checks';
import { claimFunctions, encodeClaim } from './claim-function';
import type { ClaimTerms } from './claim-terms';
import { codeRequests, contractCode } from './code-hash';
import { quantity } from './hex';
import type { AskNode, NodeRequest } from './node-requests';
import { isProven } from './proven';
import { type AskedView, isReadable, viewsOf, viewValues } from './readings';
import { notReady } from './reasons';
import { expectedOf, type ExpectedClaim, paysExactly } from './expected-claim';
import { type ClaimSimulationGap, presentSimulation, simulate, type SimulatedResult } from './simulation';

/** Result of {@link prepareClaim}. */
export type PreparedClaim = Pick<
  ClaimAction,
  | 'status'
  | 'reason'
  | 'calls'
  | 'instructions'
  | 'sender'
  | 'effect'
  | 'expects'
  | 'forgoes'
  | 'fees'
  | 'gas'
  | 'valid_until'
  | 'checks'
  | 'simulation'
  | 'simulation_gap'
>;

/** A claim without calls. */
export function withoutCalls(code: ClaimActionReasonCode, checks: readonly ClaimCheck[] = []): PreparedClaim {
  return {
    ...notReady(code),
    ...{ calls: [], instructions: [], sender: null, effect: null, expects: [], forgoes: null, fees: [], gas: null },
    ...{ valid_until: null, checks: [...checks], simulation: null, simulation_gap: 'not_ready' },
  };
}

/**
 * Checks a claim against the chain, simulates it, and returns its calls.
 *
 * Nothing is signed or sent. No call is returned unless every check holds. A claim of which no node states a simulation has none, for a stated reason; one whose simulation
 * fails has no calls.
 *
 * @param nodes - nodes of the chain of the distributor, each with a time limit. Of several, two must agree, and the simulation of none that does may fail.
 * @param hash - hash functions; those of plain JavaScript by default.
 * @returns never rejects for a node.
 */
export async function prepareClaim(
  terms: ClaimTerms,
  nodes: readonly AskNode[],
  hash: Hash = PORTABLE_HASH,
): Promise<PreparedClaim> {
  const called = calledFunction(terms);
  if (typeof called === 'string') return withoutCalls(called);
  const { contract } = terms;
  const proven: readonly ClaimCheck[] =
    terms.proof === null ? [] : [{ code: 'proof', ok: isProven(terms, hash), block: null }];
  if (proven.some(({ ok }) => !ok)) return withoutCalls('proof_invalid', proven);
  const read = await readAgreed(nodes, contract.chainId, (head) => {
    const [code, views] = [codeRequests(contract.address, head.block), viewsOf(terms, head)];
    return { code, views, requests: [...code, ...views.flatMap(({ request }) => request ?? [])] };
  });
  if (typeof read === 'string') return withoutCalls(read, proven);
  const reading = readingOf(read, hash);
  const checked = checkClaim(terms, reading);
  const checks = [...proven, ...checked.checks];
  if (checked.failed !== null) return withoutCalls(checked.failed, checks);
  const expected = expectedOf(terms, reading, checked.rest);
  if (typeof expected === 'string') return withoutCalls(expected, checks);
  const data = encodeClaim(called, terms);
  if (data === null) return withoutCalls('style_unsupported', checks);
  const action = actionOf(called, terms, expected, checks, data);
  if (expected.forgone > 0n && !terms.acceptForgone) {
    return { ...withoutCalls('forgone_not_accepted', checks), forgoes: action.forgoes };
  }
  const call = { from: terms.wallet, to: contract.address, data, value: expected.value };
  const simulated = await Promise.all(read.nodes.map((node) => simulate(node, call, contract.token, read.head)));
  const actions = simulated.map((each) => withSimulation(action, { terms, expected, reading }, each));
  return decisive(actions) ?? action;
}

/** Claim whose simulation counts, of those that several nodes state: one that fails, whatever others state; one with transfers; one without. */
export const decisive = (actions: readonly PreparedClaim[]): PreparedClaim | undefined =>
  [...actions].sort((a, b) => rankOf(a) - rankOf(b))[0];

function rankOf({ status, simulation }: PreparedClaim): number {
  if (status !== 'ready') return 0;
  return simulation === null ? 3 : simulation.transfers === null ? 2 : 1;
}

/** Function that claims, or the reason for which there is none. */
function calledFunction(terms: ClaimTerms): ListClaim | ClaimActionReasonCode {
  const { contract, wallet, to, delegate, proof, index } = terms;
  const { style } = contract;
  const [called] = claimFunctions(style, to !== null && to !== wallet);
  if (called === undefined) {
    if (claimFunctions(style, false).length > 0) return 'recipient_fixed';
    const isSigned = style.claims.every(({ needs }) => needs === 'project_signature');
    return isSigned ? 'project_signature_required' : 'style_unsupported';
  }
  if (!isReadable(style)) return 'style_unsupported';
  if (called.values.includes('delegate') && delegate === null) return 'delegate_required';
  if (called.values.includes('proof') && proof === null) return 'proof_missing';
  return called.values.includes('index') && index === null ? 'proof_missing' : called;
}

type Asked = { readonly code: readonly NodeRequest[]; readonly views: readonly AskedView[] };

function readingOf({ head, asked: { code, views }, responses }: AgreedReading<Asked>, hash: Hash): ClaimReading {
  const results = responses.slice(0, code.length).map((each) => ('error' in each ? null : each.result));
  return { head, code: contractCode(results, hash), views: viewValues(views, responses.slice(code.length)) };
}

/** A claim that is ready, without its simulation. */
function actionOf(
  called: ListClaim,
  { contract, wallet, to }: ClaimTerms,
  expected: ExpectedClaim,
  checks: readonly ClaimCheck[],
  data: string,
): PreparedClaim {
  const { chainId, token, style } = contract;
  const asset = assetId(chainId, token);
  const { amount, forgone, value, fee, validUntilMs } = expected;
  return {
    ...{ status: 'ready', reason: null, instructions: [] },
    calls: [{ chain_id: chainId, to: mixedCase(contract.address), data, value: quantity(value) }],
    sender: called.sender === 'appointed' ? 'wallet' : called.sender,
    effect: style.effect,
    expects: [{ asset, to: mixedCase(to ?? wallet), amount: amount.toString() }],
    forgoes: forgone === 0n ? null : { asset, amount: forgone.toString() },
    fees: fee === null ? [] : [fee],
    gas: null,
    valid_until: validUntilMs === null ? null : new Date(validUntilMs).toISOString(),
    checks: [...checks],
    ...{ simulation: null, simulation_gap: null },
  };
}

interface Prepared {
  readonly terms: ClaimTerms;
  readonly expected: ExpectedClaim;
  readonly reading: ClaimReading;
}

function withSimulation(
  action: PreparedClaim,
  { terms, expected, reading }: Prepared,
  simulated: SimulatedResult | ClaimSimulationGap,
): PreparedClaim {
  if (typeof simulated === 'string') return { ...action, simulation_gap: simulated };
  const asset = assetId(terms.contract.chainId, terms.contract.token);
  const simulation = presentSimulation(simulated, reading.head, expected.value, ({ from, to }) => ({
    ...{ asset, from: mixedCase(from), to: mixedCase(to) },
  }));
  const gas = simulated.gas?.toString() ?? null;
  if (!simulated.isDone)
    return { ...withoutCalls('simulation_failed', action.checks), simulation, simulation_gap: null };
  const paid = simulated.isTaken ? 'other' : paysExactly(simulated.transfers, terms, expected);
  if (paid === 'other') {
    const differs = { ...simulation, ok: false };
    return { ...withoutCalls('transfer_differs', action.checks), simulation: differs, simulation_gap: null };
  }
  return { ...action, gas, simulation, ...(paid === 'transfer' && { effect: 'transfer' }) };
}
