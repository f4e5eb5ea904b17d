// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A wallet that is a contract, from which anyone sends calls.
contract ContractWallet {
    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external {
        (bool isDone,) = to.call{value: value}(data);
        require(isDone, "call failed");
    }
}
