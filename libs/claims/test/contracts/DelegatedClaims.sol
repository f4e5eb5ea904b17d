// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A token that distributes itself as ENS does: a claim delegates the votes, and its index follows from the proof.
contract DelegatedClaims {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Claim(address indexed claimant, uint256 amount);

    bytes32 public immutable merkleRoot;
    mapping(address => uint256) public balanceOf;
    mapping(address => address) public delegates;
    mapping(uint256 => bool) public isClaimed;

    constructor(bytes32 root, uint256 supply) {
        merkleRoot = root;
        balanceOf[address(this)] = supply;
    }

    function claimTokens(uint256 amount, address delegate, bytes32[] calldata proof) external {
        bytes32 node = keccak256(abi.encodePacked(msg.sender, amount));
        uint256 index = 0;
        for (uint256 step = 0; step < proof.length; step++) {
            bool isGreater = node > proof[step];
            index = index * 2 + (isGreater ? 1 : 0);
            node = keccak256(isGreater ? bytes.concat(proof[step], node) : bytes.concat(node, proof[step]));
        }
        require(node == merkleRoot, "not in the tree");
        require(!isClaimed[index], "already claimed");
        isClaimed[index] = true;
        emit Claim(msg.sender, amount);
        delegates[msg.sender] = delegate;
        balanceOf[address(this)] -= amount;
        balanceOf[msg.sender] += amount;
        emit Transfer(address(this), msg.sender, amount);
    }
}
