import { sightingViolation } from '@droptrack/discovery';
import { join } from 'node:path';
import { encodeFunctionData, getAddress, toEventSelector } from 'viem';
import { bundledFactories } from '../src/evm-campaigns/bundled-factories';
import { factoriesOf } from '../src/evm-campaigns/chain-factories';
import { evmCampaignsFinders } from '../src/evm-campaigns/evm-campaigns';
import { argumentsFor, fakeLog } from '../src/evm-campaigns/testing/fake-logs';
import { finderRun } from '@droptrack/sources/testing';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { compileContract } from '../../../tools/test/compile';
import { publishedContract } from './published-contract';
import { deploy, send } from './transactions';
import { deployToken } from './uniswap';

const CHAIN_ID = 1;
const ROOT = `0x${'ab'.repeat(32)}`;

const missing = anvilMissing();
if (missing !== null) console.warn(`Releases of Sablier on a real chain are not tested: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

// keccak-256 of the signatures, computed from the published ABI of the contracts.
it('the events of release v1.2 have the topics of the published contract', () => {
  const { abi } = publishedContract('@sablier/v2-periphery/artifacts/SablierV2MerkleLockupFactory.json');
  const names = ['CreateMerkleLL', 'CreateMerkleLT'];
  const published = abi.flatMap((item) => (item.type === 'event' && names.includes(item.name) ? [item] : []));
  // Polygon, on which all releases are deployed.
  const factories = factoriesOf(bundledFactories(), 137);
  const ours = factories.addresses.flatMap((address) =>
    factories.topics.filter((topic) => factories.eventOf(address, topic)?.terms.version === 'v1.2'),
  );
  expect(published).toHaveLength(names.length);
  expect(ours.sort()).toEqual(published.map((item) => toEventSelector(item)).sort());
});

// The code of later releases is not published as a package, so their events are emitted from their addresses.
describeChain('the factories of Ethereum', () => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await startAnvil({ args: ['--chain-id', String(CHAIN_ID)] });
  });
  afterAll(() => anvil?.close());

  it('are recognised by their addresses and events in all five releases', async () => {
    const emitter = compileContract(join(__dirname, 'contracts', 'Emitter.sol'));
    const { address: deployed } = await deploy(anvil, emitter);
    const code = await rpc<string>(anvil.url, 'eth_getCode', deployed, 'latest');
    const token = await deployToken(anvil, 'Paws', 'PAWS', 10n ** 24n);
    const factories = factoriesOf(bundledFactories(), CHAIN_ID);
    const expected: unknown[] = [];
    for (const address of factories.addresses) {
      await rpc(anvil.url, 'anvil_setCode', address, code);
      for (const topic of factories.topics) {
        const event = factories.eventOf(address, topic);
        if (event === undefined) continue;
        const contract = getAddress(`0x${(expected.length + 1).toString(16).padStart(40, 'c')}`);
        const values = { contract, token, merkleRoot: ROOT, totalAmount: 5n * 10n ** 18n, recipients: 7n };
        const { topics, data } = fakeLog(address, event, argumentsFor(event, values));
        const call = encodeFunctionData({ abi: emitter.abi, functionName: 'emitLog', args: [topics, data] });
        expect((await send(anvil, { to: address, data: call })).isDone).toBe(true);
        const { protocol, version, payment } = event.terms;
        const factory = getAddress(address);
        expected.push({ protocol, version, payment, contract, factory, token, recipients: 7, merkleRoot: ROOT });
      }
    }
    const settings = { rpcUrls: new Map([['ethereum', [anvil.url]]]), factoriesFile: null, lookbackDays: 30 };
    const [finder] = evmCampaignsFinders(settings);
    const { sightings } = await finder!.read(finderRun({ nowMs: Date.now() }));
    expect(sightings.map(sightingViolation).filter((violation) => violation !== null)).toEqual([]);
    expect(sightings.map(({ campaign }) => campaign)).toMatchObject(expected);
    expect(expected).toHaveLength(15);
    expect(sightings[0]?.facts).toMatchObject({ chain: 'ethereum', symbol: 'PAWS', tokens: '5', wallets: 7 });
  });
});
