// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Stores allocations as Zora's community claim does: words of an amount and an address, the last one of an account counts.
contract PackedStore {
    event AllocationsSet(bytes32[] allocations);

    mapping(address => uint96) private stored;
    uint256 public totalAllocated;

    function allocations(address account) external view returns (uint256) {
        return stored[account];
    }

    function setAllocations(bytes32[] calldata packed) external {
        uint256 total = totalAllocated;
        for (uint256 i = 0; i < packed.length; i++) {
            address account = address(uint160(uint256(packed[i])));
            uint96 amount = uint96(uint256(packed[i]) >> 160);
            total = total + amount - stored[account];
            stored[account] = amount;
        }
        totalAllocated = total;
        emit AllocationsSet(packed);
    }
}
