import { programAddress, publicKeyBytes, publicKeyText } from '@droptrack/claim-calls/solana';
import type { FollowedDistributor, LedgerPage } from '@droptrack/distributors';
import { createSourceHttp, HostBreakers } from '@droptrack/sources';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import fc from 'fast-check';
import { ClaimFollower } from '../ledger/claim-follower';
import { accountData, fakeSolanaNode, type SolanaFixture } from './fake-solana-node';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const PROGRAM = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const DISTRIBUTOR = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
const OTHER = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const bytes = (address: string): Uint8Array => publicKeyBytes(address)!;
const walletOf = (n: number): Uint8Array => new Uint8Array(32).fill(n + 1);

/** State of a claim: its unlocked part was paid, and of its locked part so much was withdrawn. */
interface Claimed {
  readonly unlocked: bigint;
  readonly withdrawn: bigint;
}

/**
 * Accounts field by field, as `programs/merkle-distributor/src/state` of the programs declares them:
 * github.com/jito-foundation/distributor at 2cf79f63973a79e6354871dc9355a63aa1d15139 and
 * github.com/jup-ag/distributor at 304c28a4e15f4032a2cea88e1c54b839a8d7de4d.
 */
const PROGRAMS = {
  jito: {
    // bump, version, root, mint, token_vault, max_total_claim, max_num_nodes, total_amount_claimed, num_nodes_claimed, then start_ts,
    // end_ts, clawback_start_ts, clawback_receiver, admin, clawed_back, and 6 bytes of padding.
    distributor: (claimed: bigint, count: bigint) =>
      accountData('MerkleDistributor', 1, 8, 32, 32, 32, 900n, 90n, claimed, count, 24, 64, 1, 6),
    // claimant, locked_amount, locked_amount_withdrawn, unlocked_amount.
    status: (wallet: Uint8Array, _: string, { withdrawn, unlocked }: Claimed) =>
      accountData('ClaimStatus', wallet, 100n, withdrawn, unlocked),
  },
  jupiter: {
    // root, mint, base, token_vault, clawback_receiver, admin, locker, operator, version, max_total_claim, max_num_nodes,
    // total_amount_claimed, num_nodes_claimed, four instants, five bytes (the last is closable), three of padding, the bonus, padding.
    distributor: (claimed: bigint, count: bigint) =>
      accountData('MerkleDistributor', 8 * 32, 8, 900n, 90n, claimed, count, 32, 5, 3, 24, 80),
    // admin, distributor, claimant, locked_amount, locked_amount_withdrawn, unlocked_amount, bonus_amount, closable, padding.
    status: (wallet: Uint8Array, distributor: string, { withdrawn, unlocked }: Claimed) =>
      accountData('ClaimStatus', 32, bytes(distributor), wallet, 100n, withdrawn, unlocked, 7n, 24),
  },
} as const;
type Name = keyof typeof PROGRAMS;

let fixture: SolanaFixture;
let node: FakeServer;
beforeAll(async () => {
  node = await startFakeServer((asked) => fakeSolanaNode(fixture)(asked));
});
afterAll(() => node.close());

/** A distributor on a chain whose slot n has the time of n minutes. */
class FakeDistributor {
  readonly #claims = new Map<number, Claimed>();
  page: LedgerPage | null = null;
  slot = 1_000;

  constructor(readonly name: Name) {
    fixture = { genesis: GENESIS, accounts: new Map(), timeOf: (slot) => slot * 60 };
    this.#count();
  }

  /** Writes the status of a wallet. */
  claim(wallet: number, claimed: Claimed, distributor = DISTRIBUTOR): void {
    const seeds = [Buffer.from('ClaimStatus'), walletOf(wallet), bytes(distributor)];
    const address = publicKeyText(programAddress(seeds, bytes(PROGRAM))!);
    const data = PROGRAMS[this.name].status(walletOf(wallet), distributor, claimed);
    fixture.accounts.set(address, { owner: PROGRAM, data });
    if (distributor === DISTRIBUTOR) this.#claims.set(wallet, claimed);
    this.#count();
  }

