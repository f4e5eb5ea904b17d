/** Sightings and candidates for tests of every project. Production code does not import it. */
export { type NearDuplicate, nearDuplicates } from './testing/near-duplicates';
export {
  ADDRESSES,
  campaignOf,
  campaignSighting,
  candidateOf,
  knownDrop,
  listView,
  NO_IDENTITY,
  sightingOf,
  storedSighting,
} from './testing/sightings';
