export type {
  AskNode,
  ClaimExpectation,
  ClaimFault,
  ClaimValues,
  NodeRequest,
  NodeResponse,
  StatedRoot,
  VerifiedCall,
  VerifiedClaim,
} from '@droptrack/claim-calls';
export { InvalidClaimError } from './claims/invalid-claim-error';
export { type Eip1193Provider, nodeOf, type NodeOptions } from './claims/node-of';
export {
  prepareClaimPrivately,
  type PrivateClaimOptions,
  type PrivateClaimQuery,
  type PrivateClaimService,
} from './claims/prepare-claim-privately';
export { verifyClaim } from './claims/verify-claim';
