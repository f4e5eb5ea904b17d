import { programAddress, publicKeyBytes, publicKeyText } from '@droptrack/claim-calls/solana';
import { parseWallet } from '@droptrack/eligibility';
import { HostBreakers } from '@droptrack/sources';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { ClaimChecker } from '../claim-checker';
import type { ClaimFailure } from '../claim-node';
import { accountData, fakeSolanaNode, type SolanaFixture } from './fake-solana-node';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const PROGRAM = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const DISTRIBUTOR = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
const OTHER = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const ALICE = '8VBafTNv1F8k5Bg7DTVwhitw3MGAMTmekHsgLuMJxLC8';
const BOB = '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT';
const NOW_MS = Date.UTC(2026, 8, 1);

const bytes = (address: string): Uint8Array => publicKeyBytes(address)!;
const u64 = (value: bigint): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(value);
  return buffer;
};

/**
 * Distributors and claims field by field as the sources of the programs declare them, with the seeds of their claims.
 * Sources: github.com/jito-foundation/distributor and github.com/jup-ag/distributor,
 * `programs/merkle-distributor/src/state/claim_status.rs`; github.com/saber-hq/merkle-distributor,
 * `programs/merkle-distributor/src/lib.rs`.
 */
const PROGRAMS = {
  jito: {
    distributor: accountData('MerkleDistributor', 232),
    seeds: (wallet: string) => [Buffer.from('ClaimStatus'), bytes(wallet), bytes(DISTRIBUTOR)],
    // claimant, locked_amount, locked_amount_withdrawn, unlocked_amount.
    claim: (wallet: string, claimed: bigint) => accountData('ClaimStatus', bytes(wallet), 100n, claimed - 60n, 60n),
  },
  jupiter: {
    distributor: accountData('MerkleDistributor', 440),
    seeds: (wallet: string) => [Buffer.from('ClaimStatus'), bytes(wallet), bytes(DISTRIBUTOR)],
    // admin, distributor, claimant, locked_amount, locked_amount_withdrawn, unlocked_amount, bonus_amount (not part of the
    // allocation), closable with padding.
    claim: (wallet: string, claimed: bigint) =>
      accountData('ClaimStatus', 32, bytes(DISTRIBUTOR), bytes(wallet), 100n, claimed - 60n, 60n, 7n, 24),
  },
  saber: {
    distributor: accountData('MerkleDistributor', 129),
    seeds: (_: string, index: bigint) => [Buffer.from('ClaimStatus'), u64(index), bytes(DISTRIBUTOR)],
    // is_claimed, claimant, claimed_at, amount.
    claim: (wallet: string, claimed: bigint) =>
      accountData('ClaimStatus', Uint8Array.of(1), bytes(wallet), 1_700_000_000n, claimed),
  },
} as const;
type Name = keyof typeof PROGRAMS;
const NAMES = ['jito', 'jupiter', 'saber'] as const;

let fixture: SolanaFixture;
let node: FakeServer;
let failures: ClaimFailure[];
beforeAll(async () => {
  node = await startFakeServer((asked) => fakeSolanaNode(fixture)(asked));
});
afterAll(() => node.close());

