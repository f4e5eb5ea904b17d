// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Paying {
    function claim(address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
}

/// Claims of leaves of a wallet and an amount, with the functions and rules of Velodrome, Blur and Lista.
contract WalletClaims {
    event Claim(address indexed to, uint256 amount);
    event Claimed(address account, uint256 amount);

    address public immutable token;
    bytes32 public immutable merkleRoot;
    bool public immutable isMinted;
    uint256 public immutable startTime;
    uint256 public immutable endTime;
    mapping(address => bool) public hasClaimed;
    mapping(bytes32 => bool) public claimed;

    constructor(address token_, bytes32 root, bool isMinted_, uint256 start, uint256 end) {
        (token, merkleRoot, isMinted, startTime, endTime) = (token_, root, isMinted_, start, end);
    }

    function VELO() external view returns (address) {
        return token;
    }

    function claim(address account, uint256 amount, bytes32[] calldata proof) external {
        require(block.timestamp >= startTime && block.timestamp <= endTime, "not started or has ended");
        bytes32 leaf = keccak256(abi.encodePacked(account, amount));
        require(isMinted ? !hasClaimed[account] : !claimed[leaf], "already claimed");
        bytes32 node = leaf;
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(bytes.concat(low, high));
        }
        require(node == merkleRoot, "not in the tree");
        (hasClaimed[account], claimed[leaf]) = (true, true);
        if (isMinted) {
            require(Paying(token).claim(account, amount));
            emit Claim(account, amount);
        } else {
            require(Paying(token).transfer(account, amount));
            emit Claimed(account, amount);
        }
    }
}
