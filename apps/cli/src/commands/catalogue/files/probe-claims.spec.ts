import { dropDefinition } from '@droptrack/catalogue/testing';
import {
  accountData,
  type ClaimFixture,
  fakeClaimNode,
  fakeSolanaNode,
  type SolanaFixture,
} from '@droptrack/claims/testing';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { probeClaims, readClaimUrls } from './probe-claims';

const [GOOD, MISSING] = ['0x1789e0043623282D5DCc7F213d703C6D8BAfBB04', '0x87bAa1694381aE3eCaE2660d97fe60404080Eb64'];
const claim = {
  rpc: 'linea',
  contract: `eip155:59144:${GOOD}`,
  check: 'claimed(address) returns (bool)',
  source: null,
};
const fault = (file: string, path: readonly (string | number)[], message: string) => ({
  ...{ file, line: 1, column: 1, path: path.join('.') },
  message,
});

describe('probeClaims', () => {
  const fixture: ClaimFixture = { chainId: 59_144, claimed: new Set(), answers: new Map() };
  const MADE_UP = 'd7'.repeat(20);
  let node: FakeServer;
  beforeAll(async () => {
    node = await startFakeServer(fakeClaimNode(fixture));
  });
  afterAll(() => node.close());
  beforeEach(() => {
    fixture.chainId = 59_144;
    fixture.answers = new Map();
  });
  const probe = (definition: Parameters<typeof dropDefinition>[0], url = node.url) =>
    probeClaims(
      { definitions: [dropDefinition(definition), dropDefinition({ id: 'without' })], fault },
      { rpcUrls: new Map([['linea', [url]]]) },
      0,
    );
  const messages = async (...args: Parameters<typeof probe>) =>
    (await probe(...args)).faults.map(({ path, message }) => `${path}: ${message}`);

  it('counts the distributors that respond, of unnamed and named lists, and names chains without a node', async () => {
    const listClaims = { a: claim, b: { ...claim, rpc: 'base' }, c: { ...claim, rpc: 'base' } };
    await expect(probe({ claim, listClaims })).resolves.toEqual({ answered: 2, unconfigured: ['base'], faults: [] });
  });

  // A rest of 0 is no claim state, but the result that the function returns for an unknown wallet.
  it('accepts a remaining amount of 0', async () => {
    const remaining = { ...claim, check: 'claimableTokens(address) returns (uint256)', style: 'remaining' } as const;
    await expect(probe({ claim: remaining })).resolves.toMatchObject({ answered: 1, faults: [] });
  });

  it.each([
    ['does not exist', '0x'],
    ['returns another type', `0x${'0'.repeat(63)}7`],
    ['reverts', { code: 3, message: 'execution reverted' }],
  ])('reports a contract that %s, at its list', async (_, answer) => {
    fixture.answers = new Map([[MADE_UP, answer]]);
    await expect(
      messages({ listClaims: { 'season-2': { ...claim, contract: `eip155:59144:${MISSING}` } } }),
    ).resolves.toEqual([
      expect.stringMatching(/^claim\.lists\.season-2: the distributor returned no valid result for a made-up wallet/),
    ]);
  });

  it('reports a node of another chain, and one that does not respond', async () => {
    fixture.chainId = 1;
    await expect(messages({ claim })).resolves.toEqual([
      `claim.contract: the node of "linea" serves another chain than that of ${claim.contract}`,
    ]);
    await expect(messages({ claim }, 'http://127.0.0.1:1')).resolves.toEqual([
      'claim.contract: the node of "linea" did not respond (network)',
    ]);
  });
});

/**
 * Distributors as their programs lay them out: the fields of the published structures in their order, then zeros up to the
 * length that the program reserves. A number is a field of that many bytes whose value does not matter.
 */
const LAYOUTS = {
  // jito-foundation/distributor, `programs/merkle-distributor/src/state/merkle_distributor.rs`: bump, version, root, mint, vault,
  // 4 counters, 3 times, receiver, admin, clawed back.
  jito: { fields: [1, 8, 32, 32, 32, 32, 24, 32, 32, 1], length: 240 },
  // jup-ag/distributor: its length; the byte of the flag `closable` is 340.
  jupiter: { fields: [], length: 448 },
  // saber-hq/merkle-distributor, `programs/merkle-distributor/src/lib.rs`: base, bump, root, mint, 4 counters.
  saber: { fields: [32, 1, 32, 32, 32], length: 137 },
} as const;

