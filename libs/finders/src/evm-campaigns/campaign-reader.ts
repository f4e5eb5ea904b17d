import { type Block, type Chain, SourceError } from '@droptrack/connectors';
import type { Sighting } from '@droptrack/discovery';
import type { Budget } from './budget';
import { CAMPAIGN_MEMBERS, type CampaignMember, isFunction, MEMBER_KIND } from './campaign-members';
import { campaignFacts, type MemberValues } from './campaign-facts';
import type { CampaignTerms } from './chain-factories';
import { viewOf } from './contract-view';
import type { KnownChain } from './known-chains';
import { recentHolders, type TokenReader, UNKNOWN_TOKEN } from './token-reader';
import { campaignSighting } from './campaign-sighting';

const BLOCK_MS_MAX = Date.UTC(9999, 0);

/** Campaign as its creation event, or the file of factories, states it. */
export interface StatedCampaign {
  readonly terms: CampaignTerms;
  readonly values: MemberValues;
  /** Places of all members; functions are read from the contract. */
  readonly members: Readonly<Partial<Record<CampaignMember, string>>>;
  /** EIP-55; null without one. */
  readonly factory: string | null;
  readonly blockNumber: number;
}

/** Node and budget of one run. */
export interface RunContext {
  readonly chain: Chain;
  readonly known: KnownChain;
  readonly head: Block;
  readonly budget: Budget;
  readonly tokens: TokenReader;
  /** Current length of a range that the node accepts. */
  blocks(): number;
}

/** Completes campaigns by their contract, token and block. */
export class CampaignReader {
  readonly #blocks = new Map<number, Block>();

  constructor(private readonly run: RunContext) {}

  /**
   * Sighting of a campaign; null for values that are no campaign. Members of the token are null once the budget is
   * exhausted, as when one block has hundreds of campaigns.
   *
   * @throws {SourceError} if the node did not answer.
   */
  async read(stated: StatedCampaign): Promise<Sighting | null> {
    const { chain, known, head, budget, tokens } = this.run;
    const block = await this.blockOf(stated.blockNumber);
    const facts = campaignFacts(await this.completed(stated), block.atMs);
    if (facts === null) return null;
    const isReadable = !budget.isExhausted;
    const token = isReadable ? await tokens.factsOf(chain, facts.token) : UNKNOWN_TOKEN;
    const tokenHolders = isReadable ? await recentHolders(chain, facts.token, head, this.run.blocks()) : null;
    return campaignSighting({
      chain: known,
      terms: stated.terms,
      factory: stated.factory,
      facts,
      token,
      block,
      tokenHolders,
    });
  }

  private async completed({ values, members }: StatedCampaign): Promise<MemberValues> {
    const completed: Partial<Record<CampaignMember, string | bigint>> = { ...values };
    if (typeof values.contract !== 'string') return completed;
    for (const member of CAMPAIGN_MEMBERS) {
      const place = members[member];
      if (place === undefined || !isFunction(place) || completed[member] !== undefined) continue;
      const value = await viewOf(this.run.chain, values.contract, place, MEMBER_KIND[member]);
      if (value !== null) completed[member] = value;
    }
    return completed;
  }

  private async blockOf(number: number): Promise<Block> {
    const cached = this.#blocks.get(number);
    if (cached !== undefined) return cached;
    const { head, chain } = this.run;
    if (number > head.number)
      throw new SourceError('wrong_shape', `${chain.name}: block ${number} is after the latest`);
    const block = await chain.block(number);
    if (block.atMs > BLOCK_MS_MAX) {
      throw new SourceError('wrong_shape', `${chain.name}: block ${number} has a time after the year 9999`);
    }
    this.#blocks.set(number, block);
    return block;
  }
}
