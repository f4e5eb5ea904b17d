/** Claims, and a fake chain with a distributor, for tests of every project. Production code does not import them. */
export * from './action-testing';
export * from './claim-testing';
export { claimChain, MINT, nodeOf, OTHER, simulationOf, WALLET } from './solana/fake-claim-chain';
