import { LIST_CLAIMS } from '../list-claims';
import type { CheckedStyle } from '../style';

// Amounts of these lists are totals over all rounds: a claim pays what the wallet has not claimed before.

/** One token; the caller states the root that the proof is for. */
export const ONEINCH: CheckedStyle = {
  source:
    'https://github.com/1inch/merkle-distribution/blob/3db322cac67449d4c58e429e194b460e8c6dca04/contracts/CumulativeMerkleDrop.sol',
  effect: 'transfer',
  claims: LIST_CLAIMS['1inch'],
  events: [{ event: 'event Claimed(address indexed account, uint256 amount)', wallet: 'account', amount: 'amount' }],
  claimed: { check: 'cumulativeClaimed(address) returns (uint256)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/** A root that an owner replaces, after a delay that anyone can read. */
export const MORPHO: CheckedStyle = {
  source:
    'https://github.com/morpho-org/universal-rewards-distributor/blob/3de504b130835a12482e00e1c83dcf369448c80b/src/interfaces/IUniversalRewardsDistributor.sol',
  effect: 'transfer',
  claims: LIST_CLAIMS.morpho,
  events: [
    {
      event: 'event Claimed(address indexed account, address indexed reward, uint256 amount)',
      wallet: 'account',
      amount: 'amount',
      token: 'reward',
    },
  ],
  claimed: { check: 'claimed(address account, address reward) returns (uint256)', args: ['wallet', 'token'] },
  root: 'root() returns (bytes32)',
  token: null,
};

/** During a dispute of a new tree, `getMerkleRoot()` is the root of the one before. */
export const MERKL: CheckedStyle = {
  isShared: true,
  source:
    'https://github.com/AngleProtocol/merkl-contracts/blob/15d0dda35ed2732a13d3ee1f316117f8350e0b99/contracts/Distributor.sol',
  effect: 'transfer',
  claims: [
    ...LIST_CLAIMS.merkl,
    {
      signature:
        'claimWithRecipient(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs, address[] recipients, bytes[] datas)',
      sender: 'appointed',
    },
  ],
  events: [
    {
      event: 'event Claimed(address indexed user, address indexed token, uint256 amount)',
      wallet: 'user',
      amount: 'amount',
      recipient: null,
      token: 'token',
    },
  ],
  claimed: {
    check: 'claimed(address user, address token) returns (uint208 amount, uint48 timestamp, bytes32 merkleRoot)',
    args: ['wallet', 'token'],
    result: 'amount',
  },
  root: 'getMerkleRoot() returns (bytes32)',
  token: null,
  redirected: 'claimRecipient(address user, address token) returns (address)',
};

/** Two trees: a leaf of the first is the root of one earner's tokens. */
export const EIGENLAYER: CheckedStyle = {
  isShared: true,
  source:
    'https://github.com/Layr-Labs/eigenlayer-contracts/blob/f84a5151080cdf0b77b9b6e46506cde723d06c28/src/contracts/interfaces/IRewardsCoordinator.sol',
  effect: 'transfer',
  claims: [
    {
      signature:
        'processClaim((uint32 rootIndex, uint32 earnerIndex, bytes earnerTreeProof, (address earner, bytes32 earnerTokenRoot) earnerLeaf, uint32[] tokenIndices, bytes[] tokenTreeProofs, (address token, uint256 cumulativeEarnings)[] tokenLeaves) claim, address recipient)',
      sender: 'appointed',
    },
  ],
  events: [
    {
      event:
        'event RewardsClaimed(bytes32 root, address indexed earner, address indexed claimer, address indexed recipient, address token, uint256 claimedAmount)',
      wallet: 'earner',
      amount: 'claimedAmount',
      recipient: 'recipient',
      token: 'token',
    },
  ],
  claimed: { check: 'cumulativeClaimed(address earner, address token) returns (uint256)', args: ['wallet', 'token'] },
  root: null,
  token: null,
};