  #count(): void {
    const all = [...this.#claims.values()];
    const sum = all.reduce((total, { unlocked, withdrawn }) => total + unlocked + withdrawn, 0n);
    const data = PROGRAMS[this.name].distributor(sum, BigInt(all.length));
    fixture.accounts.set(DISTRIBUTOR, { owner: PROGRAM, data });
  }

  /** Wallets with what they have claimed, by the accounts. */
  get totals() {
    return [...this.#claims].map(([wallet, { unlocked, withdrawn }]) => [wallet, unlocked + withdrawn]).sort(byWallet);
  }

  async read(minutes = 5, over: Partial<FollowedDistributor> = {}): Promise<LedgerPage | null> {
    fixture.slot = this.slot += minutes;
    const hosts = new HostBreakers({ monotonicMs: () => performance.now(), random: Math.random });
    const { signal } = new AbortController();
    const follower = new ClaimFollower({
      ...{ http: createSourceHttp({ hosts, signal, nowMs: () => 0 }), nowMs: 0, state: null },
      ...{ rpcUrls: new Map(), solanaRpcUrls: new Map([['solana', [node.url]]]), pace: async () => undefined },
    });
    const distributor: FollowedDistributor = {
      ...{ dropId: 'jito', list: '', contract: `solana:${GENESIS.slice(0, 32)}:${PROGRAM}`, account: DISTRIBUTOR },
      ...{ rpc: 'solana', style: this.name, token: null, fromBlock: null },
      ...over,
    };
    const page = await follower.read(distributor, this.page);
    this.page = page ?? this.page;
    return page;
  }
}

const byWallet = ([a]: readonly unknown[], [b]: readonly unknown[]) => Number(a) - Number(b);
const totalsOf = (page: LedgerPage | null) =>
  page?.claims.map(({ wallet, amount }) => [wallet[0]! - 1, amount]).sort(byWallet);
const methods = (from: number) => node.requests.slice(from).map(({ body }) => JSON.parse(body).method as string);

describe.each(['jito', 'jupiter'] as const)('claims of %s', (name) => {
  it('are what the accounts of the distributor state at a slot, also of wallets of other distributors', async () => {
    const distributor = new FakeDistributor(name);
    distributor.claim(1, { unlocked: 60n, withdrawn: 0n });
    distributor.claim(2, { unlocked: 60n, withdrawn: 25n });
    distributor.claim(2, { unlocked: 999n, withdrawn: 0n }, OTHER);
    distributor.claim(3, { unlocked: 999n, withdrawn: 0n }, OTHER);
    const page = await distributor.read();
    expect(page).toMatchObject({
      ...{ terms: `${name} ${DISTRIBUTOR}`, firstBlock: 0, block: 1_005, head: 1_005, blockAtMs: 1_005 * 60_000 },
      ...{ stored: null, isRestart: true, areTotals: true },
    });
    expect(totalsOf(page)).toEqual([
      [1, 60n],
      [2, 85n],
    ]);
    expect(page?.claims[0]).toMatchObject({
      block: 1_005,
      atMs: null,
      transaction: null,
      index: null,
      recipient: null,
    });
  });

  it('are not listed while the distributor counts the same', async () => {
    const distributor = new FakeDistributor(name);
    distributor.claim(1, { unlocked: 60n, withdrawn: 0n });
    await distributor.read();
    const from = node.requests.length;
    expect(await distributor.read()).toMatchObject({ block: 1_010, isRestart: false, claims: [] });
    expect(methods(from)).toEqual(['getGenesisHash', 'getMultipleAccounts', 'getBlockTime']);
    distributor.claim(1, { unlocked: 60n, withdrawn: 1n });
    expect(totalsOf(await distributor.read())).toEqual([[1, 61n]]);
  });

  it('have the time of the reading that found them, unless the one before is older than 15 minutes', async () => {
    const distributor = new FakeDistributor(name);
    await distributor.read();
    const timesOf = async (minutes: number, wallet: number) => {
      distributor.claim(wallet, { unlocked: 1n, withdrawn: 0n });
      return (await distributor.read(minutes))?.claims.map(({ atMs }) => atMs);
    };
    expect(await timesOf(15, 1)).toEqual([1_020 * 60_000]);
    expect(await timesOf(16, 2)).toEqual([null, null]);
  });

  it('are of the wallets of any history of the accounts', async () => {
    const step = fc.record({ wallet: fc.nat(20), unlocked: fc.nat(9), withdrawn: fc.nat(9), isOther: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const distributor = new FakeDistributor(name);
        for (const { wallet, unlocked, withdrawn, isOther } of steps) {
          const claimed = { unlocked: BigInt(unlocked), withdrawn: BigInt(withdrawn) };
          distributor.claim(wallet, claimed, isOther ? OTHER : DISTRIBUTOR);
        }
        expect(totalsOf(await distributor.read())).toEqual(distributor.totals);
      }),
      { numRuns: 20 },
    );
  });

  // Every wallet that is left out would count as unclaimed.
  it.each<[string, () => void, RegExp]>([
    ['with a list without a claim', () => (fixture.listed = (all) => all.slice(1)), /lists 1 of 2 claims/],
    ['with a claim that is listed twice instead', () => (fixture.listed = ([one]) => [one!, one!]), /lists 1 of 2/],
    ['with a list of other accounts', () => (fixture.listed = () => [accountWith({})]), /is no claim of/],
    ['with a list of another shape', () => (fixture.listed = () => [{}]), /another shape/],
    ['with a slot without a time', () => (fixture.timeOf = () => null), /getBlockTime returned/],
    ['from another network', () => (fixture.genesis = 'E'.repeat(44)), /serves solana:EEE/],
    ['without the distributor', () => fixture.accounts.delete(DISTRIBUTOR), /is no distributor of/],
  ])('are not read %s', async (_, change, message) => {
    const distributor = new FakeDistributor(name);
    distributor.claim(1, { unlocked: 60n, withdrawn: 0n });
    distributor.claim(2, { unlocked: 60n, withdrawn: 0n });
    change();
    await expect(distributor.read()).rejects.toThrow(message);
  });

  it('are not read from a node that is behind the ledger', async () => {
    const distributor = new FakeDistributor(name);
    await distributor.read();
    distributor.claim(1, { unlocked: 60n, withdrawn: 0n });
    expect([await distributor.read(-1), await distributor.read(0)]).toEqual([null, null]);
  });
});

