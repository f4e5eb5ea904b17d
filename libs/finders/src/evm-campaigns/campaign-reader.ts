import { type Block, type Chain, SourceError } from '@droptrack/sources';
import type { Sighting } from '@droptrack/discovery';
import type { Budget } from './budget';
import { CAMPAIGN_MEMBERS, type CampaignMember, isFunction, MEMBER_KIND } from './campaign-members';
import { campaignFacts, type MemberValues } from './campaign-facts';
import type { CampaignTerms } from './chain-factories';
import { viewOf } from './contract-view';
import type { KnownChain } from './known-chains';
import { recentHolders, type TokenFacts, type TokenReader, UNKNOWN_TOKEN } from './token-reader';
import { campaignSighting } from './campaign-sighting';

const BLOCK_MS_MAX = Date.UTC(9999, 0);

/** Campaign as its creation event, or the file of factories, states it. */
export interface DeclaredCampaign {
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

/** Result of reading a campaign. */
export interface ReadCampaign {
  /** Null for values that are no campaign. */
  readonly sighting: Sighting | null;
  /** False if the budget was exhausted before its contract and its token were read. */
  readonly isComplete: boolean;
}

/** Completes campaigns by their contract, token and block. */
export class CampaignReader {
  readonly #blocks = new Map<number, Block>();

  constructor(private readonly run: RunContext) {}

  /** True once nothing further is read of contracts and tokens. */
  get isExhausted(): boolean {
    return this.run.budget.isExhausted;
  }

  /**
   * Reads a campaign. Functions of its contract are not read and members of its token are null once the budget is
   * exhausted, as when one block has hundreds of campaigns.
   *
   * @throws {SourceError} if the node did not answer.
   */
  async read(declared: DeclaredCampaign): Promise<ReadCampaign> {
    const { chain, known, head } = this.run;
    const block = await this.blockOf(declared.blockNumber);
    const completed = await this.completed(declared);
    const isReadable = !this.isExhausted;
    const facts = campaignFacts(completed.values, block.atMs);
    if (facts === null) return { sighting: null, isComplete: completed.isComplete };
    const token = isReadable ? await this.tokenOf(facts.token) : UNKNOWN_TOKEN;
    const tokenHolders = isReadable ? await recentHolders(chain, facts.token, head, this.run.blocks()) : null;
    const sighting = campaignSighting({
      chain: known,
      terms: declared.terms,
      factory: declared.factory,
      facts,
      token,
      block,
      tokenHolders,
    });
    return { sighting, isComplete: completed.isComplete && isReadable };
  }

  /** Facts of a token; unknown if the node answers, but not the calls of this token, which can be made to last. */
  private async tokenOf(address: string): Promise<TokenFacts> {
    const { chain, tokens } = this.run;
    try {
      return await tokens.factsOf(chain, address);
    } catch (error) {
      if (!(error instanceof SourceError) || (error.kind !== 'timeout' && error.kind !== 'status')) throw error;
      // Fails if the node is the cause.
      await chain.latest();
      return UNKNOWN_TOKEN;
    }
  }

  private async completed({ values: declared, members }: DeclaredCampaign) {
    const values: Partial<Record<CampaignMember, string | bigint>> = { ...declared };
    if (typeof declared.contract !== 'string') return { values, isComplete: true };
    for (const member of CAMPAIGN_MEMBERS) {
      const place = members[member];
      if (place === undefined || !isFunction(place) || values[member] !== undefined) continue;
      if (this.isExhausted) return { values, isComplete: false };
      const value = await viewOf(this.run.chain, declared.contract, place, MEMBER_KIND[member]);
      if (value !== null) values[member] = value;
    }
    return { values, isComplete: true };
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
