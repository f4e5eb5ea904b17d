import type { SightingIdentity } from './sighting';

/** Members of an identity with their names, the strongest first. */
const MEMBERS = [
  ['contract', 'contract'],
  ['market', 'market'],
  ['defillama', 'DefiLlama slug'],
  ['token', 'token'],
] as const;

/** Identifiers of a drop as texts, the strongest first, such as `token eip155:1/erc20:0x…`. */
export function identifiersOf(identity: SightingIdentity): string[] {
  return MEMBERS.flatMap(([member, name]) => {
    const value = identity[member];
    return value === null ? [] : [`${name} ${value}`];
  });
}

/** Reason for which two sightings are one drop, unless their contracts differ; null without a shared identifier. */
export function sharedIdentifier(one: SightingIdentity, other: SightingIdentity): string | null {
  const others = new Set(identifiersOf(other));
  const shared = identifiersOf(one).find((identifier) => others.has(identifier));
  return shared === undefined ? null : `same ${shared}`;
}
