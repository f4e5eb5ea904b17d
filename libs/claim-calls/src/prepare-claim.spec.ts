import type { AllocationProof } from '@droptrack/contracts';
import { DISTRIBUTOR_STYLES, type DistributorStyleName } from '@droptrack/distributors';
import { PORTABLE_HASH, portableKind, hexToBytes } from '@droptrack/eligibility';
import { hexOfBytes } from './hex';
import { prepareClaim } from './prepare-claim';
import { addressOf, claimTerms, WALLET } from './terms-testing';

/** Proof of the claim of {@link claimTerms} in a tree of one leaf. */
function proofOf(over: Partial<AllocationProof> = {}): AllocationProof {
  const leaf = { wallet: hexToBytes(WALLET.slice(2)), amount: 100n, index: 3n };
  const root = hexOfBytes(portableKind('uniswap')!.leafHash(leaf, PORTABLE_HASH));
  return { format: 'uniswap', root, root_published: true, index: 3, proof: [], ...over };
}

const reasonOf = async (name: DistributorStyleName, over: Parameters<typeof claimTerms>[1] = {}) => {
  const { status, reason, calls } = await prepareClaim(claimTerms(DISTRIBUTOR_STYLES[name], over), []);
  expect(calls).toEqual([]);
  expect(status).not.toBe('ready');
  return reason!.code;
};

it('asks nodes, or for a proof, for these styles only', async () => {
  const asked: string[] = [];
  const others: Record<string, string[]> = {};
  for (const name of Object.keys(DISTRIBUTOR_STYLES) as DistributorStyleName[]) {
    const reason = await reasonOf(name, { delegate: addressOf(1) });
    if (reason === 'node_missing' || reason === 'proof_missing') asked.push(name);
    else (others[reason] ??= []).push(name);
  }
  expect(asked).toEqual([
    ...['uniswap', 'degen', 'zksync', 'ens', '1inch', 'morpho', 'merkl', 'arbitrum', 'linea', 'zora-community'],
    ...['velodrome', 'convex', 'walletconnect', 'blur', 'lista', 'sablier-v1', 'sablier-v1.3-instant'],
    ...['sablier-v1.3-stream', 'sablier-instant', 'sablier-linear', 'sablier-tranched', 'sablier-variable'],
  ]);
  expect(others).toEqual({
    project_signature_required: ['zora', 'xai'],
    style_unsupported: [
      ...['shapeshift', 'cow', 'hedgey', 'eigenlayer', 'squill', 'looksrare', 'saddle', 'connext', 'safe', 'shutter'],
      ...['dydx', 'kernel', 'spark', 'towns'],
    ],
  });
});

it('chooses neither a delegate nor another recipient', async () => {
  expect(await reasonOf('ens')).toBe('delegate_required');
  expect(await reasonOf('uniswap', { to: addressOf(1) })).toBe('recipient_fixed');
  expect(await reasonOf('uniswap', { to: WALLET, proof: proofOf() })).toBe('node_missing');
  expect(await reasonOf('zora-community', { to: addressOf(1) })).toBe('node_missing');
  expect(await reasonOf('zora', { to: addressOf(1) })).toBe('project_signature_required');
});

it.each<[string, Parameters<typeof claimTerms>[1], string]>([
  ['the amount', { proof: proofOf() }, 'node_missing'],
  ['another amount', { proof: proofOf(), amount: 101n }, 'proof_invalid'],
  ['another wallet', { proof: proofOf(), wallet: addressOf(1) }, 'proof_invalid'],
  ['another root', { proof: proofOf({ root: `0x${'1'.repeat(64)}` }) }, 'proof_invalid'],
  // Contracts of these styles sort each pair.
  ['positions in pairs', { proof: proofOf({ sides: [] }) }, 'proof_invalid'],
  // The alias of a contract is no account that sends.
  ['the alias of a wallet', { proof: proofOf({ alias: true }) }, 'proof_invalid'],
  ['a tree of Starknet', { proof: proofOf({ format: 'starknet_pedersen' }) }, 'proof_invalid'],
  ['no index', { proof: proofOf(), index: null }, 'proof_missing'],
])('needs a proof of the amount: %s', async (_, over, reason) => {
  expect(await reasonOf('uniswap', over)).toBe(reason);
});

it('does not reject for a node', async () => {
  const terms = claimTerms(DISTRIBUTOR_STYLES.uniswap, { proof: proofOf() });
  const broken = [
    () => Promise.reject(new Error('secret')),
    async () => [],
    async () => [{ result: {} }, { result: [] }],
  ];
  for (const node of broken)
    await expect(prepareClaim(terms, [node])).resolves.toMatchObject({
      ...{ status: 'unknown', reason: { code: 'node_unavailable' }, calls: [], simulation_gap: 'not_ready' },
      checks: [{ code: 'proof', ok: true, block: null }],
    });
});
