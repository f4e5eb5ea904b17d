export {
  type Campaign,
  CAMPAIGN_CLAIM_TYPES,
  type CampaignClaimType,
  type CampaignPayment,
  type Market,
  type ByDate,
  type MarketRung,
  NO_FACTS,
  type Sighting,
  SIGHTING_KINDS,
  type SightingFacts,
  type SightingIdentity,
  type SightingKind,
} from './sighting';
export { FINDER_IDS, type FinderId } from './finders';
export { cleanName, NAME_LENGTH_MAX } from './clean-name';
export {
  autoAcceptViolations,
  type CampaignState,
  campaignStateViolations,
  CONFIRMATIONS_MIN,
  RECIPIENTS_MIN,
} from './auto-accept';
export {
  bestName,
  CAMPAIGN_LIST_STATES,
  type CampaignListState,
  type CampaignListView,
  CANDIDATE_STATES,
  type CandidateState,
  type CandidateView,
  isGone,
  isOpen,
  type KnownDrop,
  type StoredSighting,
} from './candidate';
export { DomainImitations, type Imitation, type KnownNames } from './domain-imitation';
export { draftDefinition, type DraftOptions } from './draft-definition';
export { proposeDropId } from './drop-id';
export { type Impersonation, impersonationOf } from './impersonation';
export { sightingViolation } from './sighting-violation';
export { sightingSpam, spamScore, type SpamScore } from './spam';
export { type Suggestion, suggestionsOf } from './suggestions';
export { fdvQuantiles, type FdvQuantiles, LADDER_NOISE_MAX, survivalLadder } from './fdv-ladder';
export { launchProbabilityBy } from './launch-probability';
export { identifiersOf, sharedIdentifier } from './identifiers';
export {
  type CandidatePlan,
  type IdentifiedCandidate,
  type IdentifiedSighting,
  type Placement,
  planCandidates,
} from './plan-candidates';
