import { encodeFunctionData, encodeFunctionResult, parseAbi, toHex } from 'viem';
import { SourceQueryError } from '../port';
import { parseClaimCall } from './claim-call';

const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const given = { wallet: Buffer.from(WALLET.slice(2), 'hex'), index: 48_213n, amount: 2n ** 255n };

describe('a function that tells who has claimed', () => {
  it.each([
    ['isClaimed(uint256 index) returns (bool)', [given.index]],
    ['claimed(address) returns (bool)', [WALLET]],
    ['function hasClaimed(address wallet) external view returns (bool)', [WALLET]],
    [
      'isClaimed(uint index, address account, uint256 amount) public returns (bool done)',
      [48_213n, WALLET, 2n ** 255n],
    ],
    ['claimedOf(uint32 index) returns (uint128)', [48_213]],
  ])('is asked as the ABI has it: %s', (signature, args) => {
    const [, text] = /^(?:function )?(.*)$/.exec(signature)!;
    const abi = parseAbi([`function ${text}`] as never);
    expect(parseClaimCall(signature).encode(given)).toBe(encodeFunctionData({ abi, args } as never));
  });

  // A wrong question would be answered: with the no of somebody else.
  it('is not asked without what it needs, nor with what does not fit', () => {
    const byIndex = parseClaimCall('isClaimed(uint8 index) returns (bool)');
    expect(byIndex.encode({ ...given, index: 255n })).not.toBeNull();
    expect(byIndex.encode({ ...given, index: 256n })).toBeNull();
    expect(byIndex.encode({ ...given, index: -1n })).toBeNull();
    expect(byIndex.encode({ ...given, index: null })).toBeNull();
    const all = parseClaimCall('isClaimed(address, uint256 amount) returns (bool)');
    expect(all.encode({ ...given, amount: null })).toBeNull();
    expect(all.encode({ ...given, wallet: new Uint8Array(32) })).toBeNull();
  });

  it('answers yes and no by a bool or an amount, and nothing by anything else', () => {
    const abi = parseAbi(['function a() returns (bool)', 'function b() returns (uint256)']);
    const isDone = parseClaimCall('hasClaimed(address) returns (bool)');
    const howMuch = parseClaimCall('amountClaimed(address) returns (uint256)');
    const bool = (result: boolean) => encodeFunctionResult({ abi, functionName: 'a', result });
    const amount = (result: bigint) => encodeFunctionResult({ abi, functionName: 'b', result });
    expect([bool(true), bool(false)].map(isDone.decode)).toEqual([true, false]);
    expect([0n, 1n, 2n ** 256n - 1n].map((each) => howMuch.decode(amount(each)))).toEqual([false, true, true]);
    const others = ['0x', '0x01', `${bool(true)}00`, `${bool(true)}${'0'.repeat(64)}`, '', 'true', true, 1, null, {}];
    for (const other of [...others, toHex(2, { size: 32 })]) expect(isDone.decode(other)).toBeNull();
    for (const other of others) expect(howMuch.decode(other)).toBeNull();
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
    ['hasClaimed(address, address) returns (bool)', /one thing twice/],
    ['hasClaimed(uint256 amount) returns (bool)', /must be about one claim/],
    ['isClaimed(uint256) returns (bool)', /of these kinds only/],
    ['isClaimed(int256 index) returns (bool)', /of these kinds only/],
    ['isClaimed(bytes32 leaf) returns (bool)', /of these kinds only/],
    ['isClaimed(address[] wallets) returns (bool)', /of these kinds only/],
    ['isClaimed(uint256 wallet) returns (bool)', /of these kinds only/],
    ['hasClaimed(address)', /must return a bool/],
    ['hasClaimed(address) returns (string)', /must return a bool/],
    ['hasClaimed(address) returns (bool, bool)', /must return a bool/],
    ['hasClaimed(address) returns (int256)', /must return a bool/],
  ])('is not %s', (signature, fault) => {
    expect(() => parseClaimCall(signature)).toThrow(SourceQueryError);
    expect(() => parseClaimCall(signature)).toThrow(fault);
  });
});
