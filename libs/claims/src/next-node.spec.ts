import { parseWallet } from '@droptrack/eligibility';
import { HostBreakers } from '@droptrack/sources';
import { type FailingServer, type FakeServer, startFailingServer, startFakeServer } from '@droptrack/sources/testing';
import { ClaimChecker } from './claim-checker';
import { fakeClaimNode } from './fake-claim-node';

const NOW_MS = Date.UTC(2026, 8, 1);
const [CLAIMED, OPEN] = ['0'.repeat(39) + '1', '0'.repeat(39) + '2'];
const CLAIM = {
  rpc: 'ethereum',
  contract: 'eip155:1:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04',
  check: 'claimed(address) returns (bool)',
};

let [node, other]: [FakeServer, FakeServer] = [null!, null!];
let failing: FailingServer;
beforeAll(async () => {
  node = await startFakeServer(fakeClaimNode({ chainId: 1, claimed: new Set([CLAIMED]) }));
  other = await startFakeServer(fakeClaimNode({ chainId: 10, claimed: new Set([OPEN]) }));
  failing = await startFailingServer();
});
afterAll(() => Promise.all([node.close(), other.close(), failing.close()]));

function checkerOf(first: string): ClaimChecker {
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  return new ClaimChecker({ rpcUrls: new Map([['ethereum', [first, node.url]]]), hosts, timeoutMs: 6_000 });
}

it.each<[string, () => string]>([
  ['has no connection', () => failing.closedPortUrl],
  ['never answers', () => failing.at('never_answers')],
  ['answers nonsense', () => failing.at('wrong_shape')],
  ['serves another chain', () => other.url],
])('a claim is read from the next node of its chain if the first one %s', async (_, first) => {
  const checker = checkerOf(first());
  const isClaimed = async (digits: string) => {
    const wallet = parseWallet(`0x${digits}`);
    return (await checker.stateOf(CLAIM, { wallet, index: null, amount: 5n }, NOW_MS))?.isClaimed;
  };
  expect([await isClaimed(CLAIMED), await isClaimed(OPEN)]).toEqual([true, false]);
  expect(await checker.probe(CLAIM, NOW_MS)).toBe('valid');
  checker.close();
});

it('the next node is not asked while the first one answers', async () => {
  const before = node.requests.length;
  const checker = checkerOf(other.url);
  const elsewhere = { ...CLAIM, contract: CLAIM.contract.replace('eip155:1:', 'eip155:10:') };
  const question = { wallet: parseWallet(`0x${OPEN}`), index: null, amount: 5n };
  expect(await checker.stateOf(elsewhere, question, NOW_MS)).toMatchObject({ isClaimed: true });
  checker.close();
  expect(node.requests.length).toBe(before);
});
