import type { CheckedStyle, UncheckedStyle } from '../style';

// A claim pays what has vested since the one before.

export const SADDLE: CheckedStyle = {
  isTimed: true,
  source:
    'https://github.com/saddle-finance/saddle-contract/blob/2cfdd05580efb626d79d597034b2cf5ae89b5626/contracts/RetroactiveVesting.sol',
  effect: 'transfer',
  claims: [
    {
      signature: 'verifyAndClaimReward(address account, uint256 totalAmount, bytes32[] merkleProof)',
      sender: 'anyone',
    },
    { signature: 'claimReward(address account)', sender: 'anyone' },
  ],
  events: [{ event: 'event Claimed(address indexed account, uint256 amount)', wallet: 'account', amount: 'amount' }],
  claimed: {
    check: 'vestings(address account) returns (bool isVerified, uint120 totalAmount, uint120 released)',
    result: 'released',
  },
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/** Tokensoft's distributor of several chains: a signature sends the tokens to another address, also on another chain. */
export const CONNEXT: CheckedStyle = {
  isTimed: true,
  source:
    'https://github.com/SoftDAO/contracts/blob/d7ba972e05ce082b9067db6063c9dfb9c6953830/packages/hardhat/contracts/claim/CrosschainTrancheVestingMerkle.sol',
  effect: 'transfer',
  claims: [
    { signature: 'claimByMerkleProof(address _beneficiary, uint256 _total, bytes32[] _proof)', sender: 'anyone' },
    {
      signature:
        'claimBySignature(address _recipient, uint32 _recipientDomain, address _beneficiary, uint32 _beneficiaryDomain, uint256 _total, bytes _signature, bytes32[] _proof)',
      sender: 'anyone',
      needs: 'wallet_signature',
    },
  ],
  events: [
    {
      event:
        'event CrosschainClaim(bytes32 indexed id, address indexed beneficiary, address indexed recipient, uint32 recipientDomain, uint256 amount)',
      wallet: 'beneficiary',
      amount: 'amount',
      recipient: 'recipient',
    },
  ],
  claimed: {
    check:
      'getDistributionRecord(address beneficiary) returns ((bool initialized, uint120 total, uint120 claimed) record)',
    result: 'claimed',
  },
  root: 'getMerkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/**
 * The wallet redeems its leaf for a vesting, and claims from that. Both are known by the hash of the vesting, which a list does not have,
 * and no event states an amount.
 */
export const SAFE: UncheckedStyle = {
  source:
    'https://github.com/safe-global/safe-token/blob/886fc7b02de10d57e51bb05b057df2d2f9a7aa49/contracts/Airdrop.sol',
  effect: 'stream',
  claims: [
    {
      signature: 'redeem(uint8 curveType, uint16 durationWeeks, uint64 startDate, uint128 amount, bytes32[] proof)',
      sender: 'wallet',
    },
    {
      signature: 'claimVestedTokens(bytes32 vestingId, address beneficiary, uint128 tokensToClaim)',
      sender: 'wallet',
    },
    {
      signature: 'claimVestedTokensViaModule(bytes32 vestingId, address beneficiary, uint128 tokensToClaim)',
      sender: 'wallet',
    },
  ],
  events: [
    { event: 'event AddedVesting(bytes32 indexed id, address indexed account)', wallet: 'account', amount: null },
    {
      event: 'event ClaimedVesting(bytes32 indexed id, address indexed account, address indexed beneficiary)',
      wallet: 'account',
      amount: null,
      recipient: 'beneficiary',
    },
  ],
  claimed: null,
  root: 'root() returns (bytes32)',
  token: 'token() returns (address)',
  endsAt: { call: 'redeemDeadline() returns (uint64)', unit: 'seconds' },
};

/** As `safe`; the vesting is in a contract of the wallet. */
export const SHUTTER: UncheckedStyle = {
  ...SAFE,
  source:
    'https://github.com/shutter-network/shutter-dao/blob/c4e1cdbab306f013fb1d4e7698b9ea74bbdb4f8d/contracts/Airdrop.sol',
  claims: [
    {
      signature:
        'redeem(uint8 curveType, uint16 durationWeeks, uint64 startDate, uint128 amount, uint128 initialUnlock, bytes32[] proof, bool requiresSPT)',
      sender: 'wallet',
    },
  ],
  events: [{ event: 'event RedeemedVesting(bytes32 indexed id, address indexed user)', wallet: 'user', amount: null }],
};
