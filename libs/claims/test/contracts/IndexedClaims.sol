// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Mintable {
    function mint(address to, uint256 value) external returns (bool);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Claims of leaves with an index, with the functions and rules of Degen, zkSync and WalletConnect.
contract IndexedClaims {
    event Claimed(uint256 index, address account, uint256 amount);
    event TokensClaimed(address indexed recipient, uint256 amount);

    address public immutable token;
    bytes32 public immutable merkleRoot;
    address public immutable reserveAddress;
    uint256 public immutable WINDOW_START;
    uint256 public immutable WINDOW_END;
    bool public paused;
    mapping(uint256 => bool) public isClaimed;
    mapping(address => bool) public claimed;

    constructor(address token_, bytes32 root, address reserve, uint256 start, uint256 end) {
        (token, merkleRoot, reserveAddress, WINDOW_START, WINDOW_END) = (token_, root, reserve, start, end);
    }

    function TOKEN() external view returns (address) {
        return token;
    }

    function MERKLE_ROOT() external view returns (bytes32) {
        return merkleRoot;
    }

    function END_TIME() external view returns (uint256) {
        return WINDOW_END;
    }

    function setPaused(bool isPaused) external {
        paused = isPaused;
    }

    // Degen: until the end and at it

    function claim(uint256 index, address account, uint256 amount, bytes32[] calldata proof) external {
        require(block.timestamp <= WINDOW_END, "claim window finished");
        require(msg.sender == account, "not the account");
        claimIndex(index, amount, proof);
        require(Mintable(token).transfer(account, amount));
    }

    // zkSync: before the end, and minted

    function claim(uint256 index, uint256 amount, bytes32[] calldata proof) external {
        require(block.timestamp >= WINDOW_START && block.timestamp < WINDOW_END, "claim window not open");
        claimIndex(index, amount, proof);
        require(Mintable(token).mint(msg.sender, amount));
    }

    function claimIndex(uint256 index, uint256 amount, bytes32[] calldata proof) private {
        require(!isClaimed[index], "already claimed");
        verify(index, amount, proof);
        isClaimed[index] = true;
        emit Claimed(index, msg.sender, amount);
    }

    // WalletConnect: from a reserve

    function claimTokens(uint256 index, uint256 amount, bytes32[] calldata proof) external {
        require(!paused, "paused");
        require(!claimed[msg.sender], "already claimed");
        verify(index, amount, proof);
        claimed[msg.sender] = true;
        require(Mintable(token).transferFrom(reserveAddress, msg.sender, amount));
        emit TokensClaimed(msg.sender, amount);
    }

    function verify(uint256 index, uint256 amount, bytes32[] calldata proof) private view {
        bytes32 node = keccak256(abi.encodePacked(index, msg.sender, amount));
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(bytes.concat(low, high));
        }
        require(node == merkleRoot, "not in the tree");
    }
}
