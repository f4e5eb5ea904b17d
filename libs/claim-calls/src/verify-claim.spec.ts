import type { ClaimAction } from '@droptrack/contracts';
import { LIST_CLAIMS, type ListClaim } from '@droptrack/distributors';
import { abiFunction } from './abi';
import type { ClaimExpectation } from './claim-expectation';
import {
  genuineClaim,
  type GenuineClaim,
  genuineProof,
  LIST_CLAIM_STYLES,
  type ListClaimStyle,
  OTHER_ADDRESS,
  WALLETS,
} from './claim-testing';
import { verifyClaim } from './verify-claim';

const TREES = LIST_CLAIM_STYLES.filter((style) => genuineProof(style) !== null);
const PAYING_OTHERS: readonly ListClaimStyle[] = ['sablier-instant', 'sablier-variable', 'zora-community'];

/** Expectation of a caller, without one member. */
const without = (expectation: ClaimExpectation, member: keyof ClaimExpectation): ClaimExpectation =>
  Object.fromEntries(Object.entries(expectation).filter(([name]) => name !== member)) as unknown as ClaimExpectation;

/** Deterministic numbers from 0 to `below` - 1. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Hex text with another digit at one position. */
function flipped(text: string, next: (below: number) => number): string {
  const at = 2 + next(text.length - 2);
  const digit = (Number.parseInt(text[at] ?? '0', 16) ^ (1 + next(15))).toString(16);
  return text.slice(0, at) + digit + text.slice(at + 1);
}

type Next = (below: number) => number;
type Mutation = (action: ClaimAction, style: ListClaimStyle, next: Next) => Partial<ClaimAction> | null;

const callOf = ({ calls: [call] }: ClaimAction) => call ?? { chain_id: 0, to: '', data: '', value: '' };
const paidOf = ({ expects: [paid] }: ClaimAction) => paid ?? { asset: '', to: '', amount: '' };
const withCall = (action: ClaimAction, change: object) => ({ calls: [{ ...callOf(action), ...change }] });
const withPaid = (action: ClaimAction, change: object) => ({ expects: [{ ...paidOf(action), ...change }] });
const withProof = ({ proof }: ClaimAction, change: object) =>
  proof === null ? null : { proof: { ...proof, ...change } };
const withLoss = (action: ClaimAction) => ({
  ...withPaid(action, { amount: '1' }),
  forgoes: { asset: paidOf(action).asset, amount: (BigInt(action.amount ?? '0') - 1n).toString() },
});

