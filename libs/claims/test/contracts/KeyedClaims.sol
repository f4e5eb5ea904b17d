// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Keeps claims under keys beside or instead of the wallet, as published distributors do.
contract KeyedClaims {
    /// By week, as Balancer's distributor.
    mapping(uint256 => mapping(address => bool)) private byWeek;
    /// By the id of a campaign, as Hedgey's.
    mapping(bytes16 => mapping(address => bool)) private byCampaign;
    mapping(bytes32 => bool) private byLeaf;
    mapping(bytes16 => bool) private byHalfLeaf;

    function claimed(uint256 week, address user) external view returns (bool) {
        return byWeek[week][user];
    }

    function claimed(bytes16 campaign, address user) external view returns (bool) {
        return byCampaign[campaign][user];
    }

    function isClaimed(bytes32 leaf) external view returns (bool) {
        return byLeaf[leaf];
    }

    function hasClaimed(bytes16 leaf) external view returns (bool) {
        return byHalfLeaf[leaf];
    }

    function claimInWeek(uint256 week, address user) external {
        byWeek[week][user] = true;
    }

    function claimInCampaign(bytes16 campaign, address user) external {
        byCampaign[campaign][user] = true;
    }

    /// Computes the leaf of an account itself, as OpenZeppelin's standard trees encode it.
    function claimLeaf(address account, uint256 amount) external {
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(account, amount))));
        byLeaf[leaf] = true;
        byHalfLeaf[bytes16(leaf)] = true;
    }
}
