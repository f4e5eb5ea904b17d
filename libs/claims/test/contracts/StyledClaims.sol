// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Keeps claims in the ways of published distributors; its creator records each claim.
contract StyledClaims {
    struct Claim {
        uint208 amount;
        uint48 timestamp;
        bytes32 merkleRoot;
    }

    /// As Merkl's distributor: by user and token.
    mapping(address => mapping(address => Claim)) public claimed;
    /// A number that is 1 once claimed.
    mapping(address => uint256) public hasClaimed;
    /// The sum of all rounds, as 1inch's drops.
    mapping(address => uint256) public cumulativeClaimed;
    /// What is left, as Arbitrum's distributor.
    mapping(address => uint256) public claimableTokens;

    function recordClaim(address user, address token, uint208 amount) external {
        claimed[user][token] = Claim(amount, uint48(block.timestamp), keccak256("root"));
    }

    function setFlag(address user, uint256 value) external {
        hasClaimed[user] = value;
    }

    function addRound(address user, uint256 amount) external {
        cumulativeClaimed[user] += amount;
    }

    function setRecipient(address user, uint256 amount) external {
        claimableTokens[user] = amount;
    }

    function claimPart(address user, uint256 amount) external {
        claimableTokens[user] -= amount;
    }
}
