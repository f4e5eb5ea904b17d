// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Pays claims by the functions of many styles of distributors, with their events. A proof is not verified: tests claim what they chose;
/// signatures are. Where functions of two styles have the same selector, the kind chooses the event.
contract FollowedStyles {
    enum Kind { Other, Linea, InstantV1, Instant, Linear, Tranched, Variable }

    struct ClaimSignatureInfo {
        address claimant;
        uint256 expiry;
        bytes signature;
    }

    event Claimed(uint256 index, address account, uint256 amount);
    event Claimed(uint256 index, uint8 claimType, address claimant, uint256 claimableAmount, uint256 claimedAmount);
    event Claimed(address indexed account, uint256 amount);
    event Claimed(address indexed account, address indexed reward, uint256 amount);
    event Claim(address indexed claimant, uint256 amount);
    event HasClaimed(address indexed recipient, uint256 amount);
    event Claim(uint256 index, address indexed recipient, uint128 amount);
    event ClaimInstant(uint256 index, address indexed recipient, uint128 amount, address to, bool viaSig);
    event ClaimLLWithTransfer(uint256 index, address indexed recipient, uint128 amount, address to, bool viaSig);
    event ClaimLLWithVesting(
        uint256 index, address indexed recipient, uint128 amount, uint256 indexed streamId, address to, bool viaSig
    );
    event ClaimLTWithTransfer(uint256 index, address indexed recipient, uint128 amount, address to, bool viaSig);
    event ClaimLTWithVesting(
        uint256 index, address indexed recipient, uint128 amount, uint256 indexed streamId, address to, bool viaSig
    );
    event ClaimVCA(
        uint256 index, address indexed recipient, uint128 claimAmount, uint128 forgoneAmount, address to, bool viaSig
    );
    event RedistributeReward(uint256 index, address indexed recipient, uint128 amount, address to);

    Transferable public immutable token;
    Kind public immutable kind;
    mapping(address => uint256) private paid;
    mapping(address => address) private recipientOf;
    mapping(uint256 => bool) private indexes;
    mapping(address => mapping(address => uint256)) public claimed;

    constructor(address token_, Kind kind_) {
        (token, kind) = (Transferable(token_), kind_);
    }

    /// Base units that were paid for each account, and the address that received them last.
    function statesOf(address[] calldata accounts)
        external
        view
        returns (uint256[] memory amounts, address[] memory recipients)
    {
        (amounts, recipients) = (new uint256[](accounts.length), new address[](accounts.length));
        for (uint256 n = 0; n < accounts.length; n++) {
            (amounts[n], recipients[n]) = (paid[accounts[n]], recipientOf[accounts[n]]);
        }
    }

    function isClaimed(uint256 index) external view returns (bool) {
        return indexes[index];
    }

    function hasClaimed(uint256 index) external view returns (bool) {
        return indexes[index];
    }

    function hasClaimed(address account) external view returns (bool) {
        return paid[account] > 0;
    }

    function cumulativeClaimed(address account) external view returns (uint256) {
        return paid[account];
    }

    function claimableTokens(address account) public view returns (uint256) {
        return paid[account] > 0 ? 0 : 1 + uint160(account) % 1_000_000;
    }

    // zkSync

    function claim(uint256 index, uint256 amount, bytes32[] calldata) external {
        payOnce(index, msg.sender, msg.sender, amount);
        emit Claimed(index, msg.sender, amount);
    }

    function claimOnBehalf(uint256 index, uint256 amount, bytes32[] calldata, ClaimSignatureInfo calldata by) external {
        requireSigned(by.claimant, keccak256(abi.encode(index, by.claimant, amount)), by.signature);
        payOnce(index, by.claimant, by.claimant, amount);
        emit Claimed(index, by.claimant, amount);
    }

    // ENS, whose index follows from the proof: here it is its first word

    function claimTokens(uint256 amount, address, bytes32[] calldata proof) external {
        payOnce(uint256(proof[0]), msg.sender, msg.sender, amount);
        emit Claim(msg.sender, amount);
    }

    // CoW

    function claim(uint256 index, uint8 claimType, address claimant, uint256 all, uint256 part, bytes32[] calldata)
        external
    {
        require(part <= all && (part == all || claimant == msg.sender), "too much");
        payOnce(index, claimant, claimant, part);
        emit Claimed(index, claimType, claimant, all, part);
    }

    // 1inch

    function claim(address account, uint256 cumulativeAmount, bytes32, bytes32[] calldata) external {
        uint256 amount = cumulativeAmount - paid[account];
        pay(account, account, amount);
        emit Claimed(account, amount);
    }

    // Morpho

    function claim(address account, address reward, uint256 claimable, bytes32[] calldata) external {
        uint256 amount = claimable - claimed[account][reward];
        claimed[account][reward] = claimable;
        if (reward == address(token)) pay(account, account, amount);
        emit Claimed(account, reward, amount);
    }

    // Arbitrum and Linea

    function claim() public {
        uint256 amount = claimableTokens(msg.sender);
        require(amount > 0, "claimed before");
        pay(msg.sender, msg.sender, amount);
        if (kind == Kind.Linea) emit Claimed(msg.sender, amount);
        else emit HasClaimed(msg.sender, amount);
    }

    function claimAndDelegate(address delegatee, uint256 expiry, uint8 v, bytes32 r, bytes32 s) external {
        require(ecrecover(keccak256(abi.encode(delegatee, expiry)), v, r, s) == msg.sender, "not signed");
        claim();
    }

    // Sablier

    function claim(uint256 index, address recipient, uint128 amount, bytes32[] calldata) external {
        payCampaign(index, recipient, recipient, amount, false);
    }

    function claimTo(uint256 index, address to, uint128 amount, bytes32[] calldata) external {
        payCampaign(index, msg.sender, to, amount, false);
    }

    function claimViaSig(
        uint256 index,
        address recipient,
        address to,
        uint128 amount,
        uint40,
        bytes32[] calldata,
        bytes calldata signature
    ) external {
        requireSigned(recipient, keccak256(abi.encode(index, to, amount)), signature);
        payCampaign(index, recipient, to, amount, true);
    }

    function payCampaign(uint256 index, address recipient, address to, uint128 amount, bool viaSig) private {
        payOnce(index, recipient, to, amount);
        bool isVested = index % 2 == 0;
        if (kind == Kind.InstantV1) emit Claim(index, recipient, amount);
        if (kind == Kind.Instant) emit ClaimInstant(index, recipient, amount, to, viaSig);
        if (kind == Kind.Linear && isVested) emit ClaimLLWithTransfer(index, recipient, amount, to, viaSig);
        if (kind == Kind.Linear && !isVested) emit ClaimLLWithVesting(index, recipient, amount, index + 7, to, viaSig);
        if (kind == Kind.Tranched && isVested) emit ClaimLTWithTransfer(index, recipient, amount, to, viaSig);
        if (kind == Kind.Tranched && !isVested) emit ClaimLTWithVesting(index, recipient, amount, index + 7, to, viaSig);
        if (kind == Kind.Variable) {
            // What was forgone by others comes on top.
            uint128 share = amount / 10;
            emit ClaimVCA(index, recipient, amount - share, share, to, viaSig);
            emit RedistributeReward(index, recipient, share, to);
        }
    }

    function payOnce(uint256 index, address account, address to, uint256 amount) private {
        require(!indexes[index], "claimed before");
        indexes[index] = true;
        pay(account, to, amount);
    }

    function pay(address account, address to, uint256 amount) private {
        paid[account] += amount;
        recipientOf[account] = to;
        require(token.transfer(to, amount), "transfer failed");
    }

    function requireSigned(address by, bytes32 digest, bytes calldata signature) private pure {
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        require(ecrecover(digest, uint8(signature[64]), r, s) == by, "not signed");
    }
}
