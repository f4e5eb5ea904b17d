// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Gives tokens to whom a tree of (account, amount) names, each account once; what is claimed is a mapping. Leaves are
/// two words that are hashed twice, as in OpenZeppelin's standard trees, or packed and hashed once, as in ENS's.
contract MappedDistributor {
    event Claimed(address indexed account, uint256 amount);

    Transferable public immutable token;
    bytes32 public immutable merkleRoot;
    bool public immutable hashesTwice;
    mapping(address => bool) public claimed;
    mapping(address => uint256) public amountClaimed;

    constructor(address token_, bytes32 root, bool hashesTwice_) {
        token = Transferable(token_);
        merkleRoot = root;
        hashesTwice = hashesTwice_;
    }

    function claim(address account, uint256 amount, bytes32[] calldata proof) external {
        require(!claimed[account], "claimed before");
        bytes32 node = hashesTwice
            ? keccak256(bytes.concat(keccak256(abi.encode(account, amount))))
            : keccak256(abi.encodePacked(account, amount));
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(bytes.concat(low, high));
        }
        require(node == merkleRoot, "not in the tree");
        claimed[account] = true;
        amountClaimed[account] = amount;
        require(token.transfer(account, amount), "transfer failed");
        emit Claimed(account, amount);
    }

    /// Fails for whom nothing was paid, as some contracts do rather than saying no.
    function paid(address account) external view returns (bool) {
        require(claimed[account], "nothing paid");
        return true;
    }
}
