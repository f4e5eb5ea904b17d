// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Balances {
    function balanceOf(address account) external view returns (uint256);
}

/// Computes allocations as Linea's airdrop does, from the balances of up to three tokens.
contract FactorAirdrop {
    uint256 public constant DENOMINATOR = 1e9;
    Balances public immutable PRIMARY_FACTOR_ADDRESS;
    Balances public immutable PRIMARY_CONDITIONAL_MULTIPLIER_ADDRESS;
    Balances public immutable SECONDARY_FACTOR_ADDRESS;

    constructor(Balances primary, Balances multiplier, Balances secondary) {
        PRIMARY_FACTOR_ADDRESS = primary;
        PRIMARY_CONDITIONAL_MULTIPLIER_ADDRESS = multiplier;
        SECONDARY_FACTOR_ADDRESS = secondary;
    }

    function calculateAllocation(address account) external view returns (uint256 amount) {
        if (address(PRIMARY_FACTOR_ADDRESS) != address(0)) {
            uint256 factor = PRIMARY_CONDITIONAL_MULTIPLIER_ADDRESS.balanceOf(account);
            amount = (PRIMARY_FACTOR_ADDRESS.balanceOf(account) * factor) / DENOMINATOR;
        }
        if (address(SECONDARY_FACTOR_ADDRESS) != address(0)) amount += SECONDARY_FACTOR_ADDRESS.balanceOf(account);
    }
}
