// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Gives tokens to whom a tree of (index, account, amount) names, each index once: as Uniswap's distributor does, which
/// keeps what is claimed as one bit an index.
contract IndexedDistributor {
    event Claimed(uint256 index, address account, uint256 amount);

    Transferable public immutable token;
    bytes32 public immutable merkleRoot;
    mapping(uint256 => uint256) private words;

    constructor(address token_, bytes32 root) {
        token = Transferable(token_);
        merkleRoot = root;
    }

    function isClaimed(uint256 index) public view returns (bool) {
        return words[index >> 8] & (1 << (index & 255)) != 0;
    }

    function claim(uint256 index, address account, uint256 amount, bytes32[] calldata proof) external {
        require(!isClaimed(index), "claimed before");
        bytes32 node = keccak256(abi.encodePacked(index, account, amount));
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(abi.encodePacked(low, high));
        }
        require(node == merkleRoot, "not in the tree");
        words[index >> 8] |= 1 << (index & 255);
        require(token.transfer(account, amount), "transfer failed");
        emit Claimed(index, account, amount);
    }
}
