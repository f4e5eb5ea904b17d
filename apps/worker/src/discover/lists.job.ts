import { createSourceHttp, HostBreakers } from '@droptrack/connectors';
import { createVettedAgent } from '@droptrack/egress';
import { bulkHash } from '@droptrack/eligibility/formats';
import {
  type CampaignFileLimits,
  type CampaignList,
  CampaignListError,
  findCampaignList,
  readCampaignFunds,
} from '@droptrack/finders';
import {
  type CampaignListFacts,
  type CampaignListOutcome,
  CampaignListRepository,
  type LeasedCampaignList,
  ListDropError,
  ListRejectedError,
  loadList,
} from '@droptrack/persistence';
import type { Hash } from '@droptrack/eligibility';
import type { WorkerContext } from '../context';
import type { Job } from '../schedule/scheduler';

export interface ListsJobDeps extends Pick<WorkerContext, 'db' | 'clock' | 'random' | 'logger'> {
  /** Base URLs of IPFS gateways without a trailing slash, in the order in which they are tried. */
  readonly gateways: readonly string[];
  /** JSON-RPC URLs by the names that campaigns use as `rpc`. */
  readonly rpcUrls: ReadonlyMap<string, string>;
  /** Those of production by default. */
  readonly limits?: Partial<CampaignFileLimits>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time for all gateways, the tree, the funds and the load; another worker repeats the check of a worker that was killed. */
const LEASE_MS = 60 * MINUTE_MS;
/** Gateways can be private, and nodes as well, by their origins only. */
const POLICY = { allowInsecure: false, allow: [] };

/**
 * Checks the lists of campaigns that are due, one at a time, and activates the verified ones of accepted candidates. It needs
 * a scheduler of its own: a download can take minutes.
 */
export class ListsJob implements Job {
  readonly name = 'lists of campaigns';
  readonly #stop = new AbortController();
  /** Of gateways; the nodes have their own, so that no redirect of a gateway reaches a node. */
  readonly #gateways;
  readonly #nodes;
  readonly #hosts: HostBreakers;
  #hash: Hash | null = null;

  constructor(private readonly deps: ListsJobDeps) {
    const { gateways, rpcUrls, clock, random } = deps;
    this.#gateways = createVettedAgent(POLICY, { origins: gateways });
    this.#nodes = createVettedAgent(POLICY, { origins: [...rpcUrls.values()] });
    this.#hosts = new HostBreakers({ monotonicMs: () => clock.monotonicMs(), random });
  }

  isDue(): boolean {
    return !this.#stop.signal.aborted && this.deps.gateways.length > 0;
  }

  async run(): Promise<boolean> {
    const { db, clock, logger } = this.deps;
    const lists = new CampaignListRepository(db);
    const [leased] = await lists.lease({ leaseMs: LEASE_MS, limit: 1, nowMs: clock.now() });
    if (leased === undefined) return false;
    try {
      const outcome = await this.#check(leased);
      const isRecorded = await lists.record(outcome, clock.now());
      logger.info({ contract: leased.contract, outcome: outcome.kind, isRecorded }, 'checked the list of a campaign');
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
      await lists.release([leased], clock.now());
      return false;
    }
    return true;
  }

  /** Aborts the running check, whose lease is released. To be called before its scheduler is stopped. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the worker stops'));
    await Promise.all([this.#gateways.destroy(), this.#nodes.destroy()]);
  }

  async #check(leased: LeasedCampaignList): Promise<CampaignListOutcome> {
    const { gateways, limits = {}, clock } = this.deps;
    this.#hash ??= await bulkHash();
    const { contract, lease, failures } = leased;
    try {
      const options = { gateways, dispatcher: this.#gateways, signal: this.#stop.signal, limits, hash: this.#hash };
      const list = await findCampaignList(leased.campaign, options);
      try {
        const facts = await this.#factsOf(leased, list);
        if (leased.dropId === null) return { contract, lease, kind: 'verified', facts };
        await this.#load(leased, leased.dropId, list, this.#hash);
        return { contract, lease, kind: 'loaded', facts };
      } finally {
        await list.close();
      }
    } catch (error) {
      if (!isAboutList(error)) throw error;
      if (isFinal(error)) return { contract, lease, kind: 'rejected', reason: error.message };
      const waitMs = Math.min(DAY_MS, MINUTE_MS * 2 ** Math.min(failures, 20));
      return { contract, lease, kind: 'unavailable', reason: error.message, nextDueMs: clock.now() + waitMs };
    }
  }

  async #factsOf({ campaign }: LeasedCampaignList, list: CampaignList): Promise<CampaignListFacts> {
    const { wallets, total, sha256, rows } = list;
    const url = this.deps.rpcUrls.get(campaign.rpc);
    if (url === undefined) return { wallets, total, sha256, balance: null, unclaimed: null };
    const { clock } = this.deps;
    const http = createSourceHttp({
      hosts: this.#hosts,
      signal: this.#stop.signal,
      nowMs: () => clock.now(),
      dispatcher: this.#nodes,
    });
    return { wallets, total, sha256, ...(await readCampaignFunds(campaign, { url, http, wallets, total, rows })) };
  }

  /** The load rebuilds the root again and rejects another one. */
  async #load({ campaign }: LeasedCampaignList, dropId: string, list: CampaignList, hash: Hash): Promise<void> {
    const { db, clock } = this.deps;
    const root = campaign.merkleRoot;
    await loadList(db, {
      dropId,
      kind: 'allocation',
      rows: () => list.rows(),
      sha256: () => list.sha256,
      url: `ipfs://${campaign.ipfsCid ?? ''}`,
      format: () => list.format,
      tree: { format: campaign.treeFormat, expectRoot: root, hash },
      expect: () => ({ root, total: list.total, wallets: list.wallets }),
      nowMs: clock.now(),
    });
  }
}

type ListFailure = CampaignListError | ListRejectedError | ListDropError;

const isAboutList = (error: unknown): error is ListFailure =>
  error instanceof CampaignListError || error instanceof ListRejectedError || error instanceof ListDropError;

/** A drop that is archived or changed can accept its list later. */
const isFinal = (error: ListFailure): boolean =>
  error instanceof ListRejectedError || (error instanceof CampaignListError && error.kind === 'rejected');
