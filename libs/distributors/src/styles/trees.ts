import { LIST_CLAIMS } from '../list-claims';
import type { CheckedStyle, UncheckedStyle } from '../style';

const BY_INDEX = { check: 'isClaimed(uint256 index) returns (bool)' };
const INDEXED_EVENT = {
  event: 'event Claimed(uint256 index, address account, uint256 amount)',
  wallet: 'account',
  amount: 'amount',
  index: 'index',
};

/** One bit per index of the list; also of Optimism. */
export const UNISWAP: CheckedStyle = {
  source: 'https://www.npmjs.com/package/@uniswap/merkle-distributor/v/1.0.1',
  effect: 'transfer',
  claims: LIST_CLAIMS.uniswap,
  events: [INDEXED_EVENT],
  claimed: BY_INDEX,
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/** The first topic of the event is that of `uniswap`, but its arguments are topics. */
export const DEGEN: CheckedStyle = {
  ...UNISWAP,
  source:
    'https://github.com/degen-token/degen-smart-contracts/blob/0b08906a7bb89bf33a85d80c2c84d78a71bdf3c4/contracts/DegenAirdrop1.sol',
  claims: LIST_CLAIMS.degen,
  events: [
    {
      ...INDEXED_EVENT,
      event: 'event Claimed(uint256 indexed index, address indexed account, uint256 indexed amount)',
    },
  ],
  root: 'MERKLE_ROOT() returns (bytes32)',
  token: 'TOKEN() returns (address)',
  endsAt: { call: 'END_TIME() returns (uint256)', unit: 'seconds', isInclusive: true },
};

/** A later claim pays the wallet less, and the rest goes to an escrow. The ABI does not state whether others may claim for a wallet. */
export const SHAPESHIFT: CheckedStyle = {
  ...UNISWAP,
  isTimed: true,
  source:
    'https://github.com/shapeshift/airdrop-merkle/blob/358257423ad6bb39f27f27b3d24fe14d02c3d770/TokenDistributor.json',
  claims: LIST_CLAIMS.degen,
  events: [
    {
      event:
        'event Claimed(uint256 index, address indexed account, uint256 amount, uint256 userClaim, uint256 rewardsEscrowClaim)',
      wallet: 'account',
      amount: 'userClaim',
      index: 'index',
    },
  ],
  startsAt: { call: 'claimsStart() returns (uint256)', unit: 'seconds' },
};

/** The leaf is that of `uniswap`, but its wallet is the sender. */
export const ZKSYNC: CheckedStyle = {
  source:
    'https://github.com/ZKsync-Association/zk-governance/blob/6c96904ee11fcaf094144a18ef310b26c20fa187/l2-contracts/src/ZkMerkleDistributor.sol',
  effect: 'transfer',
  claims: [
    ...LIST_CLAIMS.zksync,
    {
      signature:
        'claimOnBehalf(uint256 index, uint256 amount, bytes32[] merkleProof, (address claimant, uint256 expiry, bytes signature) claimSignatureInfo)',
      sender: 'anyone',
      needs: 'wallet_signature',
    },
  ],
  isMinted: true,
  events: [INDEXED_EVENT],
  claimed: BY_INDEX,
  root: 'MERKLE_ROOT() returns (bytes32)',
  token: 'TOKEN() returns (address)',
  startsAt: { call: 'WINDOW_START() returns (uint256)', unit: 'seconds' },
  endsAt: { call: 'WINDOW_END() returns (uint256)', unit: 'seconds' },
};

/**
 * The token is the distributor; the index of a claim follows from its proof. Also of Hop. Claims have no end: after
 * `claimPeriodEnds()` the owner may take what is left.
 */
export const ENS: CheckedStyle = {
  source:
    'https://github.com/ensdomains/governance/blob/30a1989d89ab6b859b23db5430d345ef84208616/contracts/ENSToken.sol',
  effect: 'transfer',
  claims: LIST_CLAIMS.ens,
  events: [{ event: 'event Claim(address indexed claimant, uint256 amount)', wallet: 'claimant', amount: 'amount' }],
  claimed: BY_INDEX,
  root: 'merkleRoot() returns (bytes32)',
  token: 'self',
};

/**
 * Several kinds of claims in one tree, which pay a virtual token; options cost what the wallet buys with them. A wallet may claim a part of
 * its allocation, once, and only by itself.
 */
export const COW: CheckedStyle = {
  source:
    'https://github.com/cowprotocol/token/blob/eabc4c6609713ca9d4a16163df1a4f3c6b407362/src/contracts/mixins/MerkleDistributor.sol',
  effect: 'lock',
  claims: [
    {
      signature:
        'claim(uint256 index, uint8 claimType, address claimant, uint256 claimableAmount, uint256 claimedAmount, bytes32[] merkleProof)',
      sender: 'anyone',
    },
  ],
  events: [
    {
      event:
        'event Claimed(uint256 index, uint8 claimType, address claimant, uint256 claimableAmount, uint256 claimedAmount)',
      wallet: 'claimant',
      amount: 'claimedAmount',
      index: 'index',
    },
  ],
  claimed: BY_INDEX,
  root: 'merkleRoot() returns (bytes32)',
  token: 'self',
};

/** Campaigns by a 16-byte id in one contract per chain; locked ones give an NFT of a plan, delegating ones need a delegate. */
export const HEDGEY: UncheckedStyle = {
  isShared: true,
  source:
    'https://github.com/hedgey-finance/DelegatedTokenClaims/blob/232c45f61de779f33f413deedeaf7f399cfb6659/contracts/DelegatedClaimCampaigns.sol',
  effect: 'transfer',
  claims: [{ signature: 'claim(bytes16 campaignId, bytes32[] proof, uint256 claimAmount)', sender: 'wallet' }],
  events: [
    {
      event:
        'event UnlockedTokensClaimed(bytes16 indexed id, address indexed claimer, uint256 amountClaimed, uint256 amountRemaining)',
      wallet: 'claimer',
      amount: 'amountClaimed',
    },
    {
      event:
        'event LockedTokensClaimed(bytes16 indexed id, address indexed claimer, uint256 indexed tokenId, uint256 amountClaimed, uint256 amountRemaining)',
      wallet: 'claimer',
      amount: 'amountClaimed',
    },
  ],
  claimed: null,
  root: null,
  token: null,
};
