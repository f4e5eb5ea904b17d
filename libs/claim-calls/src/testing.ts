/** Fake chain with a distributor for tests of every project. Production code does not import it. */
export { claimChain, MINT, nodeOf, OTHER, simulationOf, WALLET } from './solana/fake-claim-chain';
