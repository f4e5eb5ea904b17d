import type { AllocationProof, ClaimAction, LeafField } from '@droptrack/contracts';
import { LIST_CLAIMS, type ListClaim } from '@droptrack/distributors';
import { areFields, usualFields } from '@droptrack/eligibility';
import { type AbiValue, abiFunction } from './abi';
import { evmContract } from './assets';
import type { ClaimExpectation, ClaimFault, StatedRoot, VerifiedClaim } from './claim-expectation';
import { type ClaimValues, decodeClaim } from './claim-function';
import { numberOf } from './hex';
import { isProven } from './proven';

type Action = Pick<
  ClaimAction,
  | ('status' | 'reason' | 'checks' | 'simulation' | 'wallet' | 'distributor' | 'amount' | 'proof' | 'calls')
  | ('instructions' | 'sender' | 'expects' | 'forgoes' | 'fees')
>;

/** Wei of the usual fees of distributors, and some more: they are some USD at most. */
const USUAL_FEE_MAX_WEI = 2_000_000_000_000_000n;

/**
 * Verifies a claim without the service, offline and without a clock: decodes its call, and repeats proof, root, amount, recipient and target.
 *
 * @returns the fault of the first check that does not hold; it throws nothing, whatever the action is.
 */
export function verifyClaim(action: Action, expectation: ClaimExpectation): VerifiedClaim | ClaimFault {
  try {
    return verified(action, expectation);
  } catch {
    return 'malformed';
  }
}

function verified(action: Action, expectation: ClaimExpectation): VerifiedClaim | ClaimFault {
  const { calls, expects, distributor, wallet, proof } = action;
  const [call] = calls;
  const [paid] = expects;
  const failed = action.checks.some(({ ok }) => !ok) || action.simulation?.ok === false;
  if (action.status !== 'ready' || action.reason !== null || failed) return 'not_ready';
  if (call === undefined || paid === undefined || distributor === null) return 'malformed';
  // A caller may pass a call on as a whole: a price of gas, say, must not be among its members.
  if (Object.keys(call).sort().join() !== 'chain_id,data,to,value') return 'malformed';
  const { to: target, chain_id: chainId }: Record<keyof typeof call, unknown> = call;
  if (typeof target !== 'string' || typeof chainId !== 'number') return 'malformed';
  // Each by itself: a response can state lengths that only add up to those of one call.
  if (calls.length !== 1 || expects.length !== 1 || action.instructions.length !== 0) return 'several_calls';
  if (!isSame(wallet, expectation.wallet)) return 'wallet_differs';
  const contract = `eip155:${chainId}:${target}`;
  // Without `contracts`, a name or nothing could stand here, which wallets resolve, or read as the creation of a contract.
  if (evmContract(contract) === null) return 'malformed';
  const { contracts, to = wallet, delegate = null } = expectation;
  const isStated = contracts?.some((each) => isSame(each, contract)) ?? true;
  if (!isStated || !isSame(distributor.contract, contract)) return 'contract_differs';
  const [called, values] = decoded(distributor.style ?? '', call.data) ?? [];
  if (called === undefined || values === undefined) return 'function_unknown';
  if (action.sender !== (called.sender === 'appointed' ? 'wallet' : called.sender)) return 'sender_differs';
  const token = tokenOf(paid.asset, chainId);
  const assets = [expectation.token, distributor.token, action.forgoes?.asset];
  if (token === null || assets.some((each) => !isSame(each ?? paid.asset, paid.asset))) return 'token_differs';
  if (!isSame(paid.to, to) || !(called.values.includes('to') || isSame(to, wallet))) return 'to_differs';
  const amount = integerOf(action.amount);
  const index = proof === null || proof.index === null ? null : BigInt(proof.index);
  const given = { wallet, to, delegate, token, amount, index, root: proof?.root ?? null, proof: proof?.proof ?? null };
  const other = called.values.find((name) => key(values[name]) !== key(given[name]));
  if (other !== undefined) return `${other}_differs`;
  const proven = contracts === undefined ? 'unproven' : 'stated';
  const valueWei = numberOf(call.value) ?? -1n;
  const fault =
    proofFault(called, { wallet, amount, token, proof }, expectation) ??
    amountFault(called, action, { paid: integerOf(paid.amount), amount }, expectation) ??
    feeFault(action, valueWei, expectation.feeMaxWei ?? (proven === 'stated' ? USUAL_FEE_MAX_WEI : 0n));
  if (fault !== null) return fault;
  return {
    ...{ amount: amount.toString(), to: to.toLowerCase(), root: proof?.root.toLowerCase() ?? null, target: proven },
    calls: [{ contract, signature: called.signature, values, valueWei }],
  };
}

