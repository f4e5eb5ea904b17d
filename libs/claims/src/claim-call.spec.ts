import { encodeFunctionData, encodeFunctionResult, parseAbi, toHex } from 'viem';
import { SourceQueryError } from '@droptrack/sources';
import { parseClaimCall } from './claim-call';

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const given = { wallet: Buffer.from(WALLET.slice(2), 'hex'), index: 48_213n, amount: 2n ** 255n };

describe('parseClaimCall', () => {
  it.each([
    ['isClaimed(uint256 index) returns (bool)', [given.index]],
    ['hasClaimed(uint256 index) returns (bool)', [given.index]],
    ['claimed(address) returns (bool)', [WALLET]],
    ['function hasClaimed(address wallet) external view returns (bool)', [WALLET]],
    [
      'isClaimed(uint index, address account, uint256 amount) public returns (bool done)',
      [48_213n, WALLET, 2n ** 255n],
    ],
    ['claimedAmount(uint32 index) returns (uint128)', [48_213]],
  ])('encodes calls as the ABI defines them: %s', (signature, args) => {
    const [, text] = /^(?:function )?(.*)$/.exec(signature)!;
    const abi = parseAbi([`function ${text}`] as never);
    expect(parseClaimCall(signature).encode(given)).toBe(encodeFunctionData({ abi, args } as never));
  });

  // The contract would answer a wrongly encoded call, with the state of another wallet.
  it('encodes no call when an argument is missing or out of range', () => {
    const byIndex = parseClaimCall('isClaimed(uint8 index) returns (bool)');
    expect(byIndex.encode({ ...given, index: 255n })).not.toBeNull();
    expect(byIndex.encode({ ...given, index: 256n })).toBeNull();
    expect(byIndex.encode({ ...given, index: -1n })).toBeNull();
    expect(byIndex.encode({ ...given, index: null })).toBeNull();
    const all = parseClaimCall('isClaimed(address, uint256 amount) returns (bool)');
    expect(all.encode({ ...given, amount: null })).toBeNull();
    expect(all.encode({ ...given, wallet: new Uint8Array(32) })).toBeNull();
  });

  it('decodes a bool as the state, an integer as the claimed amount, and anything else as null', () => {
    const abi = parseAbi(['function a() returns (bool)', 'function b() returns (uint256)']);
    const isDone = parseClaimCall('hasClaimed(address) returns (bool)');
    const howMuch = parseClaimCall('amountClaimed(address) returns (uint256)');
    const bool = (result: boolean) => encodeFunctionResult({ abi, functionName: 'a', result });
    const amount = (result: bigint) => encodeFunctionResult({ abi, functionName: 'b', result });
    const isClaimed = [bool(true), bool(false)].map((each) => isDone.decode(each, 5n));
    expect(isClaimed).toEqual([true, false].map((each) => ({ isClaimed: each, claimedAmount: null })));
    expect(isDone.decode(bool(true), null)?.isClaimed).toBe(true);
    const most = 2n ** 256n - 1n;
    for (const claimedAmount of [0n, 1n, most]) {
      expect(howMuch.decode(amount(claimedAmount), most)).toEqual({ isClaimed: claimedAmount === most, claimedAmount });
    }
    // Without an allocation there is nothing to compare the amount with.
    expect(howMuch.decode(amount(1n), null)).toBeNull();
    const others = ['0x', '0x01', `${bool(true)}00`, `${bool(true)}${'0'.repeat(64)}`, '', 'true', true, 1, null, {}];
    for (const other of [...others, toHex(2, { size: 32 })]) expect(isDone.decode(other, 5n)).toBeNull();
    for (const other of others) expect(howMuch.decode(other, 5n)).toBeNull();
  });

  // Some contracts pay in parts: one wei of two tokens is not a complete claim.
  it.each<[bigint, bigint, boolean]>([
    [1n, 2n * 10n ** 18n, false],
    [2n * 10n ** 18n - 1n, 2n * 10n ** 18n, false],
    [2n * 10n ** 18n, 2n * 10n ** 18n, true],
    // The contract adds up several rounds, and the list belongs to an earlier one.
    [3n * 10n ** 18n, 2n * 10n ** 18n, true],
    [0n, 0n, false],
  ])('treats %s of %s base units as a complete claim: %s', (claimedAmount, allocation, isClaimed) => {
    const word = `0x${claimedAmount.toString(16).padStart(64, '0')}`;
    const call = parseClaimCall('claimed(address) returns (uint256)');
    expect(call.decode(word, allocation)).toEqual({ isClaimed, claimedAmount });
  });

  // The claimable amount is 0 after a claim, but also for a wallet that the contract does not know.
  it.each([
    ['claimableTokens(address) returns (uint256)'],
    ['claimable(address) returns (uint256)'],
    ['canClaim(address) returns (bool)'],
    ['isEligible(address) returns (bool)'],
    ['isClaimable(uint256 index) returns (bool)'],
    ['Claimed(address) returns (bool)'],
    ['toString(address) returns (bool)'],
    ['balanceOf(address) returns (uint256)'],
    ['lastClaimedAt(address) returns (uint256)'],
    ['hasClaimed(address) returns (uint256)'],
    ['claimedAmount(address) returns (bool)'],
  ])('rejects a function that does not report claims, and lists those that do: %s', (signature) => {
    const known =
      /isClaimed, hasClaimed, claimed and userToClaimStatus returning a bool .* claimed, claimedAmount, .* returning a uint256/;
    expect(() => parseClaimCall(signature)).toThrow(SourceQueryError);
    expect(() => parseClaimCall(signature)).toThrow(`function "${signature}" is not known to report a claim`);
    expect(() => parseClaimCall(signature)).toThrow(known);
  });

  it('accepts the call of a style only with the value that the style reads', () => {
    const signature = 'vestings(address account) returns (bool isVerified, uint120 totalAmount, uint120 released)';
    expect(() => parseClaimCall(signature, { result: 'released' })).not.toThrow();
    expect(() => parseClaimCall(signature, { result: 'totalAmount' })).toThrow(/is not known to report a claim/);
  });

  it.each([
    ['', /must be a signature, such as/],
    ['hasClaimed', /must be a signature/],
    ['event Claimed(address)', /must be a signature/],
    ['hasClaimed(address) returns bool', /must be a signature/],
    [`${'a'.repeat(200)}(address) returns (bool)`, /must be a signature/],
    ['claim(address) payable returns (bool)', /must be a view/],
    ['claim(address) external nonpayable returns (bool)', /must be a view/],
    ['claim(address) pure returns (bool)', /must be a view/],
    ['hasClaimed() returns (bool)', /must have a parameter/],
    ['hasClaimed(address, address) returns (bool)', /has a repeated parameter/],
    ['hasClaimed(uint256 amount) returns (bool)', /must be about one claim/],
    ['isClaimed(uint256) returns (bool)', /of these kinds only/],
    ['isClaimed(int256 index) returns (bool)', /of these kinds only/],
    ['isClaimed(bytes32 key) returns (bool)', /of these kinds only: .* state "args" for others/],
    ['isClaimed(bytes16 leaf) returns (bool)', /of these kinds only/],
    ['claimed(address, uint256 index) returns (bytes memory)', /must return a bool/],
    ['claimed(address) returns (uint208 amount, uint48 at)', /"result" must name the one that is read/],
    ['isClaimed(address[] wallets) returns (bool)', /of these kinds only/],
    ['isClaimed(uint256 wallet) returns (bool)', /of these kinds only/],
    ['hasClaimed(address)', /must return a bool/],
    ['hasClaimed(address) returns (string)', /must return a bool/],
    ['hasClaimed(address) returns (bool, bool)', /must return a bool/],
    ['hasClaimed(address) returns (int256)', /must return a bool/],
  ])('rejects %j', (signature, fault) => {
    expect(() => parseClaimCall(signature)).toThrow(SourceQueryError);
    expect(() => parseClaimCall(signature)).toThrow(fault);
  });
});
