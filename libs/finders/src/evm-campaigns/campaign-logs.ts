import type { ContractLog } from '@droptrack/sources';
import type { Sighting } from '@droptrack/discovery';
import { getAddress } from 'viem/utils';
import type { CampaignReader } from './campaign-reader';
import type { ChainFactories } from './chain-factories';
import { decodeCampaign } from './decode-campaign';
import type { Known } from './memory';

/** Campaigns in the logs of a scan. */
export class CampaignLogs {
  /** Contracts that are on the chain. */
  readonly seen = new Set<string>();
  /** New campaigns, and those that were incomplete before, by contract. */
  readonly sightings = new Map<string, Sighting>();
  readonly #unreadable: number[] = [];

  constructor(
    private readonly factories: ChainFactories,
    private readonly reader: CampaignReader,
    /** Campaigns of earlier runs by contract; new ones are added. */
    private readonly known: Map<string, Known>,
  ) {}

  /** Number of logs that fit no campaign, in blocks up to this one. */
  unreadableUpTo(block: number): number {
    return this.#unreadable.filter((number) => number <= block).length;
  }

  async add(log: ContractLog): Promise<void> {
    const { address, topics, blockNumber, blockHash } = log;
    const event = this.factories.eventOf(address, topics[0]);
    const values = event === undefined ? null : decodeCampaign(event, log);
    if (event === undefined || values === null || typeof values.contract !== 'string') {
      this.#unreadable.push(blockNumber);
      return;
    }
    const contract = getAddress(values.contract);
    const hash = blockHash.toLowerCase();
    const known = this.known.get(contract);
    if (known?.[2] !== hash || (known[3] === 'incomplete' && !this.reader.isExhausted)) {
      const { terms, members } = event;
      const { sighting, isComplete } = await this.reader.read({
        terms,
        members,
        values,
        factory: address,
        blockNumber,
      });
      if (sighting === null) {
        this.#unreadable.push(blockNumber);
        return;
      }
      this.sightings.set(contract, sighting);
      const entry: Known = [contract, blockNumber, hash];
      this.known.set(contract, isComplete ? entry : [...entry, 'incomplete']);
    }
    this.seen.add(contract);
  }
}