/**
 * Fault of what the claim pays and gives up, which together are the amount of its leaf; less only where the contract counts what was claimed
 * before.
 */
function amountFault(
  { less }: ListClaim,
  { forgoes }: Action,
  { paid, amount }: { readonly paid: bigint; readonly amount: bigint },
  { acceptForgone }: ClaimExpectation,
): ClaimFault | null {
  const sum = paid + (forgoes === null ? 0n : integerOf(forgoes.amount));
  if (paid === 0n || sum > amount || (sum < amount && less !== 'claimed')) return 'amount_differs';
  // What the time costs is known to the chain alone, so that an action could conceal it.
  const isWhole = forgoes === null && less !== 'forgone';
  return isWhole || acceptForgone === true ? null : 'forgone_not_accepted';
}

function feeFault({ fees }: Action, valueWei: bigint, maxWei: bigint): ClaimFault | null {
  const sum = fees.reduce((wei, { amount, margin }) => wei + integerOf(amount) + integerOf(margin), 0n);
  if (valueWei !== sum) return 'value_differs';
  return valueWei > maxWei ? 'fee_too_high' : null;
}

interface Claimed {
  readonly wallet: string;
  readonly amount: bigint;
  readonly token: string;
  readonly proof: AllocationProof | null;
}

/** Fault of a proof, which must lead from the leaf that the contract hashes to a stated root; null for none. */
function proofFault(
  called: ListClaim,
  { token, ...leaf }: Claimed,
  { roots, contracts }: ClaimExpectation,
): ClaimFault | null {
  const { proof } = leaf;
  if (!called.values.includes('proof')) {
    if (proof !== null) return 'proof_differs';
    return contracts === undefined ? 'contract_required' : null;
  }
  if (proof === null) return 'proof_differs';
  const stated = roots
    .map((each): StatedRoot => (typeof each === 'string' ? { root: each } : each))
    .filter(({ root }) => isSame(root, proof.root));
  if (stated.length === 0) return 'root_unknown';
  const fields = lowerCase(proof.fields ?? usualFields(proof));
  const usual = [false, true].map((isTyped) => leafFields(called, token, isTyped));
  const allowed = stated.flatMap((each) => (each.fields === undefined ? usual : [each.fields]));
  if (!allowed.some((each) => areFields(lowerCase(each), fields))) return 'fields_differ';
  return isProven(leaf) ? null : 'proof_invalid';
}

/** Fields with values in lower case, as the addresses of lists are in any case. */
const lowerCase = (fields: readonly LeafField[]): LeafField[] =>
  fields.map((field) => ({ ...field, value: field.value?.toLowerCase() ?? null }));

/** Fields of the leaf of a claim. @param isTyped - true for integers of the types of the parameters: padded ones hash the same. */
function leafFields({ signature, values }: ListClaim, token: string, isTyped: boolean): LeafField[] {
  const { types } = abiFunction(signature);
  const names = (['index', 'wallet', 'token', 'amount'] as const).filter(
    (name) => name === 'wallet' || values.includes(name),
  );
  return names.map((name) => {
    const type = name === 'wallet' || name === 'token' ? 'address' : 'uint256';
    const own = types[values.indexOf(name)]?.replace('[]', '') ?? type;
    return {
      type: isTyped ? own : type,
      ...(name === 'token' ? { is: null, value: token } : { is: name, value: null }),
    };
  });
}

function decoded(style: string, data: string): readonly [ListClaim, ClaimValues] | null {
  for (const each of Object.hasOwn(LIST_CLAIMS, style) ? LIST_CLAIMS[style as keyof typeof LIST_CLAIMS] : []) {
    const values = decodeClaim(each, data);
    if (values !== null) return [each, values];
  }
  return null;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Text that is equal for equal values, in any case of their digits. */
const key = (value: AbiValue | null | undefined): string => String(value).toLowerCase();

/** Address of a token on a chain, in lower case. */
const tokenOf = (asset: string, chainId: number): string | null =>
  new RegExp(`^eip155:${Number(chainId)}/erc20:(0x[0-9a-f]{40})$`, 'i').exec(asset)?.[1]?.toLowerCase() ?? null;

/** @throws {RangeError} for another text than decimal digits. */
function integerOf(text: string | null): bigint {
  if (text === null || !/^[0-9]{1,78}$/.test(text)) throw new RangeError('no integer');
  return BigInt(text);
}