/** Changes of a genuine action by a service, a proxy or a page that lies. Null for one that the action does not allow. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'a digit of the data': (action, _, next) => withCall(action, { data: flipped(callOf(action).data, next) }),
  'data that is longer': (action, _, next) =>
    withCall(action, { data: callOf(action).data + '00'.repeat(1 + next(64)) }),
  'data that is shorter': (action, _, next) =>
    withCall(action, { data: callOf(action).data.slice(0, -2 * (1 + next(3))) }),
  'a word of the data': (action, _, next) => {
    const { data } = callOf(action);
    const at = 10 + 64 * next((data.length - 10) / 64);
    return data.length === 10
      ? null
      : withCall(action, { data: data.slice(0, at) + 'f'.repeat(64) + data.slice(at + 64) });
  },
  'data in upper case': (action) => {
    const data = `0x${callOf(action).data.slice(2).toUpperCase()}`;
    return data === callOf(action).data ? null : withCall(action, { data });
  },
  'the function of another style': (action, style, next) => {
    const others = LIST_CLAIM_STYLES.map((each) => callOf(genuineClaim(each).action).data);
    const differing = others.filter(
      (data) => data.slice(0, 10) !== callOf(genuineClaim(style).action).data.slice(0, 10),
    );
    return withCall(action, { data: differing[next(differing.length)] });
  },
  'the style of another function': (action, style, next) => {
    const selector = (each: ListClaimStyle) => callOf(genuineClaim(each).action).data.slice(0, 10);
    const others = LIST_CLAIM_STYLES.filter((each) => selector(each) !== selector(style));
    return action.distributor && { distributor: { ...action.distributor, style: others[next(others.length)] ?? '' } };
  },
  'a style that no one knows': ({ distributor }, _, next) =>
    distributor && { distributor: { ...distributor, style: ['constructor', '', 'shapeshift', null][next(4)] ?? null } },
  'an approval of the token': (action) =>
    withCall(action, { data: `0x095ea7b3${OTHER_ADDRESS.slice(2).padStart(64, '0')}${'f'.repeat(64)}` }),
  'a digit of the target': (action, _, next) => withCall(action, { to: flipped(callOf(action).to, next) }),
  'another distributor and target': (action, _, next) => {
    const to = flipped(callOf(action).to, next);
    const contract = `eip155:${callOf(action).chain_id}:${to}`;
    return { ...withCall(action, { to }), distributor: action.distributor && { ...action.distributor, contract } };
  },
  'another chain': (action, _, next) => withCall(action, { chain_id: 11 + next(10_000) }),
  // Equal as texts, and read by each wallet in its own way.
  'a call of other types': (action, _, next) =>
    withCall(action, [{ to: [callOf(action).to] }, { chain_id: '10' }, { chain_id: [10] }][next(3)] ?? {}),
  'another value': (action, _, next) => withCall(action, { value: `0x${(next(2 ** 30) + 8).toString(16)}` }),
  'a value that is no quantity': (action, _, next) =>
    withCall(action, { value: ['0x', '', '-0x1', '0x-1', '1', ' 0x1'][next(6)] }),
  'a fee above the maximum': (action) => ({
    ...withCall(action, { value: '0x16345785d8a0000' }),
    fees: [{ kind: 'distributor', asset: 'native', amount: `${10n ** 17n}`, margin: '0', read_at_block: 1 }],
  }),
  'another member of the call': (action) => withCall(action, { maxFeePerGas: '0xffffffffffff' }),
  'a second call': (action) => ({ calls: [...action.calls, ...action.calls] }),
  // The lengths of a response are what its author says: these add up to those of one call.
  'a second call, and a length that hides it': (action) => ({
    calls: [...action.calls, ...action.calls],
    instructions: { length: -1 } as unknown as ClaimAction['instructions'],
  }),
  'an instruction': () => ({ instructions: [{ program: 'x', accounts: [], data: '' }] }),
  'a second transfer': (action) => ({ expects: [...action.expects, ...action.expects] }),
  'another recipient': (action, _, next) => withPaid(action, { to: flipped(paidOf(action).to, next) }),
  'another token': (action, _, next) =>
    withPaid(action, { asset: paidOf(action).asset.slice(0, -42) + flipped(paidOf(action).asset.slice(-42), next) }),
  'more than the leaf': (action, _, next) =>
    withPaid(action, { amount: (BigInt(paidOf(action).amount) + 1n + BigInt(next(2 ** 30))).toString() }),
  'less than the leaf, without a reason': (action, style) =>
    ['1inch', 'morpho', 'merkl'].includes(style) ? null : withPaid(action, { amount: '1' }),
  'an amount that is none': (action, _, next) =>
    withPaid(action, { amount: ['0', '-1', '0x1', '', '1.5', '1e3', ' 1'][next(7)] }),
  'a part that is given up': (action, style) => (style === 'sablier-variable' ? null : withLoss(action)),
  'another amount': (action, style, next) =>
    TREES.includes(style) ? { amount: (BigInt(action.amount ?? '0') + 1n + BigInt(next(2 ** 30))).toString() } : null,
  'a node of the proof': (action, _, next) => {
    const nodes = action.proof?.proof ?? [];
    const at = next(nodes.length);
    return withProof(action, { proof: nodes.map((node, n) => (n === at ? flipped(node, next) : node)) });
  },
  // Service, data and proof agree with each other, but not with the root.
  'a node of the proof and of the data': (action, _, next) => {
    const nodes = action.proof?.proof ?? [];
    const [node = '', other] = [nodes[0], nodes[0] === undefined ? undefined : flipped(nodes[0], next)];
    if (other === undefined) return null;
    const data = callOf(action).data.replace(node.slice(2), other.slice(2));
    return { ...withCall(action, { data }), ...withProof(action, { proof: [other, ...nodes.slice(1)] }) };
  },
  'more, and all of it agrees': (action, style, next) => {
    const more = BigInt(action.amount ?? '0') + 1n + BigInt(next(2 ** 30));
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    const data = callOf(action).data.replace(word(BigInt(action.amount ?? '0')), word(more));
    const claim = { ...withCall(action, { data }), ...withPaid(action, { amount: `${more}` }), amount: `${more}` };
    return TREES.includes(style) ? claim : null;
  },
  'a proof without its last node': (action) => withProof(action, { proof: action.proof?.proof.slice(0, -1) }),
  'another root': (action, _, next) => withProof(action, { root: flipped(action.proof?.root ?? '0x0', next) }),
  'the fields of another leaf': (action, _, next) => {
    const [wallet, amount] = [
      { type: 'address', is: 'wallet', value: null },
      { type: 'uint256', is: 'amount', value: null },
    ];
    const one = { type: 'uint256', is: null, value: `${next(1_000)}` };
    return withProof(action, {
      format: 'openzeppelin',
      fields: [[one, wallet, amount], [amount, wallet], [wallet]][next(3)],
    });
  },
  'sides of the nodes': (action) => withProof(action, { sides: action.proof?.proof.map(() => 'left') }),
  'the alias of the wallet': (action) => withProof(action, { alias: true }),
  'a proof for a contract without a tree': (action) => (action.proof === null ? { proof: genuineProof('ens') } : null),
  'no proof': (action) => (action.proof === null ? null : { proof: null }),
  'the claim of another wallet': (_, style) => {
    const other = genuineClaim(style, undefined, 1).action;
    return other.proof === null
      ? { wallet: other.wallet }
      : { calls: other.calls, proof: other.proof, amount: other.amount };
  },
  'all of another wallet': (_, style) => genuineClaim(style, undefined, 2).action,
  'another wallet': () => ({ wallet: WALLETS[1] ?? '' }),
  'another sender': ({ sender }) => ({ sender: sender === 'wallet' ? 'anyone' : 'wallet' }),
  'a check that failed': () => ({ checks: [{ code: 'root', ok: false, block: 1 }] }),
  'another status': () => ({ status: 'unknown' }),
  'no call': () => ({ calls: [] }),
  'no distributor': () => ({ distributor: null }),
};

describe('verifyClaim', () => {
  it.each(LIST_CLAIM_STYLES)('accepts the genuine claim of %s, and states what it proves', (style) => {
    const { action, expectation } = genuineClaim(style);
    expect(verifyClaim(action, expectation)).toMatchObject({
      amount: action.amount,
      to: WALLETS[0],
      root: action.proof?.root ?? null,
      target: 'stated',
      calls: [{ contract: action.distributor?.contract, valueWei: BigInt(callOf(action).value) }],
    });
  });

  it.each(PAYING_OTHERS)('accepts another recipient of %s only if the caller asked for it', (style) => {
    const { action, expectation } = genuineClaim(style, OTHER_ADDRESS);
    expect(verifyClaim(action, expectation)).toMatchObject({ to: OTHER_ADDRESS });
    expect(verifyClaim(action, without(expectation, 'to'))).toBe('to_differs');
  });

  // A service that lies must not have one of its calls signed.
  it('rejects 1 000 mutated actions, every one', () => {
    const mutations = Object.entries(MUTATIONS);
    let count = 0;
    const accepted: string[] = [];
    for (let seed = 1; count < 1_000; seed++) {
      const next = numbers(seed);
      for (const [name, mutate] of mutations) {
        const style = LIST_CLAIM_STYLES[(seed + next(100)) % LIST_CLAIM_STYLES.length] ?? 'uniswap';
        const { action, expectation } = genuineClaim(style);
        const changed = mutate(action, style, next);
        if (changed === null) continue;
        count++;
        if (typeof verifyClaim({ ...action, ...changed }, expectation) !== 'string') accepted.push(`${name}, ${style}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(1_000);
  });

  // A proof of a root that only the service states could be of a tree that the service made up.
  it('rejects a root that the caller did not state', () => {
    const { action, expectation } = genuineClaim('uniswap');
    expect(verifyClaim(action, { ...expectation, roots: [] })).toBe('root_unknown');
    expect(verifyClaim(action, { ...expectation, roots: [`0x${'00'.repeat(32)}`] })).toBe('root_unknown');
  });

  it('compares the fields of the leaf with those that the caller states for its root', () => {
    const { action, expectation } = genuineClaim('morpho');
    const { root = '', fields = [] } = action.proof ?? {};
    expect(verifyClaim(action, { ...expectation, roots: [{ root, fields }] })).toMatchObject({ root });
    expect(verifyClaim(action, { ...expectation, roots: [{ root, fields: fields.slice(1) }] })).toBe('fields_differ');
  });

  it('states that a target is unproven without contracts, and rejects its fee and a claim without a tree', () => {
    const verdictOf = ({ action, expectation }: GenuineClaim, feeMaxWei?: bigint) =>
      verifyClaim(action, { ...without(expectation, 'contracts'), ...(feeMaxWei !== undefined && { feeMaxWei }) });
    expect(verdictOf(genuineClaim('uniswap'))).toMatchObject({ target: 'unproven' });
    expect(verdictOf(genuineClaim('sablier-linear'))).toBe('fee_too_high');
    expect(verdictOf(genuineClaim('sablier-linear'), 10n ** 16n)).toMatchObject({ target: 'unproven' });
    expect(verdictOf(genuineClaim('linea'))).toBe('contract_required');
  });

  it.each(['1inch', 'morpho', 'merkl'] as const)('accepts the rest of a total of %s', (style) => {
    const { action, expectation } = genuineClaim(style);
    const rest = { ...action, ...withPaid(action, { amount: '1' }) };
    expect(verifyClaim(rest, expectation)).toMatchObject({ amount: action.amount });
  });

  it.each(['claims.eth', '', null])('rejects %j as the target of a claim without contracts', (to) => {
    const { action, expectation } = genuineClaim('uniswap');
    const distributor = action.distributor && { ...action.distributor, contract: `eip155:10:${to}` };
    const aimed = { ...action, ...withCall(action, { to }), distributor };
    expect(verifyClaim(aimed, without(expectation, 'contracts'))).toBe('malformed');
  });

  it('rejects a delegate that the caller did not state', () => {
    const { action, expectation } = genuineClaim('ens');
    expect(verifyClaim(action, { ...expectation, delegate: WALLETS[0] ?? '' })).toBe('delegate_differs');
    expect(verifyClaim(action, without(expectation, 'delegate'))).toBe('delegate_differs');
  });

  it('accepts the loss of a part only if the caller does', () => {
    const { action, expectation } = genuineClaim('sablier-variable');
    const lossy = { ...action, ...withLoss(action) };
    const unasked = without(expectation, 'acceptForgone');
    expect(verifyClaim(lossy, expectation)).toMatchObject({ target: 'stated' });
    // An action can conceal the loss, and only the chain knows it.
    for (const each of [lossy, action]) expect(verifyClaim(each, unasked)).toBe('forgone_not_accepted');
    // Which of the styles with this function it is, only the service says.
    const renamed = {
      ...action,
      distributor: action.distributor && { ...action.distributor, style: 'sablier-linear' },
    };
    expect(verifyClaim(renamed, unasked)).toBe('forgone_not_accepted');
  });

  // A service that names another style with the same function must not change what the caller verifies.
  it('reads one function in one way, whichever style is named', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { signature, values, less } of LIST_CLAIM_STYLES.flatMap(
      (style): readonly ListClaim[] => LIST_CLAIMS[style],
    )) {
      const { selector } = abiFunction(signature);
      meanings.set(selector, (meanings.get(selector) ?? new Set()).add([...values, less].join()));
    }
    expect([...meanings.values()].filter(({ size }) => size > 1)).toEqual([]);
    expect(meanings.size).toBeLessThan(LIST_CLAIM_STYLES.length);
  });

  it.each<unknown>([null, {}, [], 'x', { status: 'ready' }, { status: 'ready', reason: null, checks: [null] }])(
    'rejects what is no action, and does not throw: %j',
    (action) => {
      const { expectation } = genuineClaim('uniswap');
      expect(typeof verifyClaim(action as ClaimAction, expectation)).toBe('string');
    },
  );
});
