import { dropDefinition } from '@droptrack/catalogue/testing';
import { type ClaimFixture, fakeClaimNode, type FakeServer, startFakeServer } from '@droptrack/connectors/testing';
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
      { rpcUrls: new Map([['linea', url]]) },
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
