import { join } from 'node:path';
import type { SourceId, SourcesConfig } from '@droptrack/connectors';
import type { BenchContext } from '../bench-context';
import { AskedProcess } from './asked-process';
import type { MadeRequest, SourcesAnswer, SourcesReady, SourcesRequest } from './messages';
import { CHAIN, CREDENTIALS } from './subjects';

type Urls = SourcesReady['urls'];

/** All nine sources, on this machine. */
export class LocalSources {
  private constructor(
    private readonly process: AskedProcess,
    readonly urls: Urls,
  ) {}

  static async start({ programs, cores, cleanup }: BenchContext): Promise<LocalSources> {
    const args = [join(programs, 'poll-sources.cjs')];
    const process = await AskedProcess.start('The local sources', args, cores?.load ?? null, cleanup);
    const { urls } = await process.hear<SourcesReady>();
    return new LocalSources(process, urls);
  }

  /** Has one source accept requests and never answer; null: all answer. */
  async hang(source: SourceId | null): Promise<void> {
    await this.#ask({ type: 'hang', source });
  }

  /** Something happens everywhere, so that no answer is the same as before. */
  async moveOn(): Promise<void> {
    await this.#ask({ type: 'move_on' });
  }

  /** Notes from now on what is asked. */
  async record(): Promise<void> {
    await this.#ask({ type: 'record' });
  }

  /** What was asked since. */
  async recorded(): Promise<readonly MadeRequest[]> {
    return (await this.#ask({ type: 'recorded' })).requests;
  }

  /** Variables that point a worker at them. */
  get environment(): Readonly<Record<string, string>> {
    const { urls } = this;
    return {
      SOURCES_OFF: '',
      DEFILLAMA_URL: urls.defillama,
      GITHUB_URL: urls.github,
      GITHUB_TOKEN: CREDENTIALS.githubToken,
      REDDIT_URL: urls.reddit,
      REDDIT_TOKEN_URL: tokenUrlOf(urls),
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

  /** The same as a worker reads it, for what connectors say of themselves. */
  get config(): SourcesConfig {
    const { urls } = this;
    const of = (id: SourceId) => ({ url: urls[id], apiKey: null });
    return {
      off: new Set(),
      defillama: of('defillama'),
      github: { url: urls.github, token: CREDENTIALS.githubToken },
      reddit: {
        url: urls.reddit,
        tokenUrl: tokenUrlOf(urls),
        clientId: CREDENTIALS.redditClientId,
        clientSecret: CREDENTIALS.redditClientSecret,
      },
      farcaster: of('farcaster'),
      coingecko: of('coingecko'),
      polymarket: of('polymarket'),
      snapshot: of('snapshot'),
      evm: { rpcUrls: new Map([[CHAIN, urls.evm]]) },
    };
  }

  #ask(request: SourcesRequest): Promise<SourcesAnswer> {
    return this.process.ask(request);
  }
}

const tokenUrlOf = ({ reddit }: Urls): string => `${reddit}/api/v1/access_token`;
