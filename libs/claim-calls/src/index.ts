export type { ClaimContract, ClaimTerms } from './claim-terms';
export { type ContractCode, codeRequests, contractCode } from './code-hash';
export { claimFunctions, decodeClaim, encodeClaim, type PreparedFunction } from './claim-function';
export type { AskNode, NodeRequest, NodeResponse } from './node-requests';
export { type PreparedClaim, prepareClaim, withoutCalls } from './prepare-claim';
export { notReady } from './reasons';
export { assetId, mixedCase } from './assets';
export { type DecodedCall, decodedCall } from './decoded-call';
export { amountsOf, type AmountText, argumentText, CHECK_WORDS, claimRows, NODE_SAYS } from './words';
