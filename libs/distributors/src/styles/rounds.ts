import type { CheckedStyle, UncheckedStyle } from '../style';

// Contracts of several rounds, whose later ones are not in the list of a drop.

/** Totals over all epochs; the wallet, or an operator of the contract, claims. */
export const DYDX: CheckedStyle = {
  isShared: true,
  source:
    'https://github.com/dydxfoundation/governance-contracts/blob/804a6e41f96f8b67daeff1d681b4c1c66ceb2547/contracts/merkle-distributor/v1/MerkleDistributorV1.sol',
  effect: 'transfer',
  claims: [
    { signature: 'claimRewards(uint256 cumulativeAmount, bytes32[] merkleProof)', sender: 'wallet' },
    {
      signature: 'claimRewardsFor(address user, uint256 cumulativeAmount, bytes32[] merkleProof)',
      sender: 'appointed',
    },
  ],
  events: [{ event: 'event RewardsClaimed(address account, uint256 amount)', wallet: 'account', amount: 'amount' }],
  claimed: { check: 'getClaimed(address user) returns (uint256)' },
  // `getActiveRoot()` returns the epoch and its file as well.
  root: null,
  token: 'REWARDS_TOKEN() returns (address)',
};

/** Totals over all rounds; the index of a leaf is the number of its round. A fee is kept from what a claim states. */
export const KERNEL: CheckedStyle = {
  isShared: true,
  source:
    'https://github.com/Kelp-DAO/LRT-rsETH/blob/c289b815eb8f3300ed9feab13ef6b8b05515a15c/contracts/utils/MerkleDistributor/MerkleDistributor.sol',
  effect: 'transfer',
  claims: [
    {
      signature: 'claim(uint256 index, address account, uint256 cumulativeAmount, bytes32[] merkleProof)',
      sender: 'anyone',
    },
  ],
  events: [
    {
      event: 'event Claimed(uint256 index, address account, uint256 amount)',
      wallet: 'account',
      amount: 'amount',
      index: 'index',
    },
  ],
  claimed: { check: 'isClaimed(uint256 index, address account) returns (bool)' },
  root: 'currentMerkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/** Totals per epoch and token; a claim names both. */
export const SPARK: UncheckedStyle = {
  isShared: true,
  source:
    'https://github.com/sparkdotfi/spark-rewards/blob/77bc191d027d33399440c49831a4f6700ccfe7b7/src/SparkRewards.sol',
  effect: 'transfer',
  claims: [
    {
      signature:
        'claim(uint256 epoch, address account, address token, uint256 cumulativeAmount, bytes32 expectedMerkleRoot, bytes32[] merkleProof)',
      sender: 'anyone',
    },
  ],
  events: [
    {
      event: 'event Claimed(uint256 indexed epoch, address indexed account, address indexed token, uint256 amount)',
      wallet: 'account',
      amount: 'amount',
      token: 'token',
    },
  ],
  claimed: null,
  root: 'merkleRoot() returns (bytes32)',
  token: null,
};

const TOWNS_CLAIM =
  '(uint256 conditionId, address account, address recipient, uint256 quantity, uint256 points, bytes32[] proof) req';
const townsClaimed = (name: string) => ({
  event: `event ${name}(uint256 indexed conditionId, address indexed claimer, address indexed account, uint256 amount)`,
  wallet: 'account',
  amount: 'amount',
  recipient: null,
});

/** A root, a token and a penalty per condition, of which the contract has several; the tokens are staked, or paid less the penalty. */
export const TOWNS: UncheckedStyle = {
  isShared: true,
  source:
    'https://github.com/towns-protocol/towns/blob/839aba6fe2aa83404f8e0b29bb7a5face56618f0/packages/contracts/src/airdrop/drop/DropFacet.sol',
  effect: 'transfer',
  claims: [
    { signature: `claimWithPenalty(${TOWNS_CLAIM}, uint16 expectedPenaltyBps)`, sender: 'wallet' },
    {
      signature: `claimAndStake(${TOWNS_CLAIM}, address delegatee, uint256 deadline, bytes signature)`,
      sender: 'wallet',
      needs: 'wallet_signature',
    },
  ],
  events: [townsClaimed('DropFacet_Claimed_WithPenalty'), townsClaimed('DropFacet_Claimed_And_Staked')],
  claimed: null,
  root: null,
  token: null,
};
