import {
  fakeCoingecko,
  fakeDefillama,
  fakeEvm,
  fakeFarcaster,
  fakeGithub,
  fakePolymarket,
  fakeReddit,
  fakeRss,
  fakeSnapshot,
} from '@droptrack/connectors/testing';
import { mounted, startFakeServer } from '@droptrack/sources/testing';
import { readSourcesConfig } from '@droptrack/connectors';
import { settingsReader } from '@droptrack/sources';

const HOUR_MS = 3_600_000;
const PARENT = 'https://warpcast.com/~/channel/linea';
const CONTRACT = '0x1111111111111111111111111111111111111111';

/** Queries of a drop for the sources below. @param feeds - address of the RSS feeds. */
export const queriesOf = (feeds: string) => ({
  farcaster: PARENT,
  defillama: 'linea',
  evm: { rpc: 'linea', contract: CONTRACT },
  reddit: 'linea',
  rss: [`${feeds}/rss/feed.xml`],
  coingecko: 'linea',
  github: 'Consensys/linea-monorepo',
  polymarket: 'linea-airdrop',
  snapshot: 'linea.eth',
});

/** Readings of the example in docs/scoring.md, and of the two signals that it lacks. */
export const FIGURES = {
  farcaster_authors: 250,
  tvl_usd: 1.2e8,
  active_wallets: 18_000,
  reddit_authors: 40,
  news_articles: 6,
  search_trend: 1 - 2 / 15,
  dev_committers: 9,
  market_probability: 0.64,
  governance_votes: 1_500,
} as const;

/** Starts fakes of nine sources behind one address, which return these readings, with the configuration of the worker. */
export async function startNineSources(nowMs: number) {
  const source = await startFakeServer(mounted(fakeSourcesAt(nowMs)));
  return { source, config: configFor(source.url), env: envFor(source.url) };
}

const configFor = (url: string) => {
  const violations: string[] = [];
  const config = readSourcesConfig(settingsReader(envFor(url), violations));
  if (violations.length > 0) throw new Error(violations.join());
  return config;
};

/** Environment of a worker that polls the fakes at an address. */
export const envFor = (url: string): Record<string, string> => ({
  DEFILLAMA_URL: `${url}/defillama`,
  GITHUB_URL: `${url}/github`,
  GITHUB_TOKEN: 'token',
  REDDIT_URL: `${url}/reddit`,
  REDDIT_TOKEN_URL: `${url}/reddit/api/v1/access_token`,
  REDDIT_CLIENT_ID: 'id',
  REDDIT_CLIENT_SECRET: 'secret',
  FARCASTER_HUB_URL: `${url}/farcaster`,
  COINGECKO_URL: `${url}/coingecko`,
  POLYMARKET_URL: `${url}/polymarket`,
  SNAPSHOT_URL: `${url}/snapshot`,
  EVM_RPC_URLS: `linea=${url}/evm`,
  COINS_URL: `${url}/coins`,
  FINDERS_OFF: 'all',
});

function fakeSourcesAt(nowMs: number) {
  const agoMs = (n: number) => nowMs - HOUR_MS - n * 1_000;
  // Snapshot has times in whole seconds.
  const secondsAgo = (ms: number) => Math.floor((nowMs - ms) / 1_000);
  const many = <T>(count: number, each: (n: number) => T) => Array.from({ length: count }, (_, n) => each(n));
  return {
    farcaster: fakeFarcaster({
      apiKey: null,
      casts: many(FIGURES.farcaster_authors, (n) => ({
        fid: n + 1,
        text: `cast number ${n}`,
        atMs: agoMs(n),
        parentUrl: PARENT,
      })),
    }),
    defillama: fakeDefillama({
      protocols: new Map([['linea', { tvlUsd: FIGURES.tvl_usd }]]),
      chains: new Map(),
      nowMs: () => nowMs,
    }),
    evm: fakeEvm({ nowMs: () => nowMs, sendersPerDay: FIGURES.active_wallets }),
    reddit: fakeReddit({
      clientId: 'id',
      clientSecret: 'secret',
      token: 'token',
      posts: many(FIGURES.reddit_authors, (n) => ({
        author: `author-${n}`,
        title: `linea, post ${n}`,
        subreddit: 'linea',
        atMs: agoMs(n),
      })),
    }),
    rss: fakeRss({
      feeds: new Map([
        [
          '/feed.xml',
          {
            format: 'rss' as const,
            articles: many(FIGURES.news_articles, (n) => ({
              url: `https://publisher-${n}.test/linea`,
              title: 'Linea',
              atMs: agoMs(n),
            })),
          },
        ],
      ]),
    }),
    coingecko: fakeCoingecko({ trending: ['bitcoin', 'solana', 'linea'], apiKey: null }),
    github: fakeGithub({
      token: 'token',
      repositories: new Map([
        [
          'consensys/linea-monorepo',
          {
            commits: many(FIGURES.dev_committers, (n) => ({
              login: `dev-${n}`,
              email: `dev-${n}@example.com`,
              atMs: agoMs(n),
            })),
          },
        ],
      ]),
    }),
    polymarket: fakePolymarket({
      markets: new Map([
        ['linea-airdrop', { prices: { Yes: FIGURES.market_probability, No: 0.36 }, volumeUsd: 50_000 }],
      ]),
    }),
    snapshot: fakeSnapshot({
      apiKey: null,
      spaces: new Map([
        [
          'linea.eth',
          [
            {
              id: '0xproposal',
              start: secondsAgo(5 * 24 * HOUR_MS),
              end: secondsAgo(-24 * HOUR_MS),
              votesAt: many(FIGURES.governance_votes, (n) => secondsAgo(4 * 24 * HOUR_MS) + n),
            },
          ],
        ],
      ]),
    }),
  };
}

/** Configuration without any source. */
export const NO_SOURCES = readSourcesConfig(settingsReader({ SOURCES_OFF: 'all' }, []));
