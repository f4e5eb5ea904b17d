import { createSourceHttp, type HostBreakers, respondingNode, type RpcUrls } from '@droptrack/sources';
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
  type Database,
  LIST_SOURCE,
  type LeasedTask,
  ListDropError,
  ListRejectedError,
  type ListResult,
  loadList,
} from '@droptrack/persistence';
import type { Hash } from '@droptrack/eligibility';
import type { Campaign } from '@droptrack/discovery';
import type { Clocks, WorkerContext } from '../context';
import { hostsOfSource } from '../log/source-hosts';
import type { TaskRun, TaskSource, TaskSuccess } from './task-source';

export interface ListDeps extends Pick<WorkerContext, 'random' | 'logger'> {
  readonly db: Database;
  readonly clock: Clocks;
  /** Base URLs of IPFS gateways without a trailing slash, in the order in which they are tried. */
  readonly gateways: readonly string[];
  readonly rpcUrls: RpcUrls;
  /** Those of production by default. */
  readonly limits?: Partial<CampaignFileLimits>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Gateways can be private, and nodes as well, by their origins only. */
const POLICY = { allowInsecure: false, allow: [] };

/** Campaign of a leased check, as `CHOOSE_LISTS` of persistence reads it. */
interface ListQuery {
  /** As its finder described it last. */
  readonly campaign: Campaign;
  /** Drop of the accepted candidate, if no list with the root of the campaign is active for it; null otherwise. */
  readonly dropId: string | null;
}

/** Checks of the lists of campaigns, one at a time; activates the verified ones of accepted candidates. */
export class ListSource implements TaskSource {
  readonly kind = 'list';
  readonly id = LIST_SOURCE;
  /** A check can take an hour with all gateways, whose files have limits of their own. */
  readonly limits = {
    intervalMs: DAY_MS,
    timeoutMs: DAY_MS / 4,
    concurrency: 1,
    tasksPerRun: 1,
    backoff: { firstMs: MINUTE_MS, maxMs: DAY_MS },
  };
  readonly hosts: HostBreakers;
  /** Of gateways; the nodes have their own, so that no redirect of a gateway reaches a node. */
  readonly #gateways;
  readonly #nodes;
  #hash: Hash | null = null;
  /** Ends after an aborted run: a load cannot be aborted, and another worker must not begin one at the same time. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: ListDeps) {
    const { gateways, rpcUrls } = deps;
    this.#gateways = createVettedAgent(POLICY, { origins: gateways });
    this.#nodes = createVettedAgent(POLICY, { origins: [...rpcUrls.values()].flat() });
    this.hosts = hostsOfSource(deps, { job: 'lists of campaigns' });
  }

  run(run: TaskRun): Promise<TaskSuccess[]> {
    const work = Promise.all(
      run.tasks.map(async (task) => ({
        result: { list: await this.#check(task, run.signal) },
        memory: null,
        nextDueMs: null,
      })),
    );
    this.#work = work.catch(() => undefined);
    return work;
  }

  async close(): Promise<void> {
    await this.#work;
    await Promise.all([this.#gateways.destroy(), this.#nodes.destroy()]);
  }

  /** @throws {CampaignListError} `unavailable` for a check without a statement about the list. */
  async #check(task: LeasedTask, signal: AbortSignal): Promise<ListResult> {
    const { gateways, limits = {}, clock } = this.deps;
    const { campaign, dropId } = task.query as ListQuery;
    this.#hash ??= await bulkHash();
    try {
      const list = await findCampaignList(campaign, {
        gateways,
        dispatcher: this.#gateways,
        signal,
        limits,
        hash: this.#hash,
        onResponse: (host, headers) => this.hosts.notices.read(host, headers, clock.now()),
      });
      try {
        const facts = await this.#factsOf(campaign, list, signal);
        if (dropId === null) return { state: 'verified', facts };
        await this.#load(campaign, dropId, list, this.#hash);
        return { state: 'loaded', facts };
      } finally {
        await list.close();
      }
    } catch (error) {
      if (!isAboutList(error)) throw error;
      if (isFinal(error)) return { state: 'rejected', reason: error.message };
      throw error instanceof CampaignListError ? error : new CampaignListError('unavailable', error.message);
    }
  }

  async #factsOf(campaign: Campaign, list: CampaignList, signal: AbortSignal): Promise<CampaignListFacts> {
    const { wallets, total, sha256, rows } = list;
    const { clock, rpcUrls } = this.deps;
    const urls = rpcUrls.get(campaign.rpc);
    if (urls === undefined) return { wallets, total, sha256, balance: null, unclaimed: null };
    const http = createSourceHttp({ hosts: this.hosts, signal, nowMs: () => clock.now(), dispatcher: this.#nodes });
    const url = await respondingNode(http, urls, campaign.rpc);
    return { wallets, total, sha256, ...(await readCampaignFunds(campaign, { url, http, wallets, total, rows })) };
  }

  /** The load rebuilds the root again and rejects another one. */
  async #load(campaign: Campaign, dropId: string, list: CampaignList, hash: Hash): Promise<void> {
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