function start(name: Name) {
  const { distributor, seeds, claim } = PROGRAMS[name];
  fixture = { genesis: GENESIS, accounts: new Map([[DISTRIBUTOR, { owner: PROGRAM, data: distributor }]]) };
  failures = [];
  const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
  const checker = new ClaimChecker({
    rpcUrls: new Map(),
    solanaRpcUrls: new Map([['solana', [node.url]]]),
    hosts,
    onFailure: (_, failure) => failures.push(failure),
    timeoutMs: 30_000,
  });
  const stated = { rpc: 'solana', contract: `solana:${GENESIS.slice(0, 32)}:${PROGRAM}`, check: name };
  const addressOf = (wallet: string, index = 5n) =>
    publicKeyText(programAddress(seeds(wallet, index), bytes(PROGRAM))!);
  return {
    checker,
    /** Stores the account of a claim. */
    record: (wallet: string, claimed: bigint, { owner = PROGRAM, of = wallet, index = 5n } = {}) =>
      fixture.accounts.set(addressOf(wallet, index), { owner, data: claim(of, claimed) }),
    stateOf: (
      wallet: string,
      {
        index = 5n,
        amount = 160n,
        ...over
      }: { index?: bigint | null; amount?: bigint | null } & Partial<
        Record<'rpc' | 'contract' | 'check' | 'distributor', string>
      > = {},
      nowMs = NOW_MS,
    ) =>
      checker.stateOf(
        { ...stated, distributor: DISTRIBUTOR, ...over },
        { wallet: parseWallet(wallet), index, amount },
        nowMs,
      ),
  };
}

// github.com/jito-foundation/distributor, `test/client_py/accounts`: discriminators that Anchor computed.
it('recognises accounts by the published discriminators', () => {
  expect(accountData('ClaimStatus')).toEqual(Buffer.from([0x16, 0xb7, 0xf9, 0x9d, 0xf7, 0x5f, 0x96, 0x60]));
  expect(accountData('MerkleDistributor')).toEqual(Buffer.from([0x4d, 0x77, 0x8b, 0x46, 0x54, 0xf7, 0x0c, 0x1a]));
});

describe.each(NAMES)('claims of %s', (name) => {
  it('are read from their accounts: a part, the whole, and none without an account', async () => {
    const { record, stateOf } = start(name);
    await expect(stateOf(ALICE)).resolves.toEqual({ isClaimed: false, claimedAmount: 0n });
    record(ALICE, 61n);
    await expect(stateOf(ALICE, {}, NOW_MS + 60_000)).resolves.toEqual({ isClaimed: false, claimedAmount: 61n });
    record(ALICE, 160n);
    await expect(stateOf(ALICE, {}, NOW_MS + 120_000)).resolves.toEqual({ isClaimed: true, claimedAmount: 160n });
    expect(failures).toEqual([]);
  });

  it('are null from an account of another program, of another wallet or of another layout', async () => {
    const { record, stateOf } = start(name);
    record(ALICE, 160n, { owner: OTHER });
    await expect(stateOf(ALICE)).resolves.toBeNull();
    record(ALICE, 160n, { of: BOB });
    await expect(stateOf(ALICE, {}, NOW_MS + 5_000)).resolves.toBeNull();
    const [address, { data }] = [...fixture.accounts].at(-1)!;
    for (const other of [data.subarray(1), Buffer.concat([data, Buffer.alloc(1)]), Buffer.alloc(data.length)]) {
      fixture.accounts.set(address, { owner: PROGRAM, data: other });
      const later = NOW_MS + other.length * 60_000 + (other[0] ?? 0) * 7_000;
      await expect(stateOf(ALICE, {}, later)).resolves.toBeNull();
    }
  });

  // Without its distributor, every wallet would count as unclaimed.
  it('are null without an account if the distributor is not one of the program', async () => {
    const { stateOf } = start(name);
    const { data } = fixture.accounts.get(DISTRIBUTOR)!;
    const others = [
      null,
      { owner: OTHER, data },
      { owner: PROGRAM, data: data.subarray(0, 64) },
      { owner: PROGRAM, data: Buffer.alloc(data.length) },
    ];
    for (const [n, other] of others.entries()) {
      if (other === null) fixture.accounts.delete(DISTRIBUTOR);
      else fixture.accounts.set(DISTRIBUTOR, other);
      await expect(stateOf(ALICE, {}, NOW_MS + n * 5_000)).resolves.toBeNull();
    }
  });

  it('share batches of at most 100 accounts, each with its own state', async () => {
    const { record, stateOf } = start(name);
    const wallets = Array.from({ length: 120 }, (_, n) => publicKeyText(Buffer.alloc(32, n + 1)));
    [3, 77, 119].forEach((n) => record(wallets[n]!, 160n, { index: BigInt(n) }));
    const from = node.requests.length;
    const states = await Promise.all(wallets.map((wallet, n) => stateOf(wallet, { index: BigInt(n) })));
    expect(states.flatMap((state, n) => (state?.isClaimed === true ? [n] : []))).toEqual([3, 77, 119]);
    expect(states.filter((state) => state?.isClaimed === false)).toHaveLength(117);
    const batches = node.requests.slice(from).map(({ body }) => JSON.parse(body));
    expect(batches.filter(({ method }) => method === 'getMultipleAccounts')).toHaveLength(3);
  });
});