describe('probeClaims on Solana', () => {
  const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
  const PROGRAM = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
  const DISTRIBUTOR = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
  const DISCRIMINATOR_BYTES = 8;
  const fixture: SolanaFixture = { genesis: GENESIS, accounts: new Map() };
  let node: FakeServer;
  beforeAll(async () => {
    node = await startFakeServer((asked) => fakeSolanaNode(fixture)(asked));
  });
  afterAll(() => node.close());

  type Name = keyof typeof LAYOUTS;
  const dataOf = (name: Name, account = 'MerkleDistributor'): Buffer => {
    const { fields, length } = LAYOUTS[name];
    const used = fields.reduce((sum: number, bytes) => sum + bytes, DISCRIMINATOR_BYTES);
    return accountData(account, ...fields, length - used);
  };
  const claimOf = (name: Name, distributor = DISTRIBUTOR) => ({
    ...{ rpc: 'solana', contract: `solana:${GENESIS.slice(0, 32)}:${PROGRAM}` },
    ...{ check: name, distributor, source: null },
  });
  const probe = (claims: Record<string, ReturnType<typeof claimOf>>, url = node.url) =>
    probeClaims(
      { definitions: [dropDefinition({ listClaims: claims })], fault },
      { rpcUrls: new Map(), solanaRpcUrls: new Map([['solana', [url]]]) },
      0,
    );
  const stored = (data: Uint8Array, owner = PROGRAM): void => {
    fixture.accounts = new Map([[DISTRIBUTOR, { owner, data }]]);
  };

  it.each<Name>(['jito', 'jupiter', 'saber'])('accepts a distributor of %s, and no other for it', async (name) => {
    for (const other of ['jito', 'jupiter', 'saber'] as const) {
      stored(dataOf(other));
      const { answered, faults } = await probe({ a: claimOf(name) });
      expect([answered, faults.length]).toEqual(other === name ? [1, 0] : [0, 1]);
    }
  });

  it.each<[string, Uint8Array | null, string?]>([
    ['does not exist', null],
    ['belongs to another program', dataOf('jito'), DISTRIBUTOR],
    ['is the claim of a wallet', dataOf('jito', 'ClaimStatus')],
    ['is shorter than published', dataOf('jito').subarray(0, 239)],
    ['is empty', Buffer.alloc(0)],
  ])('reports a distributor that %s, at its list', async (_, data, owner = PROGRAM) => {
    if (data === null) fixture.accounts = new Map();
    else stored(data, owner);
    const { answered, faults } = await probe({ 'season-2': claimOf('jito') });
    expect(answered).toBe(0);
    expect(faults.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(/^claim\.lists\.season-2: the distributor returned no valid result/),
    ]);
  });

  it('reports a closable distributor of jupiter: an account that was closed would count as no claim', async () => {
    const data = dataOf('jupiter');
    data[340] = 1;
    stored(data);
    expect((await probe({ a: claimOf('jupiter') })).faults).toHaveLength(1);
  });

  it('reports a node of another chain, one that does not respond, and names chains without a node', async () => {
    stored(dataOf('jito'));
    fixture.genesis = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
    const messagesOf = async (...args: Parameters<typeof probe>) =>
      (await probe(...args)).faults.map(({ message }) => message);
    expect(await messagesOf({ a: claimOf('jito') })).toEqual([expect.stringContaining('serves another chain')]);
    fixture.genesis = GENESIS;
    expect(await messagesOf({ a: claimOf('jito') }, 'http://127.0.0.1:1')).toEqual([
      expect.stringContaining('did not respond (network)'),
    ]);
    await expect(probe({ a: { ...claimOf('jito'), rpc: 'eclipse' } })).resolves.toEqual({
      ...{ answered: 0, unconfigured: ['eclipse'], faults: [] },
    });
  });
});

describe('readClaimUrls', () => {
  it.each([
    [{}, '--rpc needs EVM_RPC_URLS or SOLANA_RPC_URLS'],
    [{ EVM_RPC_URLS: 'https://rpc.example.com/secret' }, 'EVM_RPC_URLS must be'],
    [{ SOLANA_RPC_URLS: 'https://rpc.example.com/secret' }, 'SOLANA_RPC_URLS must be'],
  ])('rejects %j without a URL in the message', (env, message) => {
    expect(() => readClaimUrls(env)).toThrow(message);
    expect(() => readClaimUrls(env)).not.toThrow(/secret/);
  });
});
