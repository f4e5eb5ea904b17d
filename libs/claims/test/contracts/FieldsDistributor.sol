// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Records claims of trees whose leaves have other fields than wallet and amount: as Merkl's and CoW's distributors hash
/// them, and as 1inch's cumulative one does.
contract FieldsDistributor {
    bytes32 public immutable merkleRoot;
    mapping(address => uint256) public claimed;

    constructor(bytes32 root) {
        merkleRoot = root;
    }

    /// Merkl: (user, token, amount), encoded and hashed once.
    function claimReward(address user, address token, uint256 amount, bytes32[] calldata proof) external {
        record(user, amount, sorted(keccak256(abi.encode(user, token, amount)), proof));
    }

    /// CoW: (index, type, claimant, amount), packed.
    function claimTyped(uint256 index, uint8 kind, address account, uint256 amount, bytes32[] calldata proof) external {
        record(account, amount, sorted(keccak256(abi.encodePacked(index, kind, account, amount)), proof));
    }

    /// 1inch: (account, cumulative amount), packed.
    function claimCumulative(address account, uint256 amount, bytes32[] calldata proof) external {
        record(account, amount, sorted(keccak256(abi.encodePacked(account, amount)), proof));
    }

    /// (account, amount), encoded and hashed twice, in a tree of any library.
    function claimTwice(address account, uint256 amount, bytes32[] calldata proof) external {
        record(account, amount, sorted(keccak256(bytes.concat(keccak256(abi.encode(account, amount)))), proof));
    }

    /// (account, amount), encoded and hashed once, in a tree that hashes pairs by position.
    function claimPlaced(address account, uint256 amount, bytes32[] calldata proof, bool[] calldata isLeft) external {
        bytes32 node = keccak256(abi.encode(account, amount));
        require(isLeft.length == proof.length, "sides");
        for (uint256 step = 0; step < proof.length; step++) {
            node = isLeft[step]
                ? keccak256(abi.encodePacked(proof[step], node))
                : keccak256(abi.encodePacked(node, proof[step]));
        }
        record(account, amount, node);
    }

    function sorted(bytes32 node, bytes32[] calldata proof) private pure returns (bytes32) {
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(abi.encodePacked(low, high));
        }
        return node;
    }

    function record(address account, uint256 amount, bytes32 node) private {
        require(node == merkleRoot, "not in the tree");
        require(claimed[account] == 0, "claimed before");
        claimed[account] = amount;
    }
}
