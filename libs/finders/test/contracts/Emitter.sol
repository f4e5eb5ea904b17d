// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Emits any log, in place of a factory whose code is not published.
contract Emitter {
    function emitLog(bytes32[] calldata topics, bytes calldata data) external {
        bytes memory copy = data;
        uint256 count = topics.length;
        bytes32 first = topics[0];
        bytes32 second = count > 1 ? topics[1] : bytes32(0);
        bytes32 third = count > 2 ? topics[2] : bytes32(0);
        bytes32 fourth = count > 3 ? topics[3] : bytes32(0);
        assembly {
            let start := add(copy, 32)
            let size := mload(copy)
            switch count
            case 1 { log1(start, size, first) }
            case 2 { log2(start, size, first, second) }
            case 3 { log3(start, size, first, second, third) }
            default { log4(start, size, first, second, third, fourth) }
        }
    }
}
