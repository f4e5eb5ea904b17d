export { parseClaimCall } from './claim-call';
export { ClaimChecker, type ClaimUrls } from './claim-checker';
export { type ClaimFailure, sendBatch } from './claim-node';
export { type ClaimQuestion, isKeyedByLeaf } from './claim-query';
export type { DeclaredClaim } from './parse-claim';
export { type DeclaredClaims, parseClaims } from './parse-claims';
export { ClaimFollower, urlsFor } from './ledger/claim-follower';
export { readDistributorFacts, type StatedFact } from './distributor-facts';
