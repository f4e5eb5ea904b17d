import { LIST_CLAIMS } from '../list-claims';
import type { CheckedStyle } from '../style';

// One claim per wallet or leaf, without an index.

export const VELODROME: CheckedStyle = {
  source:
    'https://github.com/velodrome-finance/v1/blob/de6b2a19b5174013112ad41f07cf98352bfe1f24/contracts/redeem/MerkleClaim.sol',
  effect: 'transfer',
  claims: LIST_CLAIMS.velodrome,
  isMinted: true,
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
  claims: LIST_CLAIMS.convex,
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
  claims: LIST_CLAIMS.walletconnect,
  events: [
    { event: 'event TokensClaimed(address indexed recipient, uint256 amount)', wallet: 'recipient', amount: 'amount' },
  ],
  isFromReserve: true,
  claimed: { check: 'claimed(address account) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
  paused: 'paused() returns (bool)',
};

/** A wallet claims once, after it has offered a token for sale on LooksRare. */
export const LOOKSRARE: CheckedStyle = {
  source:
    'https://github.com/nottotis/test-looksrare/blob/7e6919c8e61cc132a0fbbf4ba58ee74176d41ea9/contracts/LooksRareAirdrop.sol',
  effect: 'transfer',
  claims: [
    {
      signature:
        'claim(uint256 amount, bytes32[] merkleProof, (bool isOrderAsk, address signer, address collection, uint256 price, uint256 tokenId, uint256 amount, address strategy, address currency, uint256 nonce, uint256 startTime, uint256 endTime, uint256 minPercentageToAsk, bytes params, uint8 v, bytes32 r, bytes32 s) makerAsk, bool isERC721)',
      sender: 'wallet',
    },
  ],
  events: [
    { event: 'event AirdropRewardsClaim(address indexed user, uint256 amount)', wallet: 'user', amount: 'amount' },
  ],
  claimed: { check: 'hasClaimed(address) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'looksRareToken() returns (address)',
  endsAt: { call: 'endTimestamp() returns (uint256)', unit: 'seconds' },
  withdrawals: ['TokensWithdrawn'],
};

/** A claim is known by its leaf; the owner may replace the root. */
export const BLUR: CheckedStyle = {
  source:
    'https://github.com/costa-group/gasol_ml/blob/b8277bd4b4c06095370684a8020df6590417930f/examples/most-called/0xf2d15c0a89428c9251d71a0e29b39ff1e86bce25/contracts/BlurAirdrop.sol',
  effect: 'transfer',
  claims: LIST_CLAIMS.blur,
  events: [{ event: 'event Claimed(address account, uint256 amount)', wallet: 'account', amount: 'amount' }],
  claimed: { check: 'claimed(bytes32 leaf) returns (bool)' },
  root: 'merkleRoot() returns (bytes32)',
  token: 'token() returns (address)',
};

/** As `blur`, with a window. */
export const LISTA: CheckedStyle = {
  ...BLUR,
  source:
    'https://github.com/lista-dao/lista-token/blob/5b211713cd1117dcf17f15516077836460104141/contracts/ListaAirdrop.sol',
  startsAt: { call: 'startTime() returns (uint256)', unit: 'seconds' },
  endsAt: { call: 'endTime() returns (uint256)', unit: 'seconds', isInclusive: true },
};
