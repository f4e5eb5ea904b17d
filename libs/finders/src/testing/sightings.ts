import { type Sighting, sightingViolation } from '@droptrack/discovery';

/** Expects sightings within their bounds, whatever their source sent, each with an external id of its own. */
export function expectValidSightings(sightings: readonly Sighting[]): void {
  expect(sightings.map(sightingViolation).filter((violation) => violation !== null)).toEqual([]);
  expect(new Set(sightings.map(({ externalId }) => externalId)).size).toBe(sightings.length);
}
