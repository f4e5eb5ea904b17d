import type { Json, SourceHttp, Finder, Found } from '@droptrack/sources';
import type { FakeHandler } from '@droptrack/sources/testing';
import { evmCampaignsFinders } from '../evm-campaigns';

export interface FollowedOptions {
  readonly handler: FakeHandler;
  readonly nowMs: () => number;
  readonly rpc?: string;
  readonly factoriesFile?: string | null;
  readonly monotonicMs?: () => number;
}

/** Finder of a test with the memory of its runs, and the campaigns that they have reported. */
export class FollowedFinder {
  readonly finder: Finder;
  /** Block hash of each campaign by its id: found, and not gone since. */
  readonly campaigns = new Map<string, string>();
  memory: Json | null = null;
  /** Requests of the last run. */
  requests: { method: string; params: readonly unknown[] }[] = [];

  constructor(private readonly options: FollowedOptions) {
    const { rpc = 'ethereum', factoriesFile = null, monotonicMs = () => 0 } = options;
    const settings = { rpcUrls: new Map([[rpc, ['http://node.test/key']]]), factoriesFile, lookbackDays: 30 };
    this.finder = evmCampaignsFinders(settings, monotonicMs)[0]!;
  }

  /** One run, without connections. */
  async run(): Promise<Found> {
    this.requests = [];
    const found = await this.finder.read({
      sinceMs: null,
      memory: this.memory,
      http: this.http(),
      nowMs: this.options.nowMs(),
    });
    // As the database stores it.
    this.memory = JSON.parse(JSON.stringify(found.memory)) as Json;
    for (const id of found.gone) this.campaigns.delete(id);
    for (const { externalId, campaign } of found.sightings) this.campaigns.set(externalId, campaign?.blockHash ?? '');
    return found;
  }

  private http(): SourceHttp {
    return {
      json: async (url, options) => {
        const body = JSON.stringify(options?.json);
        this.requests.push(JSON.parse(body));
        const reply = await this.options.handler({ method: 'POST', url: new URL(url), headers: {}, body });
        const validators = { etag: null, lastModified: null };
        return { kind: 'response', status: 200, body: reply?.body, validators, links: {} };
      },
      text: () => Promise.reject(new Error('not used')),
    };
  }
}
