// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token that any account mints and moves, and whose transfers can cost a fee.
contract ClaimToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;
    uint256 public feePercent;

    function setFee(uint256 percent) external {
        feePercent = percent;
    }

    function mint(address to, uint256 value) public returns (bool) {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
        return true;
    }

    /// The name under which Velodrome's token mints.
    function claim(address to, uint256 value) external returns (bool) {
        return mint(to, value);
    }

    /// Every account may move tokens.
    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return transferFrom(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) public returns (bool) {
        uint256 fee = value * feePercent / 100;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        balanceOf[address(1)] += fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) emit Transfer(from, address(1), fee);
        return true;
    }
}
