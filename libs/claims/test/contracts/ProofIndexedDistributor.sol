// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Pays the accounts of a tree of (account, amount) leaves without an index: as ENS's token does, it reads the index of
/// a claim from the proof, one bit per step, and keeps one bit per index.
contract ProofIndexedDistributor {
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

    function claim(address account, uint256 amount, bytes32[] calldata proof) external {
        bytes32 node = keccak256(abi.encodePacked(account, amount));
        uint256 index = 0;
        for (uint256 step = 0; step < proof.length; step++) {
            bool isGreater = node > proof[step];
            index = index * 2 + (isGreater ? 1 : 0);
            node = isGreater
                ? keccak256(bytes.concat(proof[step], node))
                : keccak256(bytes.concat(node, proof[step]));
        }
        require(node == merkleRoot, "not in the tree");
        require(!isClaimed(index), "claimed before");
        words[index >> 8] |= 1 << (index & 255);
        require(token.transfer(account, amount), "transfer failed");
        emit Claimed(index, account, amount);
    }
}
