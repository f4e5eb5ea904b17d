import type { Campaign } from '@droptrack/discovery';
import type { AbiEvent } from 'viem';
import { keccak256, stringToBytes, toEventSelector } from 'viem/utils';
import type { CampaignMember } from './campaign-members';
import { type ContractEntry, type FactoriesFile, parseEvent } from './factories';

/** Terms that all campaigns of an event share. */
export type CampaignTerms = Pick<
  Campaign,
  'protocol' | 'version' | 'payment' | 'claimType' | 'treeFormat' | 'claimCheck'
>;

/** Creation event of a factory. */
export interface CampaignEvent {
  readonly terms: CampaignTerms;
  readonly abi: AbiEvent;
  /** Place of each member that the event or the contract states. */
  readonly members: Readonly<Partial<Record<CampaignMember, string>>>;
}

/** Contract that was deployed without a factory. */
export interface DeclaredContract {
  readonly terms: CampaignTerms;
  /** EIP-55. */
  readonly address: string;
  readonly block: number;
  readonly name: string | null;
  /** View functions of the members. */
  readonly members: Readonly<Partial<Record<CampaignMember, string>>>;
}

/** Factories and contracts of one chain. */
export interface ChainFactories {
  /** In lower case; all are read with one filter. */
  readonly addresses: readonly string[];
  readonly topics: readonly string[];
  readonly contracts: readonly DeclaredContract[];
  /** Block before which no factory existed; 0 if it is not known of all. */
  readonly firstBlock: number;
  /** Changes with any factory, event or contract, so that the chain is read again. */
  readonly digest: string;
  /** Event of a log by its address and first topic; undefined for a log of another event. */
  eventOf(address: string, topic: string | undefined): CampaignEvent | undefined;
}

/** Selects the factories and contracts of a chain. */
export function factoriesOf(files: readonly FactoriesFile[], chainId: number): ChainFactories {
  const events = new Map<string, CampaignEvent>();
  const addresses = new Set<string>();
  const topics = new Set<string>();
  const firstBlocks: number[] = [];
  for (const { events: declared, addresses: byChain, ...entry } of files.flatMap(({ factories }) => factories)) {
    const deployed = byChain[chainId];
    if (deployed === undefined) continue;
    const address = deployed.address.toLowerCase();
    addresses.add(address);
    firstBlocks.push(deployed.block ?? 0);
    for (const { event, payment, claimType = null, campaign } of declared) {
      const abi = parseEvent(event);
      if (abi === null) continue;
      const topic = toEventSelector(abi);
      topics.add(topic);
      events.set(factoryKey(address, topic), {
        terms: termsOf({ ...entry, payment, claimType }),
        abi,
        members: definedOf(campaign),
      });
    }
  }
  const contracts = files.flatMap((file) => file.contracts).flatMap((entry) => contractOf(entry, chainId));
  const digest = JSON.stringify([[...events].map(([key, { terms, members }]) => [key, terms, members]), contracts]);
  return {
    addresses: [...addresses].sort(),
    topics: [...topics].sort(),
    contracts,
    firstBlock: firstBlocks.length === 0 ? 0 : Math.min(...firstBlocks),
    digest: keccak256(stringToBytes(digest)).slice(0, 18),
    eventOf: (address, topic = '') => events.get(factoryKey(address.toLowerCase(), topic.toLowerCase())),
  };
}

const factoryKey = (address: string, topic: string): string => `${address} ${topic}`;

const termsOf = ({
  protocol,
  version,
  payment,
  claimType = null,
  treeFormat,
  claimCheck,
}: CampaignTerms): CampaignTerms => ({
  protocol,
  version,
  payment,
  claimType,
  treeFormat,
  claimCheck,
});

function contractOf(entry: ContractEntry, chainId: number): DeclaredContract[] {
  const deployed = entry.addresses[chainId];
  if (deployed === undefined) return [];
  return [{ terms: termsOf(entry), ...deployed, name: entry.name ?? null, members: definedOf(entry.campaign) }];
}

const definedOf = (places: Readonly<Partial<Record<CampaignMember, string | undefined>>>): Record<string, string> =>
  Object.fromEntries(Object.entries(places).filter((entry): entry is [string, string] => entry[1] !== undefined));
