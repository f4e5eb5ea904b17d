import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceError } from '@droptrack/sources';
import { sightingViolation } from '@droptrack/discovery';
import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { stringify } from 'yaml';
import { bundledFactories } from './bundled-factories';
import { factoriesOf } from './chain-factories';
import { parseFactoriesText } from './factories-file';
import { type CampaignsFixture, FakeCampaignChain } from './fake-source';
import { argumentsFor, fakeLog } from './testing/fake-logs';
import { FollowedFinder } from './testing/followed-finder';

const GENESIS_MS = Date.UTC(2026, 8, 1);
const TOKEN = `0x${'7'.repeat(40)}`;
const CONTRACT = `0x${'1'.repeat(40)}`;
const ROOT = `0x${'5'.repeat(64)}`;

const factories = factoriesOf(bundledFactories(), 1);
const [factory, event] = factories.addresses
  .flatMap((address) => factories.topics.map((topic) => [address, factories.eventOf(address, topic)] as const))
  .find(([, each]) => each?.terms.version === 'v3.0' && each.terms.payment === 'variable')!;
const created = (values: Record<string, unknown> = {}) =>
  fakeLog(factory, event!, argumentsFor(event!, { contract: CONTRACT, token: TOKEN, merkleRoot: ROOT, ...values }));

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);
const word = (hex: string) => `0x${hex.padEnd(64, '0')}`;
const functions = (results: Record<string, string>) =>
  Object.fromEntries(Object.entries(results).map(([name, result]) => [toFunctionSelector(`function ${name}`), result]));

function started(over: Partial<CampaignsFixture> = {}, options: { rpc?: string; factoriesFile?: string } = {}) {
  const chain = new FakeCampaignChain({ genesisMs: GENESIS_MS, ...over });
  const nowMs = () => GENESIS_MS + chain.head * 12_000;
  return { chain, follower: new FollowedFinder({ handler: chain.handler, nowMs, ...options }) };
}

/** Chain on which the calls of the token fail, or every request after the first of them. */
function failingCalls(kind: 'timeout' | 'status', cause: 'token' | 'node') {
  const chain = new FakeCampaignChain({ genesisMs: GENESIS_MS });
  let isDown = false;
  const handler: typeof chain.handler = (request) => {
    if (isDown || request.body.includes('"eth_call"')) {
      isDown = cause === 'node';
      throw new SourceError(kind, 'no response');
    }
    return chain.handler(request);
  };
  return { chain, follower: new FollowedFinder({ handler, nowMs: () => GENESIS_MS + chain.head * 12_000 }) };
}

/** Sighting of one campaign on a chain whose token returns these results. */
async function sightingOf(tokenResults: Record<string, string>, values: Record<string, unknown> = {}) {
  const { chain, follower } = started({ calls: { [TOKEN]: functions(tokenResults) } });
  chain.add([created(values)]);
  const [sighting] = (await follower.run()).sightings;
  return sighting!;
}

