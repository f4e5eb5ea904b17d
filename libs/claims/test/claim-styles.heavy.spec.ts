import type { ClaimDefinition } from '@droptrack/catalogue';
import { parseWallet, PORTABLE_HASH, treeKind } from '@droptrack/eligibility';
import { type Hex, hexToBytes } from 'viem';
import { ClaimChecker } from '../src/claim-checker';
import type { ClaimQuestion } from '../src/claim-query';
import { HostBreakers } from '@droptrack/sources';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { deployCallable } from './distributor';

const CHAIN_ID = 31_337;
const ALICE: Hex = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const BOB: Hex = '0x1789e0043623282d5dcc7f213d703c6d8bafbb04';
const TOKEN = '0x090D4613473dEE047c3f2706764f49E0821D256e';
const OTHER_TOKEN = '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const AMOUNT = 2n * 10n ** 18n;

const missing = anvilMissing();
if (missing !== null) console.warn(`Styles of claims are not tested on a real chain: ${missing}`);

(missing === null ? describe : describe.skip)('a declared style of claims', () => {
  let anvil: Anvil;
  let styled: Awaited<ReturnType<typeof deployCallable>>;
  let keyed: Awaited<ReturnType<typeof deployCallable>>;
  beforeAll(async () => {
    anvil = await startAnvil();
    [styled, keyed] = [await deployCallable(anvil, 'StyledClaims'), await deployCallable(anvil, 'KeyedClaims')];
  });
  afterAll(() => anvil?.close());

  /** State by a checker of its own, so that nothing is cached. */
  async function stateOf(
    terms: Pick<ClaimDefinition, 'check' | 'args' | 'result' | 'style' | 'since'>,
    account: string,
    { address = styled.address, ...over }: Partial<ClaimQuestion> & { readonly address?: string } = {},
  ) {
    const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
    const checker = new ClaimChecker({ rpcUrls: new Map([['local', [anvil.url]]]), hosts, timeoutMs: 30_000 });
    const question = { wallet: parseWallet(account), index: null, amount: AMOUNT, ...over };
    const state = await checker.stateOf(
      { rpc: 'local', contract: `eip155:${CHAIN_ID}:${address}`, ...terms },
      question,
      0,
    );
    checker.close();
    return state;
  }
  const height = async () => Number(await rpc<string>(anvil.url, 'eth_blockNumber'));

  it('reads the amount of a struct, by user and token', async () => {
    const check = 'claimed(address user, address token) returns (uint208 amount, uint48 timestamp, bytes32 merkleRoot)';
    const terms = { check, args: ['wallet', TOKEN], result: 'amount' };
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: false, claimedAmount: 0n });
    await styled.call('recordClaim', ALICE, TOKEN, 1n);
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: false, claimedAmount: 1n });
    await styled.call('recordClaim', ALICE, TOKEN, AMOUNT);
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: true, claimedAmount: AMOUNT });
    await expect(stateOf(terms, BOB)).resolves.toEqual({ isClaimed: false, claimedAmount: 0n });
    await expect(stateOf({ ...terms, args: ['wallet', OTHER_TOKEN] }, ALICE)).resolves.toMatchObject({
      claimedAmount: 0n,
    });
    // The contract returns three words: with another declared result, they are not read.
    const single = { check: 'claimed(address user, address token) returns (uint256)', args: ['wallet', TOKEN] };
    await expect(stateOf(single, ALICE)).resolves.toBeNull();
    const narrow = check.replace('uint48 timestamp', 'uint8 timestamp');
    await expect(stateOf({ ...terms, check: narrow }, ALICE)).resolves.toBeNull();
  });

  it('reads a number as a flag, and no state from any other number', async () => {
    const terms = { check: 'hasClaimed(address) returns (uint256)', style: 'flag' } as const;
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: false, claimedAmount: null });
    await styled.call('setFlag', ALICE, 1n);
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: true, claimedAmount: null });
    await styled.call('setFlag', ALICE, 2n);
    await expect(stateOf(terms, ALICE)).resolves.toBeNull();
  });

  it('compares the sum of all rounds with the allocation', async () => {
    const terms = { check: 'cumulativeClaimed(address) returns (uint256)' };
    await styled.call('addRound', ALICE, AMOUNT - 1n);
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: false, claimedAmount: AMOUNT - 1n });
    await styled.call('addRound', ALICE, AMOUNT);
    await expect(stateOf(terms, ALICE)).resolves.toEqual({ isClaimed: true, claimedAmount: 2n * AMOUNT - 1n });
  });

  describe('of a remaining amount', () => {
    const check = 'claimableTokens(address) returns (uint256)';
    const terms = { check, style: 'remaining' } as const;
    const LATE: Hex = '0x4444444444444444444444444444444444444444';

    // The same 0 for three reasons; only the wallet that had its allocation in the declared block has claimed.
    it('is a claim only for a wallet that had its allocation before', async () => {
      const before = await height();
      await styled.call('setRecipient', ALICE, AMOUNT);
      await styled.call('setRecipient', BOB, AMOUNT - 1n);
      const since = await height();
      const all = (over: object) =>
        Promise.all([ALICE, BOB, LATE].map((wallet) => stateOf({ ...terms, ...over }, wallet)));
      await expect(all({ since })).resolves.toEqual([
        { isClaimed: false, claimedAmount: 0n },
        { isClaimed: false, claimedAmount: 1n },
        null,
      ]);
      await styled.call('claimPart', ALICE, 5n);
      await expect(all({})).resolves.toMatchObject([{ isClaimed: false, claimedAmount: 5n }, {}, null]);
      await styled.call('claimPart', ALICE, AMOUNT - 5n);
      await styled.call('claimPart', BOB, AMOUNT - 1n);
      // The allocation of Bob in the contract is not that of the list, so nothing is known about its claim.
      await expect(all({ since })).resolves.toEqual([{ isClaimed: true, claimedAmount: AMOUNT }, null, null]);
      await expect(all({ since: before })).resolves.toEqual([null, null, null]);
      await expect(all({})).resolves.toEqual([null, null, null]);
      // A block that the node does not have.
      await expect(all({ since: since + 1_000 })).resolves.toEqual([null, null, null]);
    });

    it('is not claimed, without an amount, where it exceeds the allocation', async () => {
      await styled.call('setRecipient', LATE, AMOUNT + 1n);
      await expect(stateOf(terms, LATE)).resolves.toEqual({ isClaimed: false, claimedAmount: null });
    });
  });

  it.each([
    ['week', 'claimed(uint256 week, address) returns (bool)', 'claimInWeek', [12n, 13n], ['12', '13']],
    [
      'campaign',
      'claimed(bytes16 campaign, address user) returns (bool)',
      'claimInCampaign',
      [`0x${'ab'.repeat(16)}`, `0x${'cd'.repeat(16)}`],
      [`0x${'ab'.repeat(16)}`, `0x${'cd'.repeat(16)}`],
    ],
  ])('passes the declared constant: %s', async (_, check, claiming, values, constants) => {
    const { address } = keyed;
    await keyed.call(claiming, values[0], ALICE);
    const states = constants.flatMap((constant) =>
      [ALICE, BOB].map((account) => stateOf({ check, args: [constant, 'wallet'] }, account, { address })),
    );
    const isClaimed = (await Promise.all(states)).map((state) => state?.isClaimed);
    expect(isClaimed).toEqual([true, false, false, false]);
  });

  // The contract computes the leaf itself, so a wrong hash would find no claim.
  it('passes the hash of the leaf, or its first 16 bytes', async () => {
    const { address } = keyed;
    await keyed.call('claimLeaf', ALICE, AMOUNT);
    const leafOf = (account: Hex) => () =>
      treeKind('openzeppelin').leafHash({ wallet: hexToBytes(account), amount: AMOUNT, index: null }, PORTABLE_HASH);
    for (const terms of [
      { check: 'isClaimed(bytes32 leaf) returns (bool)' },
      { check: 'isClaimed(bytes32) returns (bool)', args: ['leaf'] },
      { check: 'hasClaimed(bytes16) returns (bool)', args: ['leaf16'] },
    ]) {
      await expect(stateOf(terms, ALICE, { address, leaf: leafOf(ALICE) })).resolves.toMatchObject({ isClaimed: true });
      await expect(stateOf(terms, BOB, { address, leaf: leafOf(BOB) })).resolves.toMatchObject({ isClaimed: false });
      // A list without a tree has no leaves.
      await expect(stateOf(terms, ALICE, { address })).resolves.toBeNull();
      await expect(stateOf(terms, ALICE, { address, leaf: () => null })).resolves.toBeNull();
    }
  });

  it('is no state for a contract without the function, and for a call that reverts', async () => {
    const undeclared = { check: 'claimed(address) returns (bool)' };
    await expect(stateOf(undeclared, ALICE)).resolves.toBeNull();
    await expect(stateOf(undeclared, ALICE, { address: TOKEN })).resolves.toBeNull();
  });
});
