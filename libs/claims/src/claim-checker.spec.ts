import { parseWallet } from '@droptrack/eligibility';
import { HostBreakers } from '@droptrack/sources';
import { type FailingServer, startFailingServer, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { ClaimChecker, type ClaimCheckerOptions } from './claim-checker';
import type { ClaimFailure } from './claim-node';
import { fakeClaimNode, type ClaimFixture } from './fake-claim-node';

const NOW_MS = Date.UTC(2026, 8, 1);
const CONTRACT = 'eip155:1:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const CLAIM = { rpc: 'ethereum', contract: CONTRACT, check: 'claimed(address) returns (bool)' };
const BY_INDEX = { ...CLAIM, check: 'isClaimed(uint256 index) returns (bool)' };

const digits = (n: number): string => n.toString(16).padStart(40, '0');
const wallet = (n: number) => parseWallet(`0x${digits(n)}`);
const asking = (n: number) => ({ wallet: wallet(n), index: BigInt(n), amount: 5n });

/** `isClaimed` of a claim's state; null without one. */
const isClaimed = async (checker: ClaimChecker, ...asked: Parameters<ClaimChecker['stateOf']>) =>
  (await checker.stateOf(...asked))?.isClaimed ?? null;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let fixture: ClaimFixture;
let node: FakeServer;
let failures: ClaimFailure[];
beforeAll(async () => {
  node = await startFakeServer((asked) => fakeClaimNode(fixture)(asked));
});
afterAll(() => node.close());
beforeEach(() => {
  fixture = { chainId: 1, claimed: new Set([digits(1)]) };
  failures = [];
});

/** Upper bound of a check that gives up after 2 s, with room for a busy machine; a hanging node would exceed any bound. */
const GIVES_UP_MS_MAX = 8_000;
const breakers = () => new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
/** A time limit that a stalled test machine does not reach, for the tests that are not about time. */
const PATIENT = { timeoutMs: 30_000 };
function checkerOf(url = node.url, { hosts = breakers(), ...terms }: Partial<ClaimCheckerOptions> = PATIENT) {
  const rpcUrls = new Map([['ethereum', [url]]]);
  return new ClaimChecker({ rpcUrls, hosts, onFailure: (_, failure) => failures.push(failure), ...terms });
}
/** Number of calls per request that the node received since `from`; 0 for a call outside a batch. */
function since(from: number): number[] {
  const bodies = node.requests.slice(from).map(({ body }) => JSON.parse(body));
  return bodies.filter(({ method }) => method !== 'eth_chainId').map((body) => (Array.isArray(body) ? body.length : 0));
}

describe('whether a wallet has claimed', () => {
  it('is read from the contract, by wallet or by index', async () => {
    const checker = checkerOf();
    await expect(isClaimed(checker, CLAIM, asking(1), NOW_MS)).resolves.toBe(true);
    await expect(isClaimed(checker, CLAIM, asking(2), NOW_MS)).resolves.toBe(false);
    await expect(isClaimed(checker, BY_INDEX, { ...asking(2), index: 1n }, NOW_MS)).resolves.toBe(true);
    expect(failures).toEqual([]);
  });

  it('is cached for ever when true, and for 5 s when false or unknown', async () => {
    const checker = checkerOf();
    fixture.answers = new Map([[digits(3), { code: -32000, message: 'header not found' }]]);
    const all = (nowMs: number) => Promise.all([1, 2, 3].map((n) => isClaimed(checker, CLAIM, asking(n), nowMs)));
    await expect(all(NOW_MS)).resolves.toEqual([true, false, null]);
    fixture = { chainId: 1, claimed: new Set([digits(2), digits(3)]) };
    await expect(all(NOW_MS + 4_999)).resolves.toEqual([true, false, null]);
    await expect(all(NOW_MS + 5_000)).resolves.toEqual([true, true, true]);
    fixture.claimed.clear();
    await expect(all(NOW_MS + 1e12)).resolves.toEqual([true, true, true]);
  });

  it('takes one call for concurrent checks of the same wallet', async () => {
    const from = node.requests.length;
    const checker = checkerOf();
    const answers = Array.from({ length: 100 }, () => isClaimed(checker, CLAIM, asking(1), NOW_MS));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([true]));
    expect(since(from)).toEqual([0]);
  });

  it('is read in batches for different wallets, each with its own answer', async () => {
    const from = node.requests.length;
    const checker = checkerOf();
    fixture.claimed = new Set([7, 77, 177].map(digits));
    const answers = Array.from({ length: 200 }, (_, n) => isClaimed(checker, CLAIM, asking(n), NOW_MS));
    expect((await Promise.all(answers)).flatMap((answer, n) => (answer ? [n] : []))).toEqual([7, 77, 177]);
    expect(since(from)).toEqual([50, 50, 50, 50]);
  });

  it.each([
    ['one error', () => ({ body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } } })],
    ['a list of one error', () => ({ body: [{ jsonrpc: '2.0', id: null, error: { code: 31, message: 'max 3' } }] })],
    ['a status', () => ({ status: 413, body: 'too large' })],
    ['a page', () => ({ body: '<html>' })],
    [
      'an error for each',
      (calls: readonly { id?: unknown }[]) => ({
        body: calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32005, message: 'batch too large' } })),
      }),
    ],
  ])('is read one wallet at a time when the node rejects batches with %s', async (_, rejection) => {
    fixture = { ...fixture, batchMax: 3, rejection };
    const checker = checkerOf();
    const all = (from: number) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => isClaimed(checker, CLAIM, asking(from + n), NOW_MS)));
    expect((await all(0)).indexOf(true)).toBe(1);
    await all(100);
    await all(200);
    // Batches shrink until the node accepts them.
    const from = node.requests.length;
    expect(new Set(await all(300))).toEqual(new Set([false]));
    expect(new Set(since(from))).toEqual(new Set([2]));
  });

  it('keeps at most one request in flight per connection', async () => {
    let [inFlight, most] = [0, 0];
    let full = (): void => undefined;
    const allInFlight = new Promise<void>((resolve) => (full = resolve));
    fixture = {
      ...{ ...fixture, batchMax: 1 },
      rejection: () => ({ status: 400, body: '' }),
      delay: async () => {
        most = Math.max(most, ++inFlight);
        if (inFlight === 8) full();
        // Held until all connections have a request, so that a slow machine does not show fewer.
        await Promise.race([allInFlight.then(() => sleep(5)), sleep(200)]);
        inFlight -= 1;
      },
    };
    const one = checkerOf();
    await Promise.all(Array.from({ length: 100 }, (_, n) => isClaimed(one, CLAIM, asking(n), NOW_MS)));
    expect(most).toBe(8);
  });
});