describe('campaigns of a chain', () => {
  it('state their chain by its slug, and a page of its explorer', async () => {
    const sighting = await sightingOf({}, { name: 'Paws', startsAt: 1_900_000_000n, totalAmount: 5n, claimType: 1n });
    expect(sightingViolation(sighting)).toBeNull();
    expect(sighting).toMatchObject({
      externalId: `eip155:1:${CONTRACT}`,
      url: `https://etherscan.io/address/${CONTRACT}`,
      facts: { chain: 'ethereum', startsAt: '2030-03-17T17:46:40.000Z', tokens: null },
      campaign: {
        version: 'v3.0',
        payment: 'variable',
        claimType: 'attest',
        createdAt: '2026-09-01T00:00:12.000Z',
        totalAmount: '5',
      },
    });
  });

  it.each([
    [
      'texts',
      { 'symbol()': text('PAWS'), 'name()': text('Paws'), 'decimals()': word('12'.padStart(64, '0')) },
      ['PAWS', 18, 'Paws'],
    ],
    [
      'bytes32, as early tokens do',
      { 'symbol()': word('4d4b52'), 'name()': word('4d616b6572') },
      ['MKR', null, 'Maker'],
    ],
    [
      'hostile texts',
      { 'symbol()': text(`\u202eSWAP\u0000${'x'.repeat(50_000)}`), 'name()': text('\u200b') },
      [`SWAP${'x'.repeat(16)}`, null, `SWAP${'x'.repeat(16)}`],
    ],
    ['nothing', { 'symbol()': '0x', 'name()': '0x', 'decimals()': '0x' }, [null, null, `Campaign ${CONTRACT}`]],
    [
      'rubbish',
      { 'symbol()': `0x${'ff'.repeat(96)}`, 'name()': '0x1234', 'decimals()': word('ff') },
      [null, null, `Campaign ${CONTRACT}`],
    ],
    ['errors', {}, [null, null, `Campaign ${CONTRACT}`]],
  ])('have the facts of a token that returns %s, or none', async (_, results, [symbol, decimals, name]) => {
    const sighting = await sightingOf(results as unknown as Record<string, string>);
    expect(sightingViolation(sighting)).toBeNull();
    expect(sighting).toMatchObject({ name, facts: { symbol, decimals } });
  });

  it.each([
    ['the largest numbers', { totalAmount: 2n ** 128n - 1n, recipients: 2n ** 256n - 1n, endsAt: 2n ** 40n - 1n }],
    ['a hostile name', { name: '\u202e<script>alert(1)</script>\u0000\n'.repeat(100) }],
    ['a path as content id', { ipfsCid: '../../etc/passwd' }],
    ['an end before the start', { startsAt: 2n ** 40n - 1n, endsAt: 1n }],
  ])('are within all bounds with %s', async (_, values) => {
    const sighting = await sightingOf({ 'decimals()': word('0') }, values);
    expect(sightingViolation(sighting)).toBeNull();
  });

  it('state how many accounts received the token lately, or null if the node rejects the question', async () => {
    const topics = (to: number) => [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      `0x${'0'.repeat(64)}`,
      `0x${to.toString(16).padStart(64, '0')}`,
    ];
    for (const [logsMax, tokenHolders] of [
      [10, 2],
      [3, null],
    ] as const) {
      const { chain, follower } = started({ logsMax });
      chain.add([5, 6, 5, 0].map((to) => ({ address: TOKEN, topics: topics(to), data: word('1') })));
      chain.add([created()]);
      expect((await follower.run()).sightings).toMatchObject([{ campaign: { tokenHolders } }]);
    }
  });

  // A stranger chooses the reason.
  it.each(['quota', 'api key', 'query returned more than 10000 results'])(
    'have no facts of a token that reverts with "%s"',
    async (revertReason) => {
      const { chain, follower } = started({ revertReason });
      chain.add([created()]);
      expect((await follower.run()).sightings).toMatchObject([{ facts: { symbol: null, decimals: null } }]);
    },
  );

  it.each(['timeout', 'status'] as const)('have no facts of a token whose call ends with %s', async (kind) => {
    const { chain, follower } = failingCalls(kind, 'token');
    chain.add([created()]);
    expect((await follower.run()).sightings).toMatchObject([{ facts: { symbol: null, decimals: null } }]);
    expect(follower.requests.filter(({ method }) => method === 'eth_call')).toHaveLength(1);
    expect((await follower.run()).sightings).toEqual([]);
  });

  it.each(['timeout', 'status'] as const)('are read again if the node itself ends with %s', async (kind) => {
    const { chain, follower } = failingCalls(kind, 'node');
    chain.add([created()]);
    await expect(follower.run()).rejects.toMatchObject({ kind });
    expect(follower.memory).toBeNull();
  });

  it('are counted, not fatal, if their log cannot be read', async () => {
    const { chain, follower } = started();
    chain.add([created({ merkleRoot: `0x${'0'.repeat(64)}` }), { ...created(), data: '0x12' }, created()]);
    chain.addEmpty(80);
    const { sightings } = await follower.run();
    expect(sightings).toHaveLength(1);
    expect(follower.memory).toMatchObject({ unreadable: 2 });
    await follower.run();
    expect(follower.memory).toMatchObject({ unreadable: 2 });
  });
});

