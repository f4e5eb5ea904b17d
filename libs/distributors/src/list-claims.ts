import type { ClaimFunction, ClaimSender, ClaimValue } from './style';

/** Function that claims with the values of a list alone. */
export type ListClaim = ClaimFunction & { readonly values: readonly ClaimValue[] };

const by = (sender: ClaimSender, values: readonly ClaimValue[], signature: string): ListClaim => ({
  signature,
  values,
  sender,
});

const INDEXED = ['index', 'wallet', 'amount', 'proof'] as const;
const OF_UNISWAP = 'claim(uint256 index, address account, uint256 amount, bytes32[] merkleProof)';
const OF_SABLIER = by(
  'anyone',
  INDEXED,
  'claim(uint256 index, address recipient, uint128 amount, bytes32[] merkleProof)',
);
/** All styles of Sablier with it have the same selector: whether a call gives up a part depends on its contract. */
const claimTo = (amount: string): ListClaim => ({
  ...by(
    'wallet',
    ['index', 'to', 'amount', 'proof'],
    `claimTo(uint256 index, address to, uint128 ${amount}, bytes32[] merkleProof)`,
  ),
  less: 'forgone',
});
const TO_ANOTHER = claimTo('amount');
const UNINDEXED = ['wallet', 'amount', 'proof'] as const;
const OF_BLUR = by('anyone', UNINDEXED, 'claim(address account, uint256 amount, bytes32[] proof)');
const WITH_TOKEN = ['wallet', 'token', 'amount', 'proof'] as const;
const OF_SENDER = ['index', 'amount', 'proof'] as const;
const STORED = by('wallet', [], 'claim()');
/** The caller states the root that the proof is for. */
const OF_ONEINCH =
  'claim(address account, uint256 cumulativeAmount, bytes32 expectedMerkleRoot, bytes32[] merkleProof)';
const OF_MORPHO = 'claim(address account, address reward, uint256 claimable, bytes32[] proof)';
const OF_MERKL = 'claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)';
const OF_ENS = 'claimTokens(uint256 amount, address delegate, bytes32[] merkleProof)';

/**
 * Functions of a style that claim with the values of a list alone, by the name of the style. Apart from the styles, so that a program that
 * only verifies claims does not include these. Every leaf is of the index, the wallet, the token and the amount, in this order, without those that are
 * no value of the function.
 */
export const LIST_CLAIMS = {
  uniswap: [by('anyone', INDEXED, OF_UNISWAP)],
  degen: [by('wallet', INDEXED, OF_UNISWAP)],
  zksync: [by('wallet', OF_SENDER, 'claim(uint256 index, uint256 amount, bytes32[] merkleProof)')],
  ens: [by('wallet', ['amount', 'delegate', 'proof'], OF_ENS)],
  '1inch': [{ ...by('anyone', ['wallet', 'amount', 'root', 'proof'], OF_ONEINCH), less: 'claimed' }],
  morpho: [{ ...by('anyone', WITH_TOKEN, OF_MORPHO), less: 'claimed' }],
  merkl: [{ ...by('appointed', WITH_TOKEN, OF_MERKL), less: 'claimed' }],
  arbitrum: [STORED],
  linea: [STORED],
  'zora-community': [by('wallet', ['to'], 'claim(address claimTo)')],
  velodrome: [by('anyone', UNINDEXED, 'claim(address to, uint256 amount, bytes32[] proof)')],
  convex: [by('anyone', ['proof', 'wallet', 'amount'], 'claim(bytes32[] _proof, address _who, uint256 _amount)')],
  walletconnect: [by('wallet', OF_SENDER, 'claimTokens(uint256 index, uint256 amount, bytes32[] merkleProof)')],
  blur: [OF_BLUR],
  lista: [OF_BLUR],
  'sablier-v1': [OF_SABLIER],
  'sablier-v1.3-instant': [OF_SABLIER],
  'sablier-v1.3-stream': [OF_SABLIER],
  'sablier-instant': [OF_SABLIER, TO_ANOTHER],
  'sablier-linear': [OF_SABLIER, TO_ANOTHER],
  'sablier-tranched': [OF_SABLIER, TO_ANOTHER],
  'sablier-variable': [claimTo('fullAmount')],
} as const satisfies Readonly<Record<string, readonly [ListClaim, ...ListClaim[]]>>;
