export { fakeClaimNode, type ClaimFixture } from './claims/fake-claim-node';
export { accountData, fakeSolanaNode, type SolanaFixture } from './claims/solana/fake-solana-node';
export { fakeCoingecko, type CoingeckoFixture } from './coingecko/fake-source';
export { fakeDefillama, type DefillamaFixture } from './defillama/fake-source';
export { fakeEvm, type EvmFixture } from './evm/fake-source';
export { fakeFarcaster, type FarcasterFixture } from './farcaster/fake-source';
export { fakeGithub, type GithubFixture } from './github/fake-source';
export { type CoinsFixture, fakeCoin, fakeCoins } from './prices/fake-source';
export { fakePolymarket, type PolymarketFixture } from './polymarket/fake-source';
export { fakeReddit, type RedditFixture } from './reddit/fake-source';
export { fakeRss, type RssFixture } from './rss/fake-source';
export { fakeSnapshot, type SnapshotFixture } from './snapshot/fake-source';
export { mounted } from './testing/fake-server';
export {
  type FakeHandler,
  type FakeRequest,
  type Reply,
  type FakeServer,
  startFakeServer,
} from './testing/fake-server';
