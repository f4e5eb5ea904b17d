import { LIST_CLAIMS } from '../list-claims';
import type { CheckedStyle, UncheckedStyle } from '../style';

/**
 * The owner stores the amount of each wallet; the window is in blocks of layer 1. What a wallet can still claim
 * (`claimableTokens(address)`) shows its claim only beside a block in which every allocation was set, and no longer once anyone has swept
 * the contract, which destroys it.
 */
export const ARBITRUM: UncheckedStyle = {
  source:
    'https://github.com/ArbitrumFoundation/governance/blob/d517b4e95270e236bae45b0917f6a26e9759b2ab/src/TokenDistributor.sol',
  effect: 'transfer',
  claims: [
    ...LIST_CLAIMS.arbitrum,
    {
      signature: 'claimAndDelegate(address delegatee, uint256 expiry, uint8 v, bytes32 r, bytes32 s)',
      sender: 'wallet',
      needs: 'wallet_signature',
    },
  ],
  events: [
    {
      event: 'event HasClaimed(address indexed recipient, uint256 amount)',
      wallet: 'recipient',
      amount: 'amount',
    },
  ],
  claimed: null,
  root: null,
  token: 'token() returns (address)',
  startsAt: { call: 'claimPeriodStart() returns (uint256)', unit: 'l1_blocks' },
  endsAt: { call: 'claimPeriodEnd() returns (uint256)', unit: 'l1_blocks' },
  withdrawals: ['Swept', 'Withdrawal'],
  allocations: {
    from: 'events',
    events: [
      // A wallet can have a second one once its first amount is claimed.
      { event: 'event CanClaim(address indexed recipient, uint256 amount)', entries: 'single', effect: 'add' },
    ],
    view: 'claimableTokens(address) returns (uint256)',
    isClearedByClaim: true,
    total: 'totalClaimable() returns (uint256)',
  },
};

/** The amount follows from the wallet's balances of tokens that cannot be transferred. */
export const LINEA: CheckedStyle = {
  source:
    'https://github.com/Consensys/linea-monorepo/blob/cb180134d7b7904ca588e6d99264b7b10fe06929/contracts/token-generation-event/src/airdrops/TokenAirdrop.sol',
  effect: 'transfer',
  claims: LIST_CLAIMS.linea,
  events: [{ event: 'event Claimed(address indexed user, uint256 amount)', wallet: 'user', amount: 'amount' }],
  claimed: { check: 'hasClaimed(address) returns (bool)' },
  root: null,
  token: 'TOKEN() returns (address)',
  endsAt: { call: 'CLAIM_END() returns (uint256)', unit: 'seconds' },
  withdrawals: ['TokenBalanceWithdrawn'],
  allocations: {
    from: 'balances',
    view: 'calculateAllocation(address) returns (uint256)',
    primary: 'PRIMARY_FACTOR_ADDRESS() returns (address)',
    multiplier: 'PRIMARY_CONDITIONAL_MULTIPLIER_ADDRESS() returns (address)',
    secondary: 'SECONDARY_FACTOR_ADDRESS() returns (address)',
    denominator: 'DENOMINATOR() returns (uint256)',
  },
};

/** Amounts by period, each claimed with a signature of the project's server. */
export const ZORA: UncheckedStyle = {
  isShared: true,
  source:
    'https://github.com/ourzora/zora-protocol/blob/5f2aebad34f77990345b2a77f9a1170e39e7b1dc/packages/incentive-contracts/src/IZoraIncentiveClaim.sol',
  effect: 'transfer',
  claims: [
    {
      signature: 'claim(address account, address claimTo, uint256 periodId, uint256 deadline, bytes signature)',
      sender: 'anyone',
      needs: 'project_signature',
    },
  ],
  events: [
    {
      event: 'event Claimed(address indexed account, address indexed claimTo, uint256 periodId, uint256 amount)',
      wallet: 'account',
      amount: 'amount',
      recipient: 'claimTo',
    },
  ],
  claimed: null,
  root: null,
  token: null,
  allocations: {
    from: 'events',
    events: [
      {
        event:
          'event AllocationsSet(uint256 indexed periodId, string label, (address user, uint256 amount)[] allocations, uint256 startTime, uint256 endTime)',
        entries: 'pairs',
        effect: 'replace',
        isFirst: true,
      },
      {
        event: 'event AllocationsUpdated(uint256 indexed periodId, (address user, uint256 amount)[] allocations)',
        entries: 'pairs',
        effect: 'replace',
      },
    ],
    view: 'periodAllocations(uint256, address) returns (uint256)',
    total: null,
    nextPeriod: 'nextPeriodId() returns (uint256)',
  },
};

/** Amounts that the project sets for each wallet before the claims start, in words of an address and an amount. */
export const ZORA_COMMUNITY: CheckedStyle = {
  source:
    'https://github.com/ourzora/zora-token/blob/cb06a2698da2d0c00bfdacd30a2f136f65cdd5e2/src/claim/ZoraTokenCommunityClaim.sol',
  effect: 'transfer',
  claims: [
    ...LIST_CLAIMS['zora-community'],
    {
      signature: 'claimWithSignature(address account, address claimTo, uint256 deadline, bytes signature)',
      sender: 'anyone',
      needs: 'wallet_signature',
    },
  ],
  events: [
    {
      event: 'event Claimed(address indexed account, address indexed claimTo, uint256 amount)',
      wallet: 'account',
      amount: 'amount',
      recipient: 'claimTo',
    },
  ],
  claimed: { check: 'hasClaimed(address) returns (bool)' },
  root: null,
  token: 'token() returns (address)',
  startsAt: { call: 'claimStart() returns (uint256)', unit: 'seconds' },
  allocations: {
    from: 'events',
    events: [{ event: 'event AllocationsSet(bytes32[] allocations)', entries: 'packed', effect: 'replace' }],
    view: 'allocations(address) returns (uint256)',
    total: 'totalAllocated() returns (uint256)',
  },
};

/** Amounts that a server signs, one claim per signature; the tokens come from another address. */
export const XAI: UncheckedStyle = {
  source:
    'https://github.com/xai-foundation/sentry/blob/72f1bbd911ee90f858660e22318c4788c2a48244/infrastructure/smart-contracts/contracts/drops/XaiGaslessClaim.sol',
  effect: 'transfer',
  claims: [
    {
      signature: 'claimRewards(uint256 claimAmount, uint8 v, bytes32 r, bytes32 s)',
      sender: 'wallet',
      needs: 'project_signature',
    },
  ],
  events: [{ event: 'event Claim(address indexed user, uint256 amount)', wallet: 'user', amount: 'amount' }],
  claimed: null,
  root: null,
  token: 'xai() returns (address)',
  startsAt: { call: 'startTime() returns (uint256)', unit: 'seconds' },
  endsAt: { call: 'endTime() returns (uint256)', unit: 'seconds' },
};

/** The owner stores the amount of each wallet, which a claim sets to 0. */
export const SQUILL: UncheckedStyle = {
  source:
    'https://github.com/open-stablecoin-index/squill-drop/blob/3a36ba33d10aa13a87441218b9b200f8aaa60f2c/contracts/SquillDrop3.vy',
  effect: 'transfer',
  claims: [
    { signature: 'claim()', sender: 'wallet' },
    { signature: 'claim_for(address addr)', sender: 'appointed' },
  ],
  events: [{ event: 'event Claim(address user, uint256 value)', wallet: 'user', amount: 'value' }],
  claimed: null,
  root: null,
  token: 'reward_token() returns (address)',
};
