import type { ClaimFunction, ClaimValue } from './style';

/** Function that claims with the values of a list alone. */
export type ListClaim = ClaimFunction & { readonly values: readonly ClaimValue[] };

const BY_INDEX = {
  signature: 'claim(uint256 index, address account, uint256 amount, bytes32[] merkleProof)',
  values: ['index', 'wallet', 'amount', 'proof'],
  sender: 'anyone',
} as const;
const OF_SABLIER = {
  signature: 'claim(uint256 index, address recipient, uint128 amount, bytes32[] merkleProof)',
  values: ['index', 'wallet', 'amount', 'proof'],
  sender: 'anyone',
} as const;
const TO_ANOTHER = {
  signature: 'claimTo(uint256 index, address to, uint128 amount, bytes32[] merkleProof)',
  values: ['index', 'to', 'amount', 'proof'],
  sender: 'wallet',
} as const;
const OF_BLUR = {
  signature: 'claim(address account, uint256 amount, bytes32[] proof)',
  values: ['wallet', 'amount', 'proof'],
  sender: 'anyone',
} as const;
const STORED = { signature: 'claim()', values: [], sender: 'wallet' } as const;

/**
 * Functions of a style that claim with the values of a list alone, by the name of the style. Apart from the styles, so that a program that
 * only verifies claims does not include these. Every leaf is of the index, the wallet, the token and the amount, in this order, without those that are
 * no value of the function.
 */
export const LIST_CLAIMS = {
  uniswap: [BY_INDEX],
  degen: [{ ...BY_INDEX, sender: 'wallet' }],
  zksync: [
    {
      signature: 'claim(uint256 index, uint256 amount, bytes32[] merkleProof)',
      values: ['index', 'amount', 'proof'],
      sender: 'wallet',
    },
  ],
  ens: [
    {
      signature: 'claimTokens(uint256 amount, address delegate, bytes32[] merkleProof)',
      values: ['amount', 'delegate', 'proof'],
      sender: 'wallet',
    },
  ],
  '1inch': [
    {
      signature: 'claim(address account, uint256 cumulativeAmount, bytes32 expectedMerkleRoot, bytes32[] merkleProof)',
      values: ['wallet', 'amount', 'root', 'proof'],
      sender: 'anyone',
    },
  ],
  morpho: [
    {
      signature: 'claim(address account, address reward, uint256 claimable, bytes32[] proof)',
      values: ['wallet', 'token', 'amount', 'proof'],
      sender: 'anyone',
    },
  ],
  merkl: [
    {
      signature: 'claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)',
      values: ['wallet', 'token', 'amount', 'proof'],
      sender: 'appointed',
    },
  ],
  arbitrum: [STORED],
  linea: [STORED],
  'zora-community': [{ signature: 'claim(address claimTo)', values: ['to'], sender: 'wallet' }],
  velodrome: [
    {
      signature: 'claim(address to, uint256 amount, bytes32[] proof)',
      values: ['wallet', 'amount', 'proof'],
      sender: 'anyone',
    },
  ],
  convex: [
    {
      signature: 'claim(bytes32[] _proof, address _who, uint256 _amount)',
      values: ['proof', 'wallet', 'amount'],
      sender: 'anyone',
    },
  ],
  walletconnect: [
    {
      signature: 'claimTokens(uint256 index, uint256 amount, bytes32[] merkleProof)',
      values: ['index', 'amount', 'proof'],
      sender: 'wallet',
    },
  ],
  blur: [OF_BLUR],
  lista: [OF_BLUR],
  'sablier-v1': [OF_SABLIER],
  'sablier-v1.3-instant': [OF_SABLIER],
  'sablier-v1.3-stream': [OF_SABLIER],
  'sablier-instant': [OF_SABLIER, TO_ANOTHER],
  'sablier-linear': [OF_SABLIER, TO_ANOTHER],
  'sablier-tranched': [OF_SABLIER, TO_ANOTHER],
  'sablier-variable': [
    { ...TO_ANOTHER, signature: 'claimTo(uint256 index, address to, uint128 fullAmount, bytes32[] merkleProof)' },
  ],
} as const satisfies Readonly<Record<string, readonly [ListClaim, ...ListClaim[]]>>;
