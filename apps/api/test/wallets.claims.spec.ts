import { ClaimChecker } from '@droptrack/claims';
import { type ClaimFixture, fakeClaimNode } from '@droptrack/claims/testing';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { WALLET_CLAIMS_MAX, type WalletDropsInclude } from '@droptrack/contracts';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { isAnswered, verifyProof, type WalletDrops } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const [FIRST, SECOND, STRANGER] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const AMOUNTS = { [FIRST]: 5n, [SECOND]: 7n };
const claimOn = (rpc: string, chainId: number) => ({
  ...{ rpc, source: null, check: 'hasClaimed(address) returns (bool)' },
  contract: `eip155:${chainId}:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64`,
});
const DROPS = [
  dropDefinition('silent', { claim: claimOn('base', 8_453) }),
  dropDefinition('treed', { claim: claimOn('linea', 59_144) }),
  dropDefinition('undeclared'),
];
/** Twenty wallets in each have more claim states than a request reads. */
const CROWD = Array.from({ length: 11 }, (_, n) => `crowd-${n + 1}`);
const CROWD_WALLETS = Array.from({ length: 20 }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`);

describe('optional members of POST /v1/wallets/drops', () => {
  let api: TestApi;
  let secret = '';
  const nodes: FakeServer[] = [];
  const ready: ClaimFixture = { chainId: 59_144, claimed: new Set([FIRST.slice(2)]) };
  const silent: ClaimFixture = { chainId: 8_453, claimed: new Set([FIRST.slice(2)]) };
  beforeAll(async () => {
    for (const fixture of [ready, silent]) nodes.push(await startFakeServer(fakeClaimNode(fixture)));
    const [linea, base] = nodes.map(({ url }) => url);
    const crowd = CROWD.map((id) => dropDefinition(id, { claim: claimOn('linea', 59_144) }));
    api = await startApi([...DROPS, ...crowd], {
      rpcUrls: new Map([
        ['linea', [linea!]],
        ['base', [base!]],
      ]),
    });
    const tree = { format: 'openzeppelin', expectRoot: null, hash: PORTABLE_HASH } as const;
    for (const { id } of DROPS) {
      await publishList(api.db, id, AMOUNTS, 'allocation', { tree: id === 'treed' ? tree : null });
    }
    const amounts = Object.fromEntries(CROWD_WALLETS.map((wallet) => [wallet, 1n]));
    for (const id of CROWD) await publishList(api.db, id, amounts);
    await api.caughtUp();
    ({ secret } = await api.issueKey('scale'));
  });
  afterAll(async () => {
    await api.stop();
    for (const node of nodes) await node.close();
  });

  const ask = async (wallets: string[], ...include: WalletDropsInclude[]): Promise<WalletDrops[]> => {
    const query = include.length === 0 ? { wallets } : { wallets, include };
    return (await api.sdkOf(secret).wallets.drops(query)).data.filter(isAnswered);
  };
  const claimsOf = ({ data }: WalletDrops) =>
    Object.fromEntries(data.map(({ drop, claim }) => [drop, [claim.status, claim.claimed]]));
  const proofsOf = ({ data }: WalletDrops) => data.filter(({ proof }) => proof !== null).map(({ drop }) => drop);
  const requests = () => nodes.map(({ requests: received }) => received.length);

  it('queries no node and returns no proofs unless requested', async () => {
    const [drops] = await ask([FIRST]);
    expect(claimsOf(drops!)).toEqual({
      silent: ['unknown', null],
      treed: ['unknown', null],
      undeclared: ['unknown', null],
    });
    expect(proofsOf(drops!)).toEqual([]);
    expect(requests()).toEqual([0, 0]);
  });

  it('contains with `proofs` the proof of every list with a tree', async () => {
    const answered = await ask([FIRST, SECOND, STRANGER], 'proofs');
    expect(answered.map(proofsOf)).toEqual([['treed'], ['treed'], []]);
    for (const { data } of answered.slice(0, 2)) {
      const { proof, wallet, allocation } = data.find(({ drop }) => drop === 'treed')!;
      expect(proof).toMatchObject({ format: 'openzeppelin', root_published: false });
      expect(proof!.proof).toHaveLength(1);
      expect(verifyProof({ ...proof!, wallet, amount: allocation!.amount })).toBe(true);
      expect(verifyProof({ ...proof!, wallet, amount: '6' })).toBe(false);
    }
    expect(requests()).toEqual([0, 0]);
  });

  // A state that does not arrive must neither fail the request nor hide the other claim states.
  it('contains with `claimed` the claim states, null for one that never arrives', async () => {
    const stateOf = Reflect.get(ClaimChecker.prototype, 'stateOf');
    const states = jest.spyOn(ClaimChecker.prototype, 'stateOf').mockImplementation(function (
      this: ClaimChecker,
      ...args
    ) {
      return args[0].rpc === 'base' ? new Promise(() => undefined) : stateOf.apply(this, args);
    });
    const [first, second, stranger] = await ask([FIRST, SECOND, STRANGER], 'claimed');
    states.mockRestore();
    const others = { silent: ['unknown', null], undeclared: ['unknown', null] };
    expect(claimsOf(first!)).toEqual({ ...others, treed: ['claimed', true] });
    expect(claimsOf(second!)).toEqual({ ...others, treed: ['unknown', false] });
    expect([first!.summary.eligible, second!.summary.eligible]).toEqual([3, 3]);
    expect(first!.data.map(({ drop }) => drop).at(-1)).toBe('treed');
    expect(first!.data.at(-1)!.reasons.map(({ code }) => code)).toContain('already_claimed');
    expect(first!.data.map(({ allocation }) => allocation?.amount)).toEqual(['5', '5', '5']);
    // Only eligible wallets have a claim state.
    expect(stranger!.data).toEqual([]);
    const sent = nodes.flatMap(({ requests: received }) => received.map(({ body }) => body)).join();
    expect(sent).toContain(SECOND.slice(2));
    expect(sent).not.toContain(STRANGER.slice(2));
  });

  // Single checks share the queue of the node.
  it('reads a bounded number of claim states, of the first wallets', async () => {
    const states = jest
      .spyOn(ClaimChecker.prototype, 'stateOf')
      .mockResolvedValue({ isClaimed: true, claimedAmount: null });
    const answered = await ask(CROWD_WALLETS, 'claimed');
    expect(states).toHaveBeenCalledTimes(WALLET_CLAIMS_MAX);
    states.mockRestore();
    const claimed = answered.map(({ data }) => data.filter(({ claim }) => claim.claimed === true).length);
    const [complete, rest] = [Math.floor(WALLET_CLAIMS_MAX / CROWD.length), WALLET_CLAIMS_MAX % CROWD.length];
    expect(claimed.slice(0, complete + 1)).toEqual([...Array<number>(complete).fill(CROWD.length), rest]);
    expect(answered.map(({ summary }) => summary.eligible)).toEqual(CROWD_WALLETS.map(() => CROWD.length));
  });
});
