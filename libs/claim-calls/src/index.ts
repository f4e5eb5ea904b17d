export type { ClaimContract, ClaimTerms } from './claim-terms';
export { type ContractCode, codeRequests, contractCode } from './code-hash';
export { claimFunctions, type ClaimValues, decodeClaim, encodeClaim, type PreparedFunction } from './claim-function';
export type { AskNode, NodeRequest, NodeResponse } from './node-requests';
export { type PreparedClaim, prepareClaim, withoutCalls } from './prepare-claim';
export { notReady } from './reasons';
export type { ClaimExpectation, ClaimFault, StatedRoot, VerifiedCall, VerifiedClaim } from './claim-expectation';
export { verifyClaim } from './verify-claim';
export { assetId, mixedCase } from './assets';
