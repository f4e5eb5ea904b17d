import type { SourceId, SourcesConfig } from '@droptrack/connectors';
import type { BenchContext } from '../context';
import type { ChildProgram } from '../process/child-program';
import type { SourcesRequest, SourcesResult } from './sources-main';
import { CHAIN, CREDENTIALS } from './subjects';

/** The fake servers of all nine sources, in a process of their own. */
export class LocalSources {
  private constructor(
    private readonly program: ChildProgram,
    readonly urls: SourcesResult['urls'],
  ) {}

  static async start(context: BenchContext): Promise<LocalSources> {
    const program = await context.startChild('The local sources', 'poll-sources', [], 'load');
    const listen: SourcesRequest = { type: 'listen' };
    return new LocalSources(program, (await program.request<SourcesResult>(listen)).urls);
  }

  send(request: SourcesRequest): Promise<SourcesResult> {
    return this.program.request(request);
  }

  stop(): Promise<void> {
    return this.program.stop();
  }

  /** Variables of a worker that polls them. */
  get environment(): Readonly<Record<string, string>> {
    const { urls } = this;
    return {
      // Prices and finders are not polls, and the yardstick does not repeat their requests.
      SOURCES_OFF: 'prices',
      FINDERS_OFF: 'all',
      DEFILLAMA_URL: urls.defillama,
      GITHUB_URL: urls.github,
      GITHUB_TOKEN: CREDENTIALS.githubToken,
      REDDIT_URL: urls.reddit,
      REDDIT_TOKEN_URL: this.#tokenUrl,
      REDDIT_CLIENT_ID: CREDENTIALS.redditClientId,
      REDDIT_CLIENT_SECRET: CREDENTIALS.redditClientSecret,
      FARCASTER_HUB_URL: urls.farcaster,
      FARCASTER_API_KEY: '',
      COINGECKO_URL: urls.coingecko,
      COINGECKO_API_KEY: '',
      POLYMARKET_URL: urls.polymarket,
      SNAPSHOT_URL: urls.snapshot,
      SNAPSHOT_API_KEY: '',
      EVM_RPC_URLS: `${CHAIN}=${urls.evm}`,
    };
  }

  /** The same as configuration of the connectors. */
  get config(): SourcesConfig {
    const { urls } = this;
    const of = (id: SourceId) => ({ url: urls[id], apiKey: null });
    const { githubToken: token, redditClientId: clientId, redditClientSecret: clientSecret } = CREDENTIALS;
    return {
      off: new Set(),
      defillama: of('defillama'),
      github: { url: urls.github, token },
      reddit: { url: urls.reddit, tokenUrl: this.#tokenUrl, clientId, clientSecret },
      farcaster: of('farcaster'),
      coingecko: of('coingecko'),
      polymarket: of('polymarket'),
      prices: { url: urls.defillama },
      snapshot: of('snapshot'),
      evm: { rpcUrls: new Map([[CHAIN, urls.evm]]) },
    };
  }

  get #tokenUrl(): string {
    return `${this.urls.reddit}/api/v1/access_token`;
  }
}
