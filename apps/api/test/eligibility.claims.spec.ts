import { fact } from '@droptrack/catalogue/testing';
import { type ClaimFixture, fakeClaimNode } from '@droptrack/claims/testing';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { parseWallet, PORTABLE_HASH, proofIndex, parentHash, treeKind } from '@droptrack/eligibility';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const CONTRACT = 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
const OTHER_CONTRACT = 'eip155:59144:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const claim = { rpc: 'linea', contract: CONTRACT, check: 'hasClaimed(address) returns (bool)', source: null };
const BY_LEAF = { ...claim, contract: OTHER_CONTRACT, check: 'isClaimed(bytes32 leaf) returns (bool)' };
const [CLAIMED, WAITING, UNLISTED] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const DROPS = [
  dropDefinition('by-address', { claim }),
  dropDefinition('by-index', { claim: { ...claim, check: 'isClaimed(uint256 index) returns (bool)' } }),
  dropDefinition('by-proof', {
    claim: { ...claim, contract: OTHER_CONTRACT, check: 'isClaimed(uint256 index) returns (bool)' },
  }),
  dropDefinition('by-position', {
    claim: { ...claim, contract: OTHER_CONTRACT, check: 'isClaimed(uint256 index) returns (bool)' },
  }),
  dropDefinition('in-parts', { claim: { ...claim, check: 'claimedAmount(address) returns (uint256)' } }),
  dropDefinition('claimable', { claim: { ...claim, check: 'claimableTokens(address) returns (uint256)' } }),
  dropDefinition('by-leaf', { claim: BY_LEAF }),
  dropDefinition('by-own-leaf', { claim: BY_LEAF }),
  dropDefinition('elsewhere', { claim: { ...claim, rpc: 'base' } }),
  dropDefinition('undeclared', { chain: fact('linea') }),
];
const LEAF = Buffer.from(
  treeKind('openzeppelin').leafHash({ wallet: parseWallet(CLAIMED).bytes, amount: 1n, index: null }, PORTABLE_HASH),
).toString('hex');