// Its admin can close the account of a claim, so no account does not mean no claim.
it('reads no state from a missing account of a closable distributor of jupiter', async () => {
  const { record, stateOf } = start('jupiter');
  const data = Buffer.from(PROGRAMS.jupiter.distributor);
  data[340] = 1;
  fixture.accounts.set(DISTRIBUTOR, { owner: PROGRAM, data });
  await expect(stateOf(ALICE)).resolves.toBeNull();
  record(BOB, 160n);
  await expect(stateOf(BOB)).resolves.toEqual({ isClaimed: true, claimedAmount: 160n });
});

it('reads no claim of saber that is not marked as claimed, and none without an index', async () => {
  const { record, stateOf } = start('saber');
  record(ALICE, 160n);
  const [address, { data }] = [...fixture.accounts].at(-1)!;
  const unmarked = Buffer.from(data);
  unmarked[8] = 0;
  fixture.accounts.set(address, { owner: PROGRAM, data: unmarked });
  await expect(stateOf(ALICE)).resolves.toBeNull();
  await expect(stateOf(ALICE, { index: null })).resolves.toBeNull();
  await expect(stateOf(ALICE, { index: 2n ** 64n })).resolves.toBeNull();
});

describe('a Solana node', () => {
  it('is not asked for a wallet of another family, an unknown program, or without an amount', async () => {
    const { stateOf } = start('jito');
    const from = node.requests.length;
    await expect(stateOf('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')).resolves.toBeNull();
    await expect(stateOf(ALICE, { amount: null })).resolves.toBeNull();
    await expect(stateOf(ALICE, { rpc: 'other' })).resolves.toBeNull();
    await expect(stateOf(ALICE, { check: 'unknown' })).resolves.toBeNull();
    await expect(stateOf(ALICE, { distributor: '0x12' })).resolves.toBeNull();
    await expect(stateOf(ALICE, { contract: `solana:${GENESIS.slice(0, 32)}:x` })).resolves.toBeNull();
    expect(node.requests).toHaveLength(from);
  });

  // The program can exist on a test network, where nothing is claimed.
  it('is rejected if it serves another network', async () => {
    const { stateOf } = start('jito');
    fixture.genesis = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
    await expect(stateOf(ALICE)).resolves.toBeNull();
    expect(failures).toEqual(['wrong_chain']);
  });

  it.each([[[]], [{ value: [null] }], [{ value: 7 }], [{ value: [{ owner: 1 }, null] }], ['x']])(
    'gives no state by the result %j',
    async (result) => {
      const { stateOf } = start('jito');
      fixture.result = result;
      await expect(stateOf(ALICE)).resolves.toBeNull();
      expect(failures).toEqual(['wrong_shape']);
    },
  );

  it('is not asked again within the time for which a state is cached', async () => {
    const { record, stateOf } = start('jito');
    record(ALICE, 160n);
    await stateOf(ALICE);
    await stateOf(BOB);
    const from = node.requests.length;
    await expect(stateOf(ALICE, {}, NOW_MS + 1e12)).resolves.toMatchObject({ isClaimed: true });
    await expect(stateOf(BOB, {}, NOW_MS + 4_999)).resolves.toMatchObject({ isClaimed: false });
    expect(node.requests).toHaveLength(from);
  });
});
