// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Claims with a fee, with the functions and rules of Sablier's campaigns since v1.3. It can turn malicious.
contract CampaignClaims {
    enum Kind { Instant, Stream, Variable }
    enum Fault { None, PaysAnother, PaysNothing }

    event Claim(uint256 index, address indexed recipient, uint128 amount);

    address public immutable TOKEN;
    bytes32 public immutable MERKLE_ROOT;
    Kind public immutable kind;
    uint40 public immutable CAMPAIGN_START_TIME;
    uint40 public immutable EXPIRATION;
    uint40 public immutable VESTING_START_TIME;
    uint40 public immutable VESTING_END_TIME;
    uint256 public FEE;
    Fault public fault;
    mapping(uint256 => bool) public hasClaimed;

    /// @param times start and end of the campaign, start and end of the vesting.
    constructor(address token, bytes32 root, Kind kind_, uint40[4] memory times, uint256 fee) {
        (TOKEN, MERKLE_ROOT, kind, FEE) = (token, root, kind_, fee);
        (CAMPAIGN_START_TIME, EXPIRATION, VESTING_START_TIME, VESTING_END_TIME) =
            (times[0], times[1], times[2], times[3]);
    }

    function setFee(uint256 fee) external {
        FEE = fee;
    }

    function setFault(Fault fault_) external {
        fault = fault_;
    }

    function calculateMinFeeWei() external view returns (uint256) {
        return FEE;
    }

    function claim(uint256 index, address recipient, uint128 amount, bytes32[] calldata proof) external payable {
        require(kind != Kind.Variable, "claimTo only");
        claimFor(index, recipient, recipient, amount, proof);
    }

    function claimTo(uint256 index, address to, uint128 amount, bytes32[] calldata proof) external payable {
        claimFor(index, msg.sender, to, amount, proof);
    }

    function calculateClaimAmount(uint128 full, uint40 atSeconds) public view returns (uint128) {
        if (atSeconds < VESTING_START_TIME) return 0;
        if (atSeconds >= VESTING_END_TIME) return full;
        uint256 elapsed = atSeconds - VESTING_START_TIME;
        return uint128(full * elapsed / (VESTING_END_TIME - VESTING_START_TIME));
    }

    function calculateForgoneAmount(uint128 full, uint40 atSeconds) external view returns (uint128) {
        require(atSeconds >= VESTING_START_TIME, "vesting not started");
        return full - calculateClaimAmount(full, atSeconds);
    }

    function claimFor(uint256 index, address account, address to, uint128 full, bytes32[] calldata proof) private {
        require(block.timestamp >= CAMPAIGN_START_TIME, "not started");
        require(EXPIRATION == 0 || block.timestamp < EXPIRATION, "expired");
        require(msg.value >= FEE, "fee too low");
        require(!hasClaimed[index], "already claimed");
        bytes32 node = keccak256(bytes.concat(keccak256(abi.encode(index, account, full))));
        for (uint256 step = 0; step < proof.length; step++) {
            (bytes32 low, bytes32 high) = node < proof[step] ? (node, proof[step]) : (proof[step], node);
            node = keccak256(bytes.concat(low, high));
        }
        require(node == MERKLE_ROOT, "not in the tree");
        hasClaimed[index] = true;
        uint128 amount = kind == Kind.Variable ? calculateClaimAmount(full, uint40(block.timestamp)) : full;
        require(amount > 0, "nothing to claim");
        emit Claim(index, account, amount);
        if (fault == Fault.PaysNothing) return;
        // A stream is in another contract, which holds the tokens.
        bool isStream = kind == Kind.Stream && block.timestamp < VESTING_END_TIME;
        address payee = fault == Fault.PaysAnother ? address(2) : isStream ? address(3) : to;
        require(Transferable(TOKEN).transfer(payee, amount));
    }
}
