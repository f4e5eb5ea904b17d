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
    { signature: 'claim()', sender: 'wallet' },
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
};

/** The amount follows from the wallet's balances of tokens that cannot be transferred. */
export const LINEA: CheckedStyle = {
  source:
    'https://github.com/Consensys/linea-monorepo/blob/cb180134d7b7904ca588e6d99264b7b10fe06929/contracts/token-generation-event/src/airdrops/TokenAirdrop.sol',
  effect: 'transfer',
  claims: [{ signature: 'claim()', sender: 'wallet' }],
  events: [{ event: 'event Claimed(address indexed user, uint256 amount)', wallet: 'user', amount: 'amount' }],
  claimed: { check: 'hasClaimed(address) returns (bool)' },
  root: null,
  token: 'TOKEN() returns (address)',
  endsAt: { call: 'CLAIM_END() returns (uint256)', unit: 'seconds' },
  withdrawals: ['TokenBalanceWithdrawn'],
};

/** Amounts by period, each claimed with a signature of the project's server. */
export const ZORA: UncheckedStyle = {
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
};
