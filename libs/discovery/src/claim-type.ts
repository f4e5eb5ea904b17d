import type { CandidateView } from './candidate';
import type { CampaignClaimType } from './sighting';

/** Way to claim of the campaign among sightings; null without one, and if it is not declared. */
export const claimTypeOf = (sightings: CandidateView['sightings']): CampaignClaimType | null =>
  sightings.find(({ sighting }) => sighting.campaign !== null)?.sighting.campaign?.claimType ?? null;
