import { type Campaign, type FinderId, NO_FACTS, type Sighting, type SightingFacts } from '@droptrack/discovery';
import { parseEvmAddress } from '@droptrack/eligibility';
import { base32 } from '@scure/base';
import { bytesToHex } from '@noble/hashes/utils';
import { bytesOf, evmAddress } from './token';

/** Made-up sighting with its source. */
export interface SampleSighting {
  readonly source: FinderId;
  readonly sighting: Sighting;
}

/** Description of a made-up campaign. */
export interface CampaignSketch {
  /** Text from which contract, token, root and file are derived. */
  readonly seed: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly chain: string;
  readonly chainId: number;
  /** Milliseconds since the epoch: the creation, and the claim window. */
  readonly createdMs: number;
  readonly startsMs: number;
  readonly endsMs: number;
  readonly recipients: number;
  /** Whole tokens. */
  readonly tokens: number;
  readonly tokenHolders: number;
  /** True if the creation event names a file with the list. */
  readonly hasFile: boolean;
}

/** Sighting of a campaign of the Sablier factory, of which no part exists on a chain. */
export function campaignSighting(sketch: CampaignSketch): SampleSighting {
  const { name, symbol, decimals, chain, chainId, recipients, tokens } = sketch;
  const campaign = campaignOf(sketch);
  return {
    source: 'evm-campaigns',
    sighting: {
      externalId: `eip155:${chainId}:${campaign.contract}`,
      kind: 'campaign',
      name,
      url: null,
      identity: {
        token: `eip155:${chainId}/erc20:${campaign.token}`,
        contract: `eip155:${chainId}:${campaign.contract}`,
        defillama: null,
        market: null,
      },
      facts: {
        ...NO_FACTS,
        chain,
        symbol,
        decimals,
        startsAt: new Date(sketch.startsMs).toISOString(),
        endsAt: new Date(sketch.endsMs).toISOString(),
        wallets: recipients,
        tokens: String(tokens),
      },
      campaign,
      market: null,
    },
  };
}

function campaignOf({
  seed,
  chain,
  chainId,
  decimals,
  createdMs,
  tokens,
  hasFile,
  ...sketch
}: CampaignSketch): Campaign {
  const address = (part: string): string => parseEvmAddress(evmAddress(bytesOf(`${seed}/${part}`))).address;
  const hash = (part: string): string => `0x${bytesToHex(bytesOf(`${seed}/${part}`))}`;
  return {
    protocol: 'sablier',
    version: 'v2.0',
    payment: 'instant',
    rpc: chain,
    chainId,
    contract: address('contract'),
    factory: address('factory'),
    token: address('token'),
    blockNumber: Math.floor(createdMs / 2_000),
    blockHash: hash('block'),
    createdAt: new Date(createdMs).toISOString(),
    merkleRoot: hash('root'),
    treeFormat: 'openzeppelin',
    ipfsCid: hasFile ? cidOf(`${seed}/file`) : null,
    totalAmount: (BigInt(tokens) * 10n ** BigInt(decimals)).toString(),
    recipients: sketch.recipients,
    claimCheck: 'hasClaimed(uint256 index) returns (bool)',
    tokenHolders: sketch.tokenHolders,
  };
}

/** CID version 1 of a raw block (codec 0x55) by its SHA-256 (0x12, 32 bytes), in base 32. */
function cidOf(text: string): string {
  const bytes = Uint8Array.of(0x01, 0x55, 0x12, 0x20, ...bytesOf(text));
  return `b${base32.encode(bytes).replace(/=+$/, '').toLowerCase()}`;
}

/** Sighting of a source other than a chain, with its page on example.org. */
export function pageSighting(
  source: Exclude<FinderId, 'evm-campaigns'>,
  { externalId, kind, name }: Pick<Sighting, 'externalId' | 'kind' | 'name'>,
  facts: Partial<SightingFacts> = {},
  market: Sighting['market'] = null,
): SampleSighting {
  return {
    source,
    sighting: {
      externalId,
      kind,
      name,
      url: `https://example.org/sample/${source}/${externalId}`,
      identity: {
        token: null,
        contract: null,
        defillama: source === 'defillama' ? externalId : null,
        market: source === 'polymarket' ? externalId : null,
      },
      facts: { ...NO_FACTS, ...facts },
      campaign: null,
      market,
    },
  };
}
