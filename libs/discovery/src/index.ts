export {
  type Campaign,
  type CampaignPayment,
  FINDER_IDS,
  type FinderId,
  type Market,
  type MarketRung,
  NO_FACTS,
  type Sighting,
  SIGHTING_KINDS,
  type SightingFacts,
  type SightingIdentity,
  type SightingKind,
} from './sighting';
export { cleanName, NAME_LENGTH_MAX } from './clean-name';
