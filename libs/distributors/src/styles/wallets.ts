import type { CheckedStyle } from '../style';

// One claim per wallet or leaf, without an index.

export const VELODROME: CheckedStyle = {
  source:
    'https://github.com/velodrome-finance/v1/blob/de6b2a19b5174013112ad41f07cf98352bfe1f24/contracts/redeem/MerkleClaim.sol',
  effect: 'transfer',
  claims: [{ signature: 'claim(address to, uint256 amount, bytes32[] proof)', sender: 'anyone' }],
  events: [{ event: 'event Claim(address indexed to, uint256 amount)', wallet: 'to', amount: 'amount' }],
  claimed: { check: 'hasClaimed(address) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'VELO() returns (address)',
};

/** The leaf is a text. The owner may replace the root, and have claims minted or locked instead: `rewardToken()` is 0 then. */
export const CONVEX: CheckedStyle = {
  source:
    'https://github.com/convex-eth/platform/blob/4f22038387ca4ce014dec3d7f5781a8e28051c13/contracts/contracts/MerkleAirdrop.sol',
  effect: 'transfer',
  claims: [{ signature: 'claim(bytes32[] _proof, address _who, uint256 _amount)', sender: 'anyone' }],
  events: [{ event: 'event Claim(address addr, uint256 num)', wallet: 'addr', amount: 'num' }],
  claimed: { check: 'hasClaimed(address) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'rewardToken() returns (address)',
};

/** The leaf is that of `uniswap`; the index has no other use. */
export const WALLETCONNECT: CheckedStyle = {
  source:
    'https://github.com/WalletConnect/contracts/blob/0a9a7260344e671f62087547cb3c0cf49b464986/evm/src/Airdrop.sol',
  effect: 'transfer',
  claims: [{ signature: 'claimTokens(uint256 index, uint256 amount, bytes32[] merkleProof)', sender: 'wallet' }],
  events: [
    { event: 'event TokensClaimed(address indexed recipient, uint256 amount)', wallet: 'recipient', amount: 'amount' },
  ],
  claimed: { check: 'claimed(address account) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/** A claim is known by its leaf. */
export const LISTA: CheckedStyle = {
  source:
    'https://github.com/lista-dao/lista-token/blob/5b211713cd1117dcf17f15516077836460104141/contracts/ListaAirdrop.sol',
  effect: 'transfer',
  claims: [{ signature: 'claim(address account, uint256 amount, bytes32[] proof)', sender: 'anyone' }],
  events: [{ event: 'event Claimed(address account, uint256 amount)', wallet: 'account', amount: 'amount' }],
  claimed: { check: 'claimed(bytes32 leaf) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
  startsAt: { call: 'startTime() returns (uint256)', unit: 'seconds' },
  endsAt: { call: 'endTime() returns (uint256)', unit: 'seconds' },
};