const accountWith = (over: object): object => ({
  pubkey: OTHER,
  account: { owner: PROGRAM, data: [Buffer.alloc(64).toString('base64'), 'base64'] },
  ...over,
});

// The claims of its accounts can be closed, so that a missing one does not mean that nothing was claimed.
it('does not follow a closable distributor of jupiter', async () => {
  const distributor = new FakeDistributor('jupiter');
  const data = Buffer.from(fixture.accounts.get(DISTRIBUTOR)!.data);
  data[340] = 1;
  fixture.accounts.set(DISTRIBUTOR, { owner: PROGRAM, data });
  await expect(distributor.read()).rejects.toMatchObject({ kind: 'not_found' });
});

it('does not follow programs whose claims do not name their distributor, and chains without a node', async () => {
  await expect(new FakeDistributor('jito').read(5, { style: 'saber' })).rejects.toMatchObject({ kind: 'unable' });
  await expect(new FakeDistributor('jito').read(5, { rpc: 'eclipse' })).rejects.toMatchObject({ kind: 'not_found' });
});

// Responses of providers, as their users reported them; the sources are beside `REJECTIONS`.
it.each([
  [200, { code: -32010, message: `${PROGRAM} excluded from account secondary indexes; this RPC method unavailable for key` }, 'unable'], // prettier-ignore
  [410, { code: 410, message: 'The RPC call or parameters have been disabled.' }, 'unable'],
  [403, { code: 403, message: 'Call type exceeds Solana 1.9.13 version limit for max account size.' }, 'unable'],
  [200, { message: 'Too many accounts requested (10000001 pubkeys), Please use getProgramAccountsV2 with pagination' }, 'unable'], // prettier-ignore
  [429, { code: 429, message: 'Too many requests for a specific RPC call' }, 'rate_limited'],
])('reports a node that rejects a list with %i %j', async (status, error, kind) => {
  const distributor = new FakeDistributor('jito');
  fixture.rejection = { status, error };
  const failure = await distributor.read().catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ kind });
  if (kind === 'unable') expect((failure as Error).message).toMatch(/cannot be listed: use a node that lists/);
});
