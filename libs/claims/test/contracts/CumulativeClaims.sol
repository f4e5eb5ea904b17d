// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Claims of totals over all rounds, with the functions and rules of 1inch, Morpho and Merkl.
contract CumulativeClaims {
    event Claimed(address indexed account, uint256 amount);
    event Claimed(address indexed account, address indexed reward, uint256 amount);

    address public immutable token;
    /// True for a state of claims as Merkl's, a struct.
    bool public immutable isMerkl;
    bytes32 public root;
    mapping(address => uint256) public cumulativeClaimed;
    mapping(address => mapping(address => uint256)) private paid;
    mapping(address => mapping(address => address)) public claimRecipient;

    constructor(address token_, bytes32 root_, bool isMerkl_) {
        (token, root, isMerkl) = (token_, root_, isMerkl_);
    }

    function merkleRoot() external view returns (bytes32) {
        return root;
    }

    function getMerkleRoot() external view returns (bytes32) {
        return root;
    }

    function setRoot(bytes32 root_) external {
        root = root_;
    }

    function setClaimRecipient(address recipient, address reward) external {
        claimRecipient[msg.sender][reward] = recipient;
    }

    function claimed(address account, address reward) external view returns (uint208, uint48, bytes32) {
        uint256 amount = paid[account][reward];
        if (isMerkl) return (uint208(amount), uint48(block.timestamp), root);
        assembly {
            mstore(0, amount)
            return(0, 32)
        }
    }

    // 1inch

    function claim(address account, uint256 cumulative, bytes32 expectedRoot, bytes32[] calldata proof) external {
        require(root == expectedRoot, "root was updated");
        verify(keccak256(abi.encodePacked(account, cumulative)), proof);
        uint256 before = cumulativeClaimed[account];
        require(before < cumulative, "nothing to claim");
        cumulativeClaimed[account] = cumulative;
        require(Transferable(token).transfer(account, cumulative - before));
        emit Claimed(account, cumulative - before);
    }

    // Morpho

    function claim(address account, address reward, uint256 claimable, bytes32[] calldata proof) external {
        verify(keccak256(bytes.concat(keccak256(abi.encode(account, reward, claimable)))), proof);
        require(claimable > paid[account][reward], "already claimed");
        pay(account, account, reward, claimable);
    }

    // Merkl: the wallet, or an account that it sends through

    function claim(
        address[] calldata users,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes32[][] calldata proofs
    ) external {
        for (uint256 n = 0; n < users.length; n++) {
            address user = users[n];
            require(msg.sender == user || tx.origin == user, "not whitelisted");
            verify(keccak256(abi.encode(user, tokens[n], amounts[n])), proofs[n]);
            address recipient = claimRecipient[user][tokens[n]];
            if (recipient == address(0)) recipient = claimRecipient[user][address(0)];
            pay(user, recipient == address(0) ? user : recipient, tokens[n], amounts[n]);
        }
    }

    function pay(address account, address to, address reward, uint256 total) private {
        uint256 amount = total - paid[account][reward];
        paid[account][reward] = total;
        emit Claimed(account, reward, amount);
        if (amount > 0) require(Transferable(reward).transfer(to, amount));
    }

    function verify(bytes32 node, bytes32[] calldata proof) private view {
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(bytes.concat(low, high));
        }
        require(node == root, "not in the tree");
    }
}