describe('a finder of campaigns', () => {
  it('continues a block whose campaigns state their roots by a function, within the requests of each run', async () => {
    const campaignOf = (n: number) => `0x${(n + 1).toString(16).padStart(40, '0')}`;
    const factory = `0x${'f'.repeat(40)}`;
    const declared = {
      protocol: 'paws',
      source: 'https://docs.paws.example/contracts',
      treeFormat: 'uniswap',
      claimCheck: 'isClaimed(uint256 index) returns (bool)',
      events: [
        {
          payment: 'instant',
          event: 'event Created(address indexed distributor, address token)',
          campaign: { contract: 'distributor', token: 'token', merkleRoot: 'merkleRoot()' },
        },
      ],
      addresses: { '1': { address: factory } },
    };
    const folder = mkdtempSync(join(tmpdir(), 'factories-'));
    const factoriesFile = join(folder, 'factories.yaml');
    writeFileSync(factoriesFile, stringify({ factories: [declared] }));
    const contracts = Array.from({ length: 400 }, (_, n) => campaignOf(n));
    const calls = Object.fromEntries(contracts.map((each) => [each, functions({ 'merkleRoot()': ROOT })]));
    const { chain, follower } = started({ calls }, { factoriesFile });
    rmSync(folder, { recursive: true });
    const ours = factoriesOf([parseFactoriesText('f.yaml', stringify({ factories: [declared] }))], 1);
    const createdEvent = ours.eventOf(ours.addresses[0]!, ours.topics[0])!;
    chain.add(contracts.map((distributor) => fakeLog(factory, createdEvent, { distributor, token: TOKEN })));
    for (let runs = 0; runs < 6; runs++) {
      await follower.run();
      expect(follower.requests.length).toBeLessThan(330);
    }
    expect(follower.campaigns.size).toBe(400);
    expect(follower.memory).toMatchObject({ unreadable: 0 });
  });

  it('rejects a node of another chain than its name says', async () => {
    const { follower } = started({ chainId: 137 });
    await expect(follower.run()).rejects.toMatchObject({
      kind: 'wrong_shape',
      message: 'ethereum: the node has chain id 137 instead of 1',
    });
  });

  it('asks a chain without factories for its id only', async () => {
    const { follower } = started({ chainId: 987_654 }, { rpc: 'ours' });
    expect(await follower.run()).toMatchObject({ sightings: [], gone: [] });
    expect(follower.requests.map(({ method }) => method)).toEqual(['eth_chainId']);
  });

  it('reads the campaigns of the last 30 days in its first run, and no earlier ones', async () => {
    const { chain, follower } = started({ blockMs: 3_600_000 });
    chain.add([created()]);
    chain.addEmpty(40 * 24);
    chain.add([created({ contract: `0x${'2'.repeat(40)}` })]);
    const nowMs = GENESIS_MS + chain.head * 3_600_000;
    const young = new FollowedFinder({ handler: chain.handler, nowMs: () => nowMs });
    const { sightings } = await young.run();
    expect(sightings.map(({ campaign }) => campaign?.contract)).toEqual([`0x${'2'.repeat(40)}`]);
    expect(follower.campaigns.size).toBe(0);
  });

  it('starts again from the lookback with the memory of another chain or of other factories', async () => {
    const { chain, follower } = started();
    chain.add([created()]);
    chain.addEmpty(100);
    await follower.run();
    const memory = follower.memory as Record<string, string>;
    for (const other of [
      { ...memory, chainId: 5 },
      { ...memory, factories: '0x12' },
      { cursor: 'old' },
      'text',
      null,
    ]) {
      follower.memory = other;
      await follower.run();
      const first = follower.requests.find(({ method }) => method === 'eth_getLogs');
      expect(first?.params).toMatchObject([{ fromBlock: '0x0' }]);
      expect(follower.campaigns.size).toBe(1);
    }
  });

  it('fails when the node rejects the requests, and keeps no secret of its URL in the message', async () => {
    const { follower } = started({ errors: { eth_getLogs: -32_001 } });
    await expect(follower.run()).rejects.toMatchObject({ message: expect.not.stringContaining('node.test') });
  });

  it('has one instance per configured chain, each with its origin', () => {
    const { follower } = started();
    expect(follower.finder).toMatchObject({ id: 'evm-campaigns/ethereum', origins: ['http://node.test'] });
  });
});