describe('the state of a claim is unknown', () => {
  it('without a request when the chain, the kind of wallet, the index or the function does not allow one', async () => {
    const from = node.requests.length;
    const checker = checkerOf();
    const solana = { ...asking(1), wallet: parseWallet('9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y') };
    await expect(isClaimed(checker, { ...CLAIM, rpc: 'linea' }, asking(1), NOW_MS)).resolves.toBeNull();
    await expect(isClaimed(checker, CLAIM, solana, NOW_MS)).resolves.toBeNull();
    await expect(isClaimed(checker, BY_INDEX, { ...asking(1), index: null }, NOW_MS)).resolves.toBeNull();
    await expect(isClaimed(checker, { ...CLAIM, contract: 'solana:x' }, asking(1), NOW_MS)).resolves.toBeNull();
    await expect(isClaimed(checker, { ...CLAIM, check: 'claim()' }, asking(1), NOW_MS)).resolves.toBeNull();
    // Stored by an earlier version that accepted this function.
    const left = { ...CLAIM, check: 'claimableTokens(address) returns (uint256)' };
    await expect(isClaimed(checker, left, asking(1), NOW_MS)).resolves.toBeNull();
    expect(node.requests).toHaveLength(from);
  });

  // The contract does not exist on the other chain, so every wallet would count as unclaimed.
  it('when the node serves another chain, until a claim names that chain', async () => {
    fixture.chainId = 8_453;
    const checker = checkerOf();
    const onBase = { ...CLAIM, contract: CONTRACT.replace(':1:', ':8453:') };
    await expect(
      Promise.all([CLAIM, onBase].map((claim) => isClaimed(checker, claim, asking(1), NOW_MS))),
    ).resolves.toEqual([null, true]);
    expect(failures).toEqual(['wrong_chain']);
  });

  it.each([
    ['the contract does not exist', '0x'],
    ['the result is no bool or amount', `0x${'0'.repeat(63)}7`],
    ['the call fails', { code: 3, message: 'execution reverted: nothing paid', data: '0x08c379a0' }],
  ])('when %s, alone and in a batch, without effect on the other calls', async (_, answer) => {
    fixture.answers = new Map([[digits(9), answer]]);
    const checker = checkerOf();
    await expect(isClaimed(checker, CLAIM, asking(9), NOW_MS)).resolves.toBeNull();
    const later = NOW_MS + 60_000;
    const batch = [9, 1, 2].map((n) => isClaimed(checker, CLAIM, asking(n), later));
    await expect(Promise.all(batch)).resolves.toEqual([null, true, false]);
  });

  // A failed call does not mean that the node rejects batches.
  it('when all calls of a batch fail, without a retry one by one', async () => {
    const failing = { code: -32000, message: 'execution reverted' };
    fixture.answers = new Map([5, 6].map((n) => [digits(n), failing]));
    const from = node.requests.length;
    const checker = checkerOf();
    await Promise.all([5, 6].map((n) => isClaimed(checker, CLAIM, asking(n), NOW_MS)));
    expect(since(from)).toEqual([2]);
  });

  it('when the node limits the rate, without further requests', async () => {
    const rejection = () => ({ status: 429, body: '' });
    fixture = { ...fixture, batchMax: 1, rejection };
    const from = node.requests.length;
    const checker = checkerOf();
    await expect(Promise.all([1, 2, 3].map((n) => isClaimed(checker, CLAIM, asking(n), NOW_MS)))).resolves.toEqual([
      null,
      null,
      null,
    ]);
    expect(since(from)).toEqual([3]);
    expect(failures).toEqual(['rate_limited']);
  });
});

