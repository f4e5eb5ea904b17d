import {
  type FollowedDistributor,
  type LedgerPage,
  type LedgerPosition,
  UNCONFIRMED_BLOCKS,
} from '@droptrack/distributors';
import {
  AgreedChain,
  BLOCKS_AT_FIRST,
  BLOCKS_MAX,
  BlockRanges,
  Chain,
  type ChainReader,
  type JsonRpc,
  jsonRpc,
  nextRejectedLength,
  readRejectedLength,
  type RpcUrls,
  type SourceHttp,
  SourceError,
  withTimeout,
} from '@droptrack/sources';
import { z } from 'zod';
import type { ClaimUrls } from '../claim-checker';
import { readStatuses } from '../solana/read-statuses';
import { readerOf } from './read-claims';
import { readLedger } from './read-ledger';

export interface FollowerTerms extends ClaimUrls {
  readonly http: SourceHttp;
  /** Start of the run, milliseconds since the epoch. */
  readonly nowMs: number;
  /** `state` of the last run; null at first. */
  readonly state: unknown;
  /** Waits until the next request may be sent. */
  readonly pace: () => Promise<void>;
  /** Milliseconds of a clock that never steps back; that of the process by default. */
  readonly monotonicMs?: () => number;
}

/** Requests and time after which a run leaves the rest to the next one. */
const READS_MAX = 200;
const READING_MS_MAX = 40_000;
/** Timeout of a request to a node of Solana, which can search all accounts of a program, in milliseconds. */
const STATUSES_MS_MAX = 60_000;

/** Nodes of the chains of a distributor's kind. */
export const urlsFor = (
  { account }: FollowedDistributor,
  { rpcUrls, solanaRpcUrls = new Map() }: ClaimUrls,
): RpcUrls => (account === undefined ? rpcUrls : solanaRpcUrls);

const stateShape = z.record(
  z.string(),
  z.object({
    /** Length of a range that the node accepts. */
    blocks: z.int().min(1).max(BLOCKS_MAX),
    /** A `RejectedLength`. */
    rejected: z.unknown().optional(),
  }),
);

/** Reads the claims of distributors in one run, whose requests and time it bounds. */
export class ClaimFollower {
  readonly #state: z.infer<typeof stateShape>;
  readonly #monotonicMs: () => number;
  readonly #beganMs: number;
  #requests = 0;
  /** Blocks that are left, by contract. */
  readonly #left: string[] = [];
  /** The first failure that ended a page early; null without one. */
  failure: SourceError | null = null;

  constructor(private readonly terms: FollowerTerms) {
    const parsed = stateShape.safeParse(terms.state);
    this.#state = parsed.success ? { ...parsed.data } : {};
    this.#monotonicMs = terms.monotonicMs ?? (() => performance.now());
    this.#beganMs = this.#monotonicMs();
  }

  /** Lengths of ranges by contract, for the next run. */
  get state(): unknown {
    return this.#state;
  }

  /** Work that the next run continues, for operators; null if everything was read. */
  get progress(): string | null {
    return this.#left.length === 0 ? null : this.#left.join('; ');
  }

  /**
   * New claims of a distributor; null if there is nothing to store.
   *
   * @param stored - position of its ledger; null without one.
   * @throws {SourceError} as `readLedger` and `readStatuses`, and `not_found` without a node of its chain.
   */
  async read(distributor: FollowedDistributor, stored: LedgerPosition | null): Promise<LedgerPage | null> {
    const { contract, account } = distributor;
    if (account !== undefined) return this.#readStatuses(distributor, stored);
    const chain = this.#chainOf(distributor);
    const { address, topics } = readerOf(distributor);
    const { blocks, rejected } = this.#state[contract] ?? { blocks: BLOCKS_AT_FIRST };
    const last = readRejectedLength(rejected, this.terms.nowMs);
    const read = (from: number, upTo: number) => chain.logs({ contracts: [address], topics }, from, upTo);
    const ranges = new BlockRanges(read, blocks, last?.blocks ?? null);
    const onFailure = (failure: SourceError) => (this.failure ??= failure);
    const reading = { distributor, chain, ranges, stored, isSpent: () => this.isSpent, onFailure };
    const page = await readLedger(reading).finally(() => {
      this.#state[contract] = { blocks: ranges.blocks, rejected: nextRejectedLength(ranges, last, this.terms.nowMs) };
    });
    if (page !== null) this.#noteProgress(distributor.rpc, page);
    return page;
  }

  /** Of several nodes on Solana, the first one that responds and is not behind the ledger is read. */
  async #readStatuses(
    distributor: FollowedDistributor,
    stored: LedgerPosition | null,
    [url = '', ...others] = this.#urlsOf(distributor),
  ): Promise<LedgerPage | null> {
    const http = withTimeout(this.terms.http, STATUSES_MS_MAX);
    const next = () => this.#readStatuses(distributor, stored, others);
    try {
      const page = await readStatuses({ distributor, rpc: this.#paced(jsonRpc(http, url, distributor.rpc)), stored });
      return page === null && others.length > 0 ? await next() : page;
    } catch (error) {
      if (error instanceof SourceError && others.length > 0) return next();
      throw error;
    }
  }

  #urlsOf(distributor: FollowedDistributor): readonly string[] {
    const { rpc } = distributor;
    const urls = urlsFor(distributor, this.terms).get(rpc);
    if (urls === undefined) throw new SourceError('not_found', `no RPC URL is configured for "${rpc}"`);
    return urls;
  }

  /** Of a chain with several nodes, only what two of them agree on is read. */
  #chainOf(distributor: FollowedDistributor): ChainReader {
    const { rpc } = distributor;
    const urls = this.#urlsOf(distributor);
    const nodes = urls.map((url, n) => this.#nodeOf(url, urls.length === 1 ? rpc : `${rpc} (node ${n + 1})`));
    const [only] = nodes;
    return only !== undefined && nodes.length === 1 ? only : new AgreedChain(nodes, rpc);
  }

  #nodeOf(url: string, name: string): Chain {
    return new Chain(this.#paced(jsonRpc(this.terms.http, url, name)), name);
  }

  #paced(send: JsonRpc): JsonRpc {
    return async (method, params, bodyBytesMax) => {
      this.#requests += 1;
      await this.terms.pace();
      return send(method, params, bodyBytesMax);
    };
  }

  /** True once the rest has to be left to the next run. */
  get isSpent(): boolean {
    return this.#requests >= READS_MAX || this.#monotonicMs() - this.#beganMs >= READING_MS_MAX;
  }

  #noteProgress(rpc: string, { block, firstBlock, head, claims }: LedgerPage): void {
    const target = head - UNCONFIRMED_BLOCKS;
    if (block >= target) return;
    const [done, all] = [block - firstBlock + 1, target - firstBlock + 1];
    this.#left.push(`${rpc}: ${done} of ${all} blocks with claims are read, ${claims.length} claims in this run`);
  }
}
