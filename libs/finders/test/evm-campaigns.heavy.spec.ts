import type { Json } from '@droptrack/sources';
import { sightingViolation } from '@droptrack/discovery';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
import { evmCampaignsFinders } from '../src/evm-campaigns/evm-campaigns';
import { finderRun } from '@droptrack/sources/testing';
import {
  type CampaignOptions,
  claimFromCampaign,
  createCampaign,
  creation,
  deploySablier,
  hasClaimed,
  type Sablier,
  sablierFactoriesYaml,
} from './sablier';
import { sender } from './transactions';
import { deployDistributor, deployToken, tokensOf, transfer } from './uniswap';

const CHAIN_ID = 31_337;
const CID = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR';
const ROOT = `0x${'ab'.repeat(32)}`;
const TOTAL = 1_500n * 10n ** 18n;

const missing = anvilMissing();
if (missing !== null) console.warn(`Campaigns on a real chain are not tested: ${missing}`);
const describeChain = missing === null ? describe : describe.skip;

describeChain('campaigns on a real chain', () => {
  let anvil: Anvil;
  let sablier: Sablier;
  let token: string;
  let folder: string;
  let beginning: string;
  beforeAll(async () => {
    anvil = await startAnvil();
    sablier = await deploySablier(anvil);
    token = await deployToken(anvil, 'Paws', 'PAWS', 10n * TOTAL);
    folder = mkdtempSync(join(tmpdir(), 'factories-'));
    beginning = await rpc<string>(anvil.url, 'evm_snapshot');
  });
  afterAll(async () => {
    await anvil?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await rpc(anvil.url, 'evm_revert', beginning);
    beginning = await rpc<string>(anvil.url, 'evm_snapshot');
  });

  const optionsOf = (over: Partial<CampaignOptions> = {}): CampaignOptions => ({
    token,
    name: 'Paws season 1',
    root: ROOT,
    ipfsCid: CID,
    expiration: 0,
    totalAmount: TOTAL,
    recipients: 3,
    ...over,
  });

  /** Runs one finder repeatedly, with the memory of the run before. */
  function following(factoriesYaml = sablierFactoriesYaml(CHAIN_ID, sablier)) {
    const factoriesFile = join(folder, 'factories.yaml');
    writeFileSync(factoriesFile, factoriesYaml);
    const settings = { rpcUrls: new Map([['local', [anvil.url]]]), factoriesFile, lookbackDays: 30 };
    const [finder] = evmCampaignsFinders(settings);
    let memory: Json | null = null;
    return async () => {
      const found = await finder!.read(finderRun({ nowMs: Date.now(), memory }));
      memory = JSON.parse(JSON.stringify(found.memory)) as Json;
      return found;
    };
  }

  it('finds a campaign of the real factory of Sablier with its token, in the first run after its creation', async () => {
    const find = following();
    expect(await find()).toMatchObject({ sightings: [], gone: [] });
    const expiration = Math.floor(Date.UTC(2099, 0) / 1_000);
    const { address, blockNumber } = await createCampaign(anvil, sablier, optionsOf({ expiration }));
    await transfer(anvil, token, address, TOTAL);
    const { sightings } = await find();
    expect(sightings.map(sightingViolation)).toEqual([null]);
    expect(sightings).toMatchObject([
      {
        externalId: `eip155:${CHAIN_ID}:${address}`,
        kind: 'campaign',
        name: 'Paws season 1',
        url: null,
        identity: { token: `eip155:${CHAIN_ID}/erc20:${token}`, contract: `eip155:${CHAIN_ID}:${address}` },
        facts: {
          chain: 'local',
          symbol: 'PAWS',
          decimals: 18,
          endsAt: '2099-01-01T00:00:00.000Z',
          wallets: 3,
          tokens: '1500',
        },
        campaign: {
          protocol: 'sablier',
          version: 'v1.2',
          payment: 'linear',
          rpc: 'local',
          chainId: CHAIN_ID,
          contract: address,
          factory: sablier.factory,
          token,
          blockNumber,
          merkleRoot: ROOT,
          treeFormat: 'openzeppelin',
          ipfsCid: CID,
          totalAmount: String(TOTAL),
          recipients: 3,
          // The first account and the campaign.
          tokenHolders: 2,
        },
      },
    ]);
    expect(await find()).toMatchObject({ sightings: [], gone: [] });
  });

  it('reports a campaign that a reorganisation of 10 blocks removed, and finds the one in its place', async () => {
    const find = following();
    await rpc(anvil.url, 'anvil_mine', '0x50');
    await createCampaign(anvil, sablier, optionsOf());
    await rpc(anvil.url, 'anvil_mine', '0x8');
    const removed = await createCampaign(anvil, sablier, optionsOf({ name: 'Removed' }));
    await rpc(anvil.url, 'anvil_mine', '0x3');
    expect((await find()).sightings).toHaveLength(2);
    const other = await creation(anvil, sablier, optionsOf({ name: 'Other', recipients: 5 }));
    const transaction = { from: await sender(anvil), gas: '0x989680', ...other };
    await rpc(anvil.url, 'anvil_reorg', 10, [[transaction, 2]]);
    const { sightings, gone } = await find();
    const names = sightings.map(({ name }) => name);
    expect(names).toContain('Other');
    expect(names).not.toContain('Removed');
    const removedId = `eip155:${CHAIN_ID}:${removed.address}`;
    expect(gone).toEqual([removedId]);
    expect(await find()).toMatchObject({ sightings: [], gone: [] });
  });

  it('states a tree and a claim check by which the campaign pays', async () => {
    const account = `0x${'42'.repeat(20)}`;
    const leaves = [1n, 2n, 3n].map((amount, index): [number, string, bigint] => [
      index,
      index === 1 ? account : `0x${String(index + 1).repeat(40)}`,
      amount * 10n ** 18n,
    ]);
    const tree = StandardMerkleTree.of(leaves, ['uint256', 'address', 'uint256']);
    const campaign = await createCampaign(anvil, sablier, optionsOf({ root: tree.root }));
    await transfer(anvil, token, campaign.address, TOTAL);
    const [sighting] = (await following()()).sightings;
    expect(sighting?.campaign).toMatchObject({ treeFormat: 'openzeppelin', merkleRoot: tree.root });
    expect(sighting?.campaign?.claimCheck).toBe('hasClaimed(uint256 index) returns (bool)');
    const claim = { index: 1, account, amount: leaves[1]![2], proof: tree.getProof(1) };
    await expect(hasClaimed(anvil, campaign.address, 1)).resolves.toBe(false);
    await expect(claimFromCampaign(anvil, campaign.address, claim)).resolves.toBe(true);
    await expect(hasClaimed(anvil, campaign.address, 1)).resolves.toBe(true);
    await expect(tokensOf(anvil, token, campaign.address)).resolves.toBe(TOTAL - claim.amount);
  });

  it("reads the token and the root of a declared contract, as of Uniswap's distributor", async () => {
    const { address, blockNumber } = await deployDistributor(anvil, token, ROOT);
    const contract = {
      protocol: 'uniswap',
      source: 'https://example.org/airdrop',
      name: 'Paws for early users',
      payment: 'instant',
      treeFormat: 'uniswap',
      claimCheck: 'isClaimed(uint256 index) returns (bool)',
      campaign: { token: 'token()', merkleRoot: 'merkleRoot()' },
      addresses: { [CHAIN_ID]: { address, block: blockNumber } },
    };
    const find = following(stringify({ contracts: [contract] }));
    const { sightings } = await find();
    expect(sightings.map(sightingViolation)).toEqual([null]);
    expect(sightings).toMatchObject([
      {
        name: 'Paws for early users',
        identity: { token: `eip155:${CHAIN_ID}/erc20:${token}` },
        campaign: { contract: address, factory: null, blockNumber, merkleRoot: ROOT, treeFormat: 'uniswap' },
      },
    ]);
    expect(await find()).toMatchObject({ sightings: [], gone: [] });
  });
});