// Providers quote the request in their error messages.
it('keeps wallets out of logs, failures and the breaker state, whatever a node answers', async () => {
  const said: unknown[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockImplementation((text) => said.push(text) > 0),
  );
  const warned = (warning: Error) => said.push(String(warning.stack));
  process.on('warning', warned);
  try {
    const quoting = (n: number) => ({ code: -32000, message: `cannot call for 0x${digits(n)}`, data: digits(n) });
    fixture.answers = new Map([0xabc1, 0xabc2].map((n) => [digits(n), quoting(n)]));
    const hosts = breakers();
    const rpcUrls = new Map([['ethereum', [node.url]]]);
    const checker = new ClaimChecker({ ...PATIENT, rpcUrls, hosts, onFailure: (...failure) => said.push(failure) });
    for (const numbers of [[0xabc1], [0xabc1, 0xabc2], [0xabc2, 0xabc3]]) {
      const later = NOW_MS + numbers.reduce((sum, n) => sum + n, 0) * 60_000;
      await Promise.all(numbers.map((n) => isClaimed(checker, CLAIM, asking(n), later)));
    }
    said.push(hosts.state());
  } finally {
    process.off('warning', warned);
    spies.forEach((spy) => spy.mockRestore());
  }
  expect(said).toContainEqual(['ethereum', 'status']);
  expect(JSON.stringify(said).toLowerCase()).not.toMatch(/abc[123]/);
});

describe('a failing node', () => {
  let server: FailingServer;
  beforeAll(async () => {
    server = await startFailingServer();
  });
  afterAll(() => server.close());

  const failuresOf = ['never_answers', 'broken', 'truncated', 'cut_off', 'wrong_shape', 'large'] as const;
  it.each([...failuresOf, 'redirects_in_a_circle', 'closes_in_header', 'limited_for', 'closed_port'] as const)(
    'leaves the state unknown within 2 s: %s',
    async (failure) => {
      const checker = checkerOf(failure === 'closed_port' ? server.closedPortUrl : server.at(failure), {});
      const startMs = performance.now();
      const many = Array.from({ length: 60 }, (_, n) => isClaimed(checker, CLAIM, asking(n), NOW_MS));
      expect(new Set(await Promise.all(many))).toEqual(new Set([null]));
      expect(performance.now() - startMs).toBeLessThan(GIVES_UP_MS_MAX);
      for (let tries = 0; failures.length === 0 && tries < 1_000; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(failures.length).toBeGreaterThan(0);
    },
  );

  // Each of the two responses arrives in time; both together do not.
  it('leaves the state unknown within 2 s in total when it is slow, and sends no request after that', async () => {
    fixture.delay = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    fixture = { ...fixture, batchMax: 1, rejection: () => ({ status: 400, body: '' }) };
    let asked: number[] = [];
    // A try whose time ran out before the first request proves nothing, so it is repeated.
    for (let tries = 0; tries < 5 && asked.length === 0; tries += 1) {
      const checker = checkerOf(node.url, {});
      const from = node.requests.length;
      const startMs = performance.now();
      const many = Array.from({ length: 60 }, (_, n) => isClaimed(checker, CLAIM, asking(n), NOW_MS));
      expect(new Set(await Promise.all(many))).toEqual(new Set([null]));
      expect(performance.now() - startMs).toBeLessThan(GIVES_UP_MS_MAX);
      await new Promise((resolve) => setTimeout(resolve, 300));
      asked = since(from);
    }
    // Two batches, and no call by itself.
    expect(asked).toEqual([50, 10]);
  });

  it('is used again as soon as it recovers', async () => {
    let isWell = false;
    const ill = await startFakeServer((asked) => (isWell ? fakeClaimNode(fixture)(asked) : { body: '<html>' }));
    const checker = checkerOf(ill.url);
    await expect(isClaimed(checker, CLAIM, asking(1), NOW_MS)).resolves.toBeNull();
    isWell = true;
    await expect(isClaimed(checker, CLAIM, asking(1), NOW_MS + 5_000)).resolves.toBe(true);
    await ill.close();
  });

  it('is not called while its circuit breaker is open', async () => {
    const hosts = breakers();
    const url = server.at('never_answers');
    for (let n = 0; n < 5; n++) hosts.enter(new URL(url)).end('failed');
    await expect(isClaimed(checkerOf(url, { hosts }), CLAIM, asking(1), NOW_MS)).resolves.toBeNull();
    // The circuit breaker reports it before any request.
    expect(failures).toEqual(['down']);
  });

  it('does not delay callers when the checker closes', async () => {
    const checker = checkerOf(server.at('never_answers'));
    const waiting = isClaimed(checker, CLAIM, asking(1), NOW_MS);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const startMs = performance.now();
    checker.close();
    await expect(waiting).resolves.toBeNull();
    // The time limit alone would end it after 30 s.
    expect(performance.now() - startMs).toBeLessThan(15_000);
  });
});
