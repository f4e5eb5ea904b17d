import type { AllocationProof, ClaimAction, LeafField, ProofFormat } from '@droptrack/contracts';
import { DISTRIBUTOR_STYLES, type DistributorStyle, LIST_CLAIMS } from '@droptrack/distributors';
import { hexToBytes, InMemoryTree, PORTABLE_HASH, portableKind } from '@droptrack/eligibility';
import { mixedCase } from './assets';
import { encodeClaim } from './claim-function';
import type { ClaimExpectation } from './claim-expectation';
import { hexOfBytes, quantity } from './hex';

export type ListClaimStyle = keyof typeof LIST_CLAIMS;
export const LIST_CLAIM_STYLES = Object.keys(LIST_CLAIMS) as ListClaimStyle[];

export const TOKEN = `0x${'70'.repeat(20)}`;
export const DISTRIBUTOR = `0x${'d1'.repeat(20)}`;
export const OTHER_ADDRESS = `0x${'0e'.repeat(20)}`;
const CHAIN_ID = 10;
/** Wallets of the list, of which the first one claims, and the second one has a proof of its own. */
export const WALLETS = ['a1', 'b2', 'c3', 'd4', 'e5'].map((byte) => `0x${byte.repeat(20)}`);

/** Fields of the leaves that the contract of a style hashes. */
const leafOf = (style: ListClaimStyle): { readonly format: ProofFormat; readonly fields?: readonly LeafField[] } => {
  const field = (type: string, is: LeafField['is'], value: string | null = null): LeafField => ({ type, is, value });
  const [wallet, amount] = [field('address', 'wallet'), field('uint256', 'amount')];
  const usual = LIST_CLAIMS[style][0].values as readonly string[];
  if (style === 'morpho') return { format: 'openzeppelin', fields: [wallet, field('address', null, TOKEN), amount] };
  if (style === 'merkl') return { format: 'abi', fields: [wallet, field('address', null, mixedCase(TOKEN)), amount] };
  // Lists of Sablier state the fields as the ABI names them, or not at all.
  if (style === 'sablier-linear')
    return { format: 'openzeppelin', fields: [field('uint256', 'index'), wallet, field('uint128', 'amount')] };
  if (style.startsWith('sablier')) return { format: 'openzeppelin' };
  if (style === 'blur') return { format: 'packed', fields: [wallet, amount] };
  return { format: usual.includes('index') ? 'uniswap' : 'ens' };
};

const amountOf = (at: number): bigint => 10n ** 18n * BigInt(100 + at);

const PROOFS = new Map<string, AllocationProof | null>();

/** Proof of the wallet at a position; null for a style without a tree. */
export function genuineProof(style: ListClaimStyle, at = 0): AllocationProof | null {
  const key = `${style} ${at}`;
  if (!PROOFS.has(key)) PROOFS.set(key, proofOf(style, at));
  return PROOFS.get(key) ?? null;
}

function proofOf(style: ListClaimStyle, at: number): AllocationProof | null {
  if (!(LIST_CLAIMS[style][0].values as readonly string[]).includes('proof')) return null;
  const { format, fields } = leafOf(style);
  const hashes = WALLETS.map((wallet, n) => {
    const leaf = { wallet: hexToBytes(wallet.slice(2)), amount: amountOf(n), index: BigInt(n) };
    const hash = portableKind(format)?.leafHash({ ...leaf, ...(fields !== undefined && { fields }) }, PORTABLE_HASH);
    return Buffer.from(hash ?? []);
  });
  const leaves = [...hashes].sort(Buffer.compare);
  const tree = new InMemoryTree(format, Buffer.concat(leaves), PORTABLE_HASH, {
    ...{ order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  } as const);
  const index = format === 'ens' || (fields !== undefined && !fields.some(({ is }) => is === 'index')) ? null : at;
  return {
    ...{ format, root: hexOfBytes(tree.root), root_published: true, index },
    proof: tree.proof(leaves.indexOf(hashes[at] ?? Buffer.alloc(0))).map(hexOfBytes),
    ...(fields !== undefined && { fields: [...fields] }),
  };
}

/** An action that is genuine, and what its caller knows. */
export interface GenuineClaim {
  readonly action: ClaimAction;
  readonly expectation: ClaimExpectation;
}

/** The action of a style as the service returns it, and what the caller knows of it. @param to - recipient; the wallet by default. */
export function genuineClaim(name: ListClaimStyle, to?: string, at = 0): GenuineClaim {
  const style: DistributorStyle = DISTRIBUTOR_STYLES[name];
  const wallet = WALLETS[at] ?? '';
  const called = LIST_CLAIMS[name].find(
    ({ values }) => to === undefined || (values as readonly string[]).includes('to'),
  );
  const proof = genuineProof(name, at);
  const [amount, fee] = [amountOf(at), style.feeWei === undefined ? 0n : 10n ** 15n];
  const terms = {
    contract: { chainId: CHAIN_ID, address: DISTRIBUTOR, style, token: TOKEN, codeHash: null },
    ...{ wallet, to: to ?? null, delegate: OTHER_ADDRESS, acceptForgone: false, amount, proof },
    index: proof?.index === null || proof === null ? null : BigInt(proof.index),
  };
  const window = { opensAtMs: null, closesAtMs: null };
  const data = called === undefined ? null : encodeClaim(called, { ...terms, contract: { ...terms.contract, window } });
  const contract = `eip155:${CHAIN_ID}:${mixedCase(DISTRIBUTOR)}`;
  const asset = `eip155:${CHAIN_ID}/erc20:${mixedCase(TOKEN)}`;
  const price = { kind: 'distributor', asset: 'native', amount: `${fee}`, margin: '7', read_at_block: 1 } as const;
  const action: ClaimAction = {
    ...{ drop: 'linea', wallet: mixedCase(wallet), list: null, status: 'ready', reason: null, page: null },
    ...{ distributor: { contract, style: name, token: asset }, amount: `${amount}`, proof },
    calls: [
      {
        ...{ chain_id: CHAIN_ID, to: mixedCase(DISTRIBUTOR), data: data ?? '' },
        value: quantity(fee === 0n ? 0n : fee + 7n),
      },
    ],
    ...{ instructions: [], sender: called?.sender === 'anyone' ? 'anyone' : 'wallet', effect: style.effect },
    expects: [{ asset, to: mixedCase(to ?? wallet), amount: `${amount}` }],
    ...{ forgoes: null, fees: fee === 0n ? [] : [price], gas: null, valid_until: null },
    ...{ checks: [{ code: 'root', ok: true, block: 1 }], simulation: null, simulation_gap: 'not_supported' },
    as_of: '2026-12-01T10:00:00.000Z',
  };
  const delegate = called?.values.some((value: string) => value === 'delegate') === true ? OTHER_ADDRESS : undefined;
  return {
    action,
    expectation: {
      ...{ wallet, roots: proof === null ? [] : [proof.root.toUpperCase().replace('0X', '0x')], contracts: [contract] },
      ...{ token: asset.toLowerCase(), ...(to !== undefined && { to }), ...(delegate !== undefined && { delegate }) },
      ...(called !== undefined && 'less' in called && called.less === 'forgone' && { acceptForgone: true }),
    },
  };
}
