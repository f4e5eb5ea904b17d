// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token that cannot be transferred, as the factors of Linea's airdrop.
contract SoulboundToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;
    uint256 public totalSupply;

    function batchMintMultiple(address[] calldata to, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < to.length; i++) {
            balanceOf[to[i]] += amounts[i];
            totalSupply += amounts[i];
            emit Transfer(address(0), to[i], amounts[i]);
        }
    }

    function burn(address from, uint256 amount) external {
        balanceOf[from] -= amount;
        totalSupply -= amount;
        emit Transfer(from, address(0), amount);
    }
}
