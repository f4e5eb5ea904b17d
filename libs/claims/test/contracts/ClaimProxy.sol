// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A proxy of EIP-1967 that anyone upgrades.
contract ClaimProxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation) {
        upgradeTo(implementation);
    }

    function upgradeTo(address implementation) public {
        assembly {
            sstore(IMPLEMENTATION, implementation)
        }
    }

    fallback() external {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(IMPLEMENTATION), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if done { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }
}
