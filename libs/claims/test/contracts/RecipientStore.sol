// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stores allocations as Arbitrum's distributor does: an amount is set once, and again only after it was claimed.
contract RecipientStore {
    event CanClaim(address indexed recipient, uint256 amount);
    event HasClaimed(address indexed recipient, uint256 amount);

    mapping(address => uint256) public claimableTokens;
    uint256 public totalClaimable;

    function setRecipients(address[] calldata recipients, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < recipients.length; i++) {
            require(claimableTokens[recipients[i]] == 0, "already set");
            claimableTokens[recipients[i]] = amounts[i];
            totalClaimable += amounts[i];
            emit CanClaim(recipients[i], amounts[i]);
        }
    }

    /// Anyone may claim for an account, as there are no tokens.
    function claimFor(address account) external {
        uint256 amount = claimableTokens[account];
        require(amount > 0, "nothing to claim");
        claimableTokens[account] = 0;
        emit HasClaimed(account, amount);
    }
}
