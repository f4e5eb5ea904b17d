// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pays the accounts that its creator sets in as many parts as they like. Counts what is claimed and, as Arbitrum's
/// distributor does, what is left.
contract InstalmentDistributor {
    mapping(address => uint256) public claimedAmount;
    mapping(address => uint256) public claimableTokens;

    function set(address account, uint256 amount) external {
        claimableTokens[account] = amount;
    }

    function claimPart(address account, uint256 amount) external {
        claimableTokens[account] -= amount;
        claimedAmount[account] += amount;
    }
}
