// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Claims of amounts that the contract stores, with the functions and rules of Arbitrum, Linea and Zora.
contract StoredClaims {
    event HasClaimed(address indexed recipient, uint256 amount);
    event Claimed(address indexed user, uint256 amount);
    event Claimed(address indexed account, address indexed claimTo, uint256 amount);

    address public immutable token;
    /// True for a window in blocks, and amounts that a claim sets to 0.
    bool public immutable isArbitrum;
    uint256 public immutable claimPeriodStart;
    uint256 public immutable claimPeriodEnd;
    mapping(address => uint256) public allocations;
    mapping(address => bool) public hasClaimed;

    constructor(address token_, bool isArbitrum_, uint256 start, uint256 end) {
        (token, isArbitrum, claimPeriodStart, claimPeriodEnd) = (token_, isArbitrum_, start, end);
    }

    function setAmounts(address[] calldata accounts, uint256[] calldata amounts) external {
        for (uint256 n = 0; n < accounts.length; n++) allocations[accounts[n]] = amounts[n];
    }

    function TOKEN() external view returns (address) {
        return token;
    }

    function claimStart() external view returns (uint256) {
        return claimPeriodStart;
    }

    function CLAIM_END() external view returns (uint256) {
        return claimPeriodEnd;
    }

    function claimableTokens(address account) external view returns (uint256) {
        return allocations[account];
    }

    function calculateAllocation(address account) external view returns (uint256) {
        return allocations[account];
    }

    // Arbitrum and Linea

    function claim() external {
        if (isArbitrum) {
            require(block.number >= claimPeriodStart, "claim not started");
            require(block.number < claimPeriodEnd, "claim ended");
        } else {
            require(block.timestamp < claimPeriodEnd, "claim ended");
        }
        uint256 amount = pay(msg.sender);
        if (isArbitrum) emit HasClaimed(msg.sender, amount);
        else emit Claimed(msg.sender, amount);
    }

    // Zora

    function claim(address claimTo) external {
        require(block.timestamp >= claimPeriodStart, "claim not open");
        emit Claimed(msg.sender, claimTo, pay(claimTo));
    }

    function pay(address to) private returns (uint256 amount) {
        amount = allocations[msg.sender];
        require(amount > 0 && !hasClaimed[msg.sender], "nothing to claim");
        if (isArbitrum) allocations[msg.sender] = 0;
        else hasClaimed[msg.sender] = true;
        require(Transferable(token).transfer(to, amount));
    }
}