describe('claim states', () => {
  let api: TestApi;
  let node: FakeServer;
  const fixture: ClaimFixture = { chainId: 59_144, claimed: new Set([CLAIMED.slice(2)]) };
  const amounts = { [CLAIMED]: 1n, [WAITING]: 1n };
  beforeAll(async () => {
    const tree = { format: 'uniswap', expectRoot: null, hash: PORTABLE_HASH } as const;
    node = await startFakeServer(fakeClaimNode(fixture));
    api = await startApi(DROPS, { rpcUrls: new Map([['linea', [`${node.url}/secret-path`]]]) });
    for (const id of ['by-address', 'elsewhere', 'undeclared', 'claimable']) await publishList(api.db, id, amounts);
    const large = { [CLAIMED]: 2n * 10n ** 18n, [WAITING]: 2n * 10n ** 18n };
    await publishList(api.db, 'in-parts', large);
    const byProof = { ...tree, format: 'ens', expectRoot: rootOf(amounts) } as const;
    await publishList(api.db, 'by-proof', amounts, 'allocation', { tree: byProof });
    const one = { [CLAIMED]: 1n };
    const byLeaf = { ...tree, format: 'openzeppelin', expectRoot: `0x${LEAF}` } as const;
    await publishList(api.db, 'by-leaf', one, 'allocation', { tree: byLeaf });
    await publishList(api.db, 'by-own-leaf', one, 'allocation', { tree: { ...byLeaf, expectRoot: null } });
    await publishList(api.db, 'by-index', amounts, 'allocation', { tree });
    await api.caughtUp();
  });
  afterAll(async () => {
    await api.stop();
    await node.close();
  });
  const check = (drop: string, wallet: string) => api.sdk.eligibility.check({ drop, wallet });

  it('returns whether the wallet has claimed, read from the contract of the drop', async () => {
    const done = await check('by-address', CLAIMED);
    expect(done.claim).toMatchObject({ status: 'claimed', claimed: true, contract: CONTRACT });
    expect([done.status, done.reasons.map(({ code }) => code)]).toEqual([
      'eligible',
      ['in_allocation_list', 'already_claimed'],
    ]);
    expect((await check('by-address', WAITING)).claim).toMatchObject({ status: 'unknown', claimed: false });
  });

  it('queries with the index in the list', async () => {
    fixture.claimed.add('1'.padStart(40, '0'));
    expect((await check('by-index', CLAIMED)).claim.claimed).toBe(false);
    expect((await check('by-index', WAITING)).claim.claimed).toBe(true);
  });

  // The contracts of ENS and Hop derive the index of a claim from the proof; the list does not contain it.
  it('queries with the index that follows from the proof for a tree of the format ens', async () => {
    fixture.claimed.add('1'.padStart(40, '0'));
    const results = [await check('by-proof', CLAIMED), await check('by-proof', WAITING)];
    const indexes = results.map(({ wallet, proof, allocation }) => {
      const leaf = { wallet: parseWallet(wallet).bytes, amount: BigInt(allocation!.amount), index: null };
      return proofIndex('ens', leaf, proof!.proof);
    });
    expect([...indexes].sort()).toEqual([0n, 1n]);
    expect(results.map(({ claim }) => claim.claimed)).toEqual(indexes.map((index) => index === 1n));
    expect(results.map(({ proof }) => proof?.index)).toEqual([null, null]);
  });

  // The derivation assumes sorted pairs: here it gives several wallets the index of one of them.
  it('does not query with an index from the proof of an ens tree with positional pairs', async () => {
    const wallets = Array.from({ length: 8 }, (_, n) => evmWallet(String(n + 1)));
    const shape = { order: 'by_index', pairs: 'positional', odd: 'promote' } as const;
    const tree = { format: 'ens', expectRoot: positionalRootOf(wallets), hash: PORTABLE_HASH, shape } as const;
    const ones = Object.fromEntries(wallets.map((wallet) => [wallet, 1n]));
    await publishList(api.db, 'by-position', ones, 'allocation', { tree });
    await api.caughtUp();
    const queries = node.requests.length;
    const results = await Promise.all(wallets.map((wallet) => check('by-position', wallet)));
    expect(results.map(({ proof }) => proof?.sides?.length)).toEqual(wallets.map(() => 3));
    const indexes = results.map(({ wallet, proof }) => proofIndex('ens', leafOf(wallet), proof!.proof));
    expect(new Set(indexes).size).toBeLessThan(wallets.length);
    expect(results.map(({ claim: { claimed } }) => claimed)).toEqual(wallets.map(() => null));
    expect(node.requests).toHaveLength(queries);
  });

  // The root of a tree of one leaf is that leaf.
  it('queries with the hash of the leaf, if a published root confirms it', async () => {
    fixture.claimed.add(LEAF.slice(-40));
    expect((await check('by-leaf', CLAIMED)).claim).toMatchObject({ claimed: true });
    const queries = node.requests.length;
    expect((await check('by-own-leaf', CLAIMED)).claim).toMatchObject({ claimed: null });
    expect(node.requests).toHaveLength(queries);
  });

  // A partial claim is not a claim: the contract reports one wei of two tokens as non-zero.
  it('returns the claimed amount, and claimed only for the whole allocation', async () => {
    const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`;
    fixture.answers = new Map([
      [CLAIMED.slice(2), word(2n * 10n ** 18n)],
      [WAITING.slice(2), word(1n)],
    ]);
    const [whole, part] = [await check('in-parts', CLAIMED), await check('in-parts', WAITING)];
    expect(whole.claim).toMatchObject({ status: 'claimed', claimed: true, claimed_amount: '2000000000000000000' });
    expect(part.claim).toMatchObject({ status: 'unknown', claimed: false, claimed_amount: '1' });
    expect(part.reasons.map(({ code }) => code)).toEqual(['in_allocation_list']);
    // Contracts that return a boolean report no amount.
    delete fixture.answers;
    expect((await check('by-address', CLAIMED)).claim).toMatchObject({ claimed: true, claimed_amount: null });
  });

  // Such a definition can have been stored before these functions were rejected.
  it('returns null for a contract that reports the claimable rest', async () => {
    expect((await check('claimable', WAITING)).claim).toMatchObject({ claimed: null, claimed_amount: null });
  });

  it('does not query for ineligible wallets, or without a known contract or chain', async () => {
    const queries = node.requests.length;
    expect(await check('by-address', UNLISTED)).toMatchObject({
      status: 'ineligible',
      claim: { claimed: null, contract: CONTRACT },
    });
    expect((await check('elsewhere', CLAIMED)).claim).toMatchObject({ claimed: null, contract: CONTRACT });
    expect((await check('undeclared', CLAIMED)).claim).toMatchObject({ claimed: null, contract: null });
    expect(node.requests).toHaveLength(queries);
  });

  // An unknown claim state must differ from an unclaimed one, and must not fail the check.
  it('returns claimed null within 2 s if the node does not respond', async () => {
    fixture.delay = () => new Promise((resolve) => setTimeout(resolve, 20_000).unref());
    const wallet = evmWallet('4');
    await publishList(api.db, 'by-address', { ...amounts, [wallet]: 1n });
    await api.caughtUp();
    const startedMs = performance.now();
    const result = await check('by-address', wallet);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(result).toMatchObject({ status: 'eligible', claim: { status: 'unknown', claimed: null } });
    expect(result.reasons.map(({ code }) => code)).toEqual(['in_allocation_list']);
    const warnings = () => api.logs.filter((line) => line.includes('claim state not available'));
    for (let tries = 0; warnings().length === 0 && tries < 2_000; tries += 1) await pause(10);
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).not.toContain('secret-path');
  });
});

/** Root of the tree of two wallets, computed independently. */
function rootOf(amounts: Readonly<Record<string, bigint>>): string {
  const kind = treeKind('ens');
  const leaves = Object.entries(amounts).map(([wallet, amount]) =>
    kind.leafHash({ wallet: parseWallet(wallet).bytes, amount, index: null }, PORTABLE_HASH),
  );
  return `0x${Buffer.from(parentHash(kind, leaves[0]!, leaves[1]!, PORTABLE_HASH)).toString('hex')}`;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const leafOf = (wallet: string) => ({ wallet: parseWallet(wallet).bytes, amount: 1n, index: null });

/** Root of a tree of the format `ens` that hashes the wallets' leaves, a power of two, in their order. */
function positionalRootOf(wallets: readonly string[]): string {
  const kind = treeKind('ens');
  let level = wallets.map((wallet) => kind.leafHash(leafOf(wallet), PORTABLE_HASH));
  while (level.length > 1) {
    level = level.flatMap((node, n) => (n % 2 === 1 ? [kind.nodeHash(level[n - 1]!, node, PORTABLE_HASH)] : []));
  }
  return `0x${Buffer.from(level[0]!).toString('hex')}`;
}
