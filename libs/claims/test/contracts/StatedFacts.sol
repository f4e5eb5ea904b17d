// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// What distributors of several styles state of themselves, under the names of each style.
contract StatedFacts {
  address public immutable token;
  address public immutable TOKEN;
  bytes32 public immutable merkleRoot;
  bytes32 public immutable MERKLE_ROOT;
  uint256 public immutable WINDOW_START;
  uint256 public immutable WINDOW_END;
  uint256 public immutable CLAIM_END;
  uint40 public immutable CAMPAIGN_START_TIME;
  uint40 public immutable EXPIRATION;

  constructor(address token_, bytes32 root, uint40 start, uint40 end) {
    (token, TOKEN) = (token_, token_);
    (merkleRoot, MERKLE_ROOT) = (root, root);
    (WINDOW_START, CAMPAIGN_START_TIME) = (start, start);
    (WINDOW_END, CLAIM_END, EXPIRATION) = (end, end, end);
  }
}
