/** Fake nodes of chains for tests of every project. Production code does not import it. */
export { type ClaimFixture, fakeClaimNode } from './fake-claim-node';
export { accountData, fakeSolanaNode, type SolanaFixture } from './solana/fake-solana-node';
