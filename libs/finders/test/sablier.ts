import { decodeEventLog, encodeFunctionData, parseEventLogs } from 'viem';
import { stringify } from 'yaml';
import { rpc } from '../../../tools/test/anvil';
import bundled from '../src/evm-campaigns/factories/sablier.json';
import { publishedContract } from './published-contract';
import { deploy, send, sender, type TestNode } from './transactions';

/** The published contracts of release v1.2. */
const lockupContract = () => publishedContract('@sablier/v2-core/artifacts/SablierV2LockupLinear.json');
const factoryContract = () => publishedContract('@sablier/v2-periphery/artifacts/SablierV2MerkleLockupFactory.json');
const campaignAbi = () => publishedContract('@sablier/v2-periphery/artifacts/SablierV2MerkleLL.json').abi;

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
/** Streams end this long after a claim. */
const STREAM_SECONDS = 3_600;

/** Sablier's contracts on a test chain. */
export interface Sablier {
  readonly factory: string;
  readonly lockup: string;
  /** Block of the factory. */
  readonly blockNumber: number;
}

/** Deploys Sablier's factory of campaigns and the contract of its streams. */
export async function deploySablier(node: TestNode): Promise<Sablier> {
  const lockup = await deploy(node, lockupContract(), [await sender(node), ZERO_ADDRESS]);
  const { address, blockNumber } = await deploy(node, factoryContract());
  return { factory: address, lockup: lockup.address, blockNumber };
}

/** Content of `DISCOVERY_FACTORIES` with which the finder knows the deployed factory. */
export function sablierFactoriesYaml(chainId: number, { factory: address, blockNumber: block }: Sablier): string {
  const entry = bundled.factories.find(({ version }) => version === 'v1.2');
  return stringify({ factories: [{ ...entry, addresses: { [chainId]: { address, block } } }] });
}

export interface CampaignOptions {
  readonly token: string;
  readonly name: string;
  readonly root: string;
  readonly ipfsCid: string;
  /** Seconds since the epoch; 0 for none. */
  readonly expiration: number;
  /** Base units. */
  readonly totalAmount: bigint;
  readonly recipients: number;
}

/** Deployed campaign. */
export interface SablierCampaign {
  readonly address: string;
  readonly blockNumber: number;
}

/** Creates a campaign with linear streams, in a block of its own. It has no funds yet. */
export async function createCampaign(
  node: TestNode,
  sablier: Sablier,
  options: CampaignOptions,
): Promise<SablierCampaign> {
  const { isDone, logs, blockNumber } = await send(node, await creation(node, sablier, options));
  const { abi } = factoryContract();
  const [created] = parseEventLogs({ abi, logs: logs as never, eventName: 'CreateMerkleLL' });
  if (!isDone || created === undefined) throw new Error('the campaign could not be created');
  const { args } = decodeEventLog({ abi, ...logs.at(-1)! }) as unknown as { args: { merkleLL: string } };
  return { address: args.merkleLL, blockNumber };
}

/** Transaction that creates a campaign, such as for a block that replaces another one. */
export async function creation(node: TestNode, { factory: to, lockup }: Sablier, options: CampaignOptions) {
  const { token, name, root, ipfsCid, expiration, totalAmount, recipients } = options;
  const params = {
    asset: token,
    cancelable: false,
    expiration,
    initialAdmin: await sender(node),
    ipfsCID: ipfsCid,
    merkleRoot: root,
    name,
    transferable: true,
  };
  const durations = { cliff: 0, total: STREAM_SECONDS };
  const args = [params, lockup, durations, totalAmount, BigInt(recipients)];
  return { to, data: encodeFunctionData({ abi: factoryContract().abi, functionName: 'createMerkleLL', args }) };
}

export interface SablierClaim {
  readonly index: number | bigint;
  readonly account: string;
  /** Base units. */
  readonly amount: bigint;
  readonly proof: readonly string[];
}

/** Claims for an account, in a block of its own. True if the campaign accepted it and created the stream. */
export async function claimFromCampaign(
  node: TestNode,
  campaign: string,
  { index, account, amount, proof }: SablierClaim,
): Promise<boolean> {
  const args = [BigInt(index), account, amount, proof];
  const data = encodeFunctionData({ abi: campaignAbi(), functionName: 'claim', args });
  return (await send(node, { to: campaign, data })).isDone;
}

/** True once the index was claimed, by the campaign's own answer. */
export async function hasClaimed(node: TestNode, campaign: string, index: number | bigint): Promise<boolean> {
  const data = encodeFunctionData({ abi: campaignAbi(), functionName: 'hasClaimed', args: [BigInt(index)] });
  return BigInt(await rpc<string>(node.url, 'eth_call', { to: campaign, data }, 'latest')) === 1n;
}
