export { isCurvePoint, isDerived, programAddress } from './program-address';
export { publicKeyBytes, publicKeyText } from './public-key';
export type { DistributorProgramName } from './distributor-programs';
export { prepareSolanaClaim } from './prepare-solana-claim';
export type { SolanaClaimTerms } from './claim-state';
