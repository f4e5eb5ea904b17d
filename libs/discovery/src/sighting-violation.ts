import { cleanName } from './clean-name';
import type { Sighting } from './sighting';

/**
 * First violation of the bounds of a sighting, with the path of the member, such as
 * `identity.token is not a CAIP-19 asset id`; null for a valid one.
 */
export function sightingViolation({ externalId, name }: Sighting): string | null {
  if (!/^[\x21-\x7e]{1,200}$/.test(externalId)) return 'externalId is not 1 to 200 characters of visible ASCII';
  return cleanName(name) === name ? null : 'name is not a clean name';
}
