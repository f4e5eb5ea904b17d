// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token with as much of ERC-20 as tests of counting need, and an event that is no transfer.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed user, uint256 amount);

    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public depositOf;

    /// Any account may mint tokens, as they have no value.
    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// Moves tokens aside, without a transfer.
    function deposit(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        depositOf[msg.sender] += amount;
        emit Deposit(msg.sender, amount);
    }
}
