import { LIST_CLAIMS } from '../list-claims';
import type { CheckedStyle, ClaimEvent, ClaimFunction, WindowBound } from '../style';

/** ABIs of every release as their authors publish them. */
const SOURCE = 'https://www.npmjs.com/package/sablier/v/4.1.0';
const BY_INDEX = { check: 'hasClaimed(uint256 index) returns (bool)' };
const EXPIRATION: WindowBound = { call: 'EXPIRATION() returns (uint40)', unit: 'seconds' };

const CLAIM_VIA_SIG: ClaimFunction = {
  signature:
    'claimViaSig(uint256 index, address recipient, address to, uint128 amount, uint40 validFrom, bytes32[] merkleProof, bytes signature)',
  sender: 'anyone',
  needs: 'wallet_signature',
};
const STREAMED = 'event Claim(uint256 index, address indexed recipient, uint128 amount, uint256 indexed streamId)';
const PAID = 'event Claim(uint256 index, address indexed recipient, uint128 amount)';
const claimed = (event: string, others: Partial<ClaimEvent> = {}): ClaimEvent => ({
  event,
  wallet: 'recipient',
  amount: 'amount',
  index: 'index',
  ...others,
});
/** Event of a claim since v2.0, which may pay another address. */
const claimedTo = (name: string, stream = ''): ClaimEvent =>
  claimed(`event ${name}(uint256 index, address indexed recipient, uint128 amount, ${stream}address to, bool viaSig)`, {
    recipient: 'to',
  });
const STREAM = 'uint256 indexed streamId, ';

const campaign = {
  source: SOURCE,
  claimed: BY_INDEX,
  root: 'MERKLE_ROOT() returns (bytes32)',
  endsAt: EXPIRATION,
  withdrawals: ['Clawback'],
} as const;
const V1 = { ...campaign, claims: LIST_CLAIMS['sablier-v1'], token: 'ASSET() returns (address)' } as const;
const V2 = {
  ...campaign,
  claims: [...LIST_CLAIMS['sablier-instant'], CLAIM_VIA_SIG],
  token: 'TOKEN() returns (address)',
  startsAt: { call: 'CAMPAIGN_START_TIME() returns (uint40)', unit: 'seconds' },
  feeWei: 'calculateMinFeeWei() returns (uint256)',
  isFeeFloating: true,
  // v3.0.
  claimType: 'CLAIM_TYPE() returns (uint8)',
} as const;

/** v1.1 and v1.2: a claim starts a stream. */
export const SABLIER_V1: CheckedStyle = { ...V1, effect: 'stream', events: [claimed(STREAMED)] };

/** v1.3: a fee in wei that the contract states; `Instant` pays at once. */
const V1_3 = { ...V1, token: 'TOKEN() returns (address)', feeWei: 'FEE() returns (uint256)' } as const;
export const SABLIER_V1_3_INSTANT: CheckedStyle = { ...V1_3, effect: 'transfer', events: [claimed(PAID)] };
export const SABLIER_V1_3_STREAM: CheckedStyle = { ...V1_3, effect: 'stream', events: [claimed(STREAMED)] };

const VESTING = {
  startsAt: 'VESTING_START_TIME() returns (uint40)',
  isCancelable: 'STREAM_CANCELABLE() returns (bool)',
} as const;

/**
 * v2.0 and v3.0: a fee in USD, whose amount in wei follows a price. Once the whole is unlocked, a claim pays at once. In v3.0 a
 * campaign can ask for a signature of its project instead (`CLAIM_TYPE()`), which these functions do not give.
 */
export const SABLIER_INSTANT: CheckedStyle = { ...V2, effect: 'transfer', events: [claimedTo('ClaimInstant')] };
export const SABLIER_LINEAR: CheckedStyle = {
  ...V2,
  effect: 'stream',
  events: [claimedTo('ClaimLLWithTransfer'), claimedTo('ClaimLLWithVesting', STREAM)],
  vesting: {
    ...VESTING,
    startShare: 'VESTING_START_UNLOCK_PERCENTAGE() returns (uint256)',
    cliffSeconds: 'VESTING_CLIFF_DURATION() returns (uint40)',
    cliffShare: 'VESTING_CLIFF_UNLOCK_PERCENTAGE() returns (uint256)',
    seconds: 'VESTING_TOTAL_DURATION() returns (uint40)',
    // v3.0.
    every: 'VESTING_GRANULARITY() returns (uint40)',
  },
};
export const SABLIER_TRANCHED: CheckedStyle = {
  ...V2,
  effect: 'stream',
  events: [claimedTo('ClaimLTWithTransfer'), claimedTo('ClaimLTWithVesting', STREAM)],
  vesting: {
    ...VESTING,
    tranches: 'tranchesWithPercentages() returns ((uint64 unlockPercentage, uint40 duration)[])',
  },
};
/** A claim before the end of the window pays less, for good. */
export const SABLIER_VARIABLE: CheckedStyle = {
  isTimed: true,
  ...V2,
  effect: 'transfer',
  forgone: {
    paid: 'calculateClaimAmount(uint128 fullAmount, uint40 claimTime) returns (uint128)',
    forgone: 'calculateForgoneAmount(uint128 fullAmount, uint40 claimTime) returns (uint128)',
  },
  vesting: {
    startsAt: VESTING.startsAt,
    startShare: 'UNLOCK_PERCENTAGE() returns (uint256)',
    endsAt: 'VESTING_END_TIME() returns (uint40)',
  },
  claims: [
    ...LIST_CLAIMS['sablier-variable'],
    {
      signature:
        'claimViaSig(uint256 index, address recipient, address to, uint128 fullAmount, uint40 validFrom, bytes32[] merkleProof, bytes signature)',
      sender: 'anyone',
      needs: 'wallet_signature',
    },
  ],
  events: [
    claimed(
      'event ClaimVCA(uint256 index, address indexed recipient, uint128 claimAmount, uint128 forgoneAmount, address to, bool viaSig)',
      { amount: 'claimAmount', recipient: 'to' },
    ),
    // v3.0, after the end of the vesting: a share of what earlier claimers have forgone, paid in one transfer with the claim.
    claimed('event RedistributeReward(uint256 index, address indexed recipient, uint128 amount, address to)', {
      recipient: 'to',
      isAddition: true,
    }),
  ],
};
